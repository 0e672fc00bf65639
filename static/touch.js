// What a phone lets its owner feel: it is your turn, that is locked in, you knew it. Only where a phone can, and only
// while its owner wants it: the switch in the menu is remembered on the device.

const FEEL = "soulroom vibration";
const TURN = 40, LOCK = 15;

function feels() {
  try { return localStorage.getItem(FEEL) !== "off"; } catch { return true; }  // a browser that keeps nothing
}
function buzz(pattern) {
  if (feels() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(String(pattern).split(" ").map(Number));
}
let asked = isAsked();
function isAsked() { return !!document.querySelector("#panel .lock, #panel form[id^=f-] button:not(.quiet)"); }

if (navigator.vibrate) {
  soulroomShow.touch(buzz);
  document.addEventListener("htmx:after:swap", () => {
    const before = asked;
    asked = isAsked();
    if (asked && !before) buzz(TURN);
    const control = document.getElementById("feel");  // the menu is open
    if (!control) return;
    control.checked = feels();
    control.closest("label").hidden = false;
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.getAttribute("action")?.endsWith("/moves") && ctx.response.status < 300) buzz(LOCK);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id !== "feel") return;
    try { localStorage.setItem(FEEL, target.checked ? "on" : "off"); } catch { return; }
    buzz(TURN);
  });
}
