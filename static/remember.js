// What this device knows from the last room: name and soul for the next one, and the way back for a day. It stays
// here and is sent to nobody. In a private window there may be no store; then nothing is remembered.
(() => {
  const DAY = 24 * 60 * 60 * 1000;
  let store;
  try { store = localStorage; } catch { return; }
  if (!store) return;
  const read = (key) => { try { return JSON.parse(store.getItem(key)); } catch { return null; } };

  const room = document.getElementById("room");
  if (room) {
    const { name, mark, code } = room.dataset;
    store.setItem("soulroom me", JSON.stringify({ name, mark }));
    store.setItem("soulroom room", JSON.stringify({ code, at: Date.now() }));
    room.addEventListener("ended", ({ detail }) => { if (detail.data === "/") store.removeItem("soulroom room"); });
  }

  const gone = document.querySelector("[data-gone]")?.dataset.gone;
  const last = read("soulroom room");
  if (gone && gone === last?.code) store.removeItem("soulroom room");

  const back = document.getElementById("back");
  if (back && last?.code && Date.now() - last.at < DAY) {
    back.querySelector("b").textContent = last.code;
    back.querySelector("a").href = `/rooms/${encodeURIComponent(last.code)}`;
    back.hidden = false;
  }

  const name = document.getElementById("name"), me = read("soulroom me");
  if (name && me && !name.value) {
    name.value = me.name;
    const soul = document.querySelector(`[name=mark][value="${Number(me.mark)}"]`);
    if (soul) soul.checked = true;
  }
})();
