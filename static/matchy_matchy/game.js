// The picker: pictures are tapped in order, and what is in hand can be moved, swapped, looked at and put back.
// The lists of the form hold what was chosen, so a draft is kept and a match is played without this script, too.

const HOLD = 350, FAR = 8;

const picker = () => document.querySelector(".matchy-picker");
const form = () => picker()?.closest("form");
const lists = () => [...(form()?.querySelectorAll("select[name=images]") ?? [])];
const slots = () => [...picker().querySelectorAll(".slot")];
const tiles = () => [...picker().querySelectorAll(".matchy-tile")];
const shown = () => tiles().filter((tile) => !tile.hidden);
const id = (tile) => tile.dataset.picture ?? tile.querySelector("input").value;
const label = (tile) => (tile.querySelector("input") ?? tile).getAttribute("aria-label");
const tileOf = (picture) => tiles().find((tile) => id(tile) === picture);
const row = () => lists().map((list) => list.value);
let held = -1;  // the place in hand, filled or not

// ---- what the lists hold, as pictures ----

function put(pictures) {
  lists().forEach((list, place) => { list.value = pictures[place]; });
  lists()[0].dispatchEvent(new Event("change", { bubbles: true }));  // kept as a draft
}
function draw() {
  if (!lists().length) return;
  const pictures = row(), left = pictures.filter((picture) => !picture).length;
  slots().forEach((slot, place) => {
    const tile = tileOf(pictures[place]), number = Object.assign(document.createElement("span"), { className: "no", textContent: place + 1 });
    slot.replaceChildren(...(tile ? [tile.querySelector(".pic").cloneNode(true)] : []), number);
    slot.className = `slot${tile ? " filled" : ""}${held === place ? " held" : ""}`;
    slot.setAttribute("aria-label", `${slot.dataset.name}, ${tile ? label(tile) : slot.dataset.empty}`);
    slot.setAttribute("aria-pressed", held === place);
  });
  for (const tile of tiles()) {
    const place = pictures.indexOf(id(tile));
    tile.classList.toggle("in", place >= 0);
    tile.setAttribute("aria-pressed", place >= 0);
    tile.querySelector(".no").textContent = place >= 0 ? place + 1 : "";
    tile.setAttribute("aria-describedby", place >= 0 ? slots()[place].id : "");
  }
  const handles = picker().querySelector(".matchy-handles");
  handles.classList.toggle("open", !!pictures[held]);
  handles.querySelector("#stronger").disabled = held <= 0;
  handles.querySelector("#weaker").disabled = held === pictures.length - 1;
  for (const words of form().querySelectorAll("[data-left]")) words.hidden = Number(words.dataset.left) !== left;
}
function tell(what) { document.getElementById("told").textContent = what; }

// ---- what a tap does ----

function swap(one, other) {
  const pictures = row();
  [pictures[one], pictures[other]] = [pictures[other], pictures[one]];
  put(pictures);
}
function take(picture) {
  const pictures = row(), lies = pictures.indexOf(picture);
  if (lies >= 0) held = held === lies ? -1 : lies;
  else {
    const place = held >= 0 ? held : pictures.indexOf("");
    if (place < 0) return tell(document.getElementById("told").dataset.full);
    pictures[place] = picture;
    held = -1;
    put(pictures);
    tell(slots()[place].getAttribute("aria-label"));
  }
  draw();
}
function tap(place) {
  if (held === place) held = -1;
  else if (held >= 0) {
    swap(held, place);
    held = -1;
  } else held = place;
  draw();
}
const deeds = {
  stronger() { move(held - 1); },
  weaker() { move(held + 1); },
  remove() {
    const pictures = row();
    pictures[held] = "";
    const place = held;
    held = -1;
    put(pictures);
    slots()[place].focus();
  },
  closer() { look(tileOf(row()[held])); },
  before() { look(beside(-1)); },
  after() { look(beside(1)); },
  back() { large().close(); },
  take() {
    large().close();
    if (lists().length) take(large().dataset.picture);
    else tileOf(large().dataset.picture).querySelector("input").click();
  },
};
function move(to) {
  swap(held, to);
  held = to;
  draw();
  tell(slots()[to].getAttribute("aria-label"));
}

// ---- large ----

const large = () => document.getElementById("large");
function look(tile) {
  large().dataset.picture = id(tile);
  large().querySelector(".paper").replaceChildren(tile.querySelector(".pic").cloneNode(true));
  large().querySelector("figcaption").textContent = label(tile);
  if (!large().open) large().showModal();
}
function beside(step) {
  const all = tiles(), at = all.indexOf(tileOf(large().dataset.picture));
  return all[(at + step + all.length) % all.length];
}

// ---- fingers: a tap, a hold, and within the tray a drag ----

let holding = 0, swallow = false, dragged = null, from = null;
document.addEventListener("pointerdown", (event) => {
  const tile = event.target.closest(".live .matchy-tile"), slot = event.target.closest(".live .slot.filled");
  swallow = false;
  from = { x: event.clientX, y: event.clientY };
  if (tile) holding = setTimeout(() => { swallow = true; look(tile); }, HOLD);
  if (slot) dragged = slot;
});
document.addEventListener("pointermove", (event) => {
  if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
  clearTimeout(holding);
  if (!dragged) return;
  dragged.classList.add("dragged");
  for (const slot of slots()) slot.classList.toggle("under", slot === under(event) && slot !== dragged);
});
function under({ clientX, clientY }) { return document.elementFromPoint(clientX, clientY)?.closest(".live .slot"); }
document.addEventListener("pointerup", (event) => {
  clearTimeout(holding);
  const onto = dragged?.classList.contains("dragged") ? under(event) : null;
  if (onto && onto !== dragged) {
    swap(slots().indexOf(dragged), slots().indexOf(onto));
    held = -1;
  }
  if (dragged?.classList.contains("dragged")) {
    swallow = true;
    draw();
  }
  dragged = from = null;
});
document.addEventListener("pointercancel", () => {
  clearTimeout(holding);
  dragged = from = null;
  if (picker() && lists().length) draw();
});
document.addEventListener("contextmenu", (event) => { if (event.target.closest(".matchy-tile, .slot")) event.preventDefault(); });
document.addEventListener("click", (event) => {
  const within = event.target.closest(".matchy-picker");
  if (!within) return;
  const tile = event.target.closest(".matchy-tile"), slot = event.target.closest(".slot"), deed = event.target.closest("[data-deed]");
  if (swallow && (tile || slot)) event.preventDefault();
  else if (slot) tap(slots().indexOf(slot));
  else if (deed) deeds[deed.dataset.deed]();
  else if (tile?.dataset.picture) take(id(tile));
  swallow = false;
});

// ---- keys: one tab stop in the pictures, arrows, digits for a place, a letter closer ----

function rove(tile) {
  for (const one of tiles()) one.tabIndex = one === tile ? 0 : -1;
  tile.focus();
}
document.addEventListener("keydown", (event) => {
  const tile = event.target.closest?.(".live button.matchy-tile");
  if (event.target.id === "find" && event.key === "Enter") {  // not the whole form
    event.preventDefault();
    const [first] = shown();
    if (first?.dataset.picture) rove(first);
    else first?.querySelector("input").focus();
  }
  if (event.key === "Escape" && held >= 0 && picker() && !large().open) {
    held = -1;
    draw();
  }
  if (!tile || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = shown(), at = all.indexOf(tile);
  const columns = all.filter((one) => one.offsetTop === all[0].offsetTop).length;
  const ahead = getComputedStyle(tile).direction === "rtl" ? -1 : 1;
  const to = { ArrowRight: at + ahead, ArrowLeft: at - ahead, ArrowDown: at + columns, ArrowUp: at - columns, Home: 0, End: all.length - 1 }[event.key];
  const place = Number(event.key) - 1;
  if (to !== undefined) {
    event.preventDefault();
    if (all[to]) rove(all[to]);
  } else if (place >= 0 && place < lists().length) {
    const pictures = row().map((picture) => (picture === id(tile) ? "" : picture));
    pictures[place] = id(tile);
    put(pictures);
    tell(slots()[place].getAttribute("aria-label"));
  } else if (event.key === "i") look(tile);
});
document.addEventListener("focusin", ({ target }) => {
  if (target.id !== "find" || held < 0) return;
  held = -1;
  draw();
});
document.addEventListener("input", ({ target }) => {
  if (target.id !== "find") return;
  const wanted = target.value.trim().toLocaleLowerCase();
  for (const tile of tiles()) tile.hidden = !label(tile).toLocaleLowerCase().includes(wanted);
  const names = shown().map(label);
  tell(names.length ? names.slice(0, 6).join(", ") : document.getElementById("told").dataset.none);
  const [first] = shown();
  if (first?.dataset.picture) for (const tile of tiles()) tile.tabIndex = tile === first ? 0 : -1;
});

// ---- a picker that has come ----

function prepare() {
  if (!picker() || form().classList.contains("live")) return;
  held = -1;
  form().classList.add("live");
  if (!lists().length) return;
  tiles().forEach((tile, at) => {
    tile.tabIndex = at ? -1 : 0;
    tile.append(Object.assign(document.createElement("span"), { className: "no" }));
  });
  draw();
}
document.addEventListener("change", ({ target }) => { if (target.name === "images" && form()?.classList.contains("live")) draw(); });
// What is missing is at the tray, not in a list that nobody sees.
document.addEventListener("invalid", (event) => {
  if (!event.target.matches(".live select[name=images]")) return;
  event.preventDefault();
  slots()[row().indexOf("")].focus();
}, true);
document.addEventListener("htmx:after:swap", prepare);
prepare();
