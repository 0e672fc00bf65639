// What a room's page adds to htmx: islands it already shows are left alone, focus survives, refusals are
// spoken, and a line that has gone quiet is opened anew whatever the reason.

const room = document.getElementById("room");
const notice = document.getElementById("notice");
const line = document.getElementById("line");
const sheet = document.getElementById("sheet");

// ---- a wide screen without a TV has room for the board; htmx connects after this line has run ----

const wide = matchMedia("(min-width: 1024px)");
if (wide.matches) room.setAttribute("hx-sse:connect", `${room.getAttribute("hx-sse:connect")}&wide=1`);
wide.addEventListener("change", () => location.reload());

// ---- islands ----

let focused = null, unfolded = [], question = heading();
function heading() { return document.getElementById("heading")?.textContent; }
document.addEventListener("htmx:before:swap", (event) => {
  const { tasks } = event.detail;
  for (let i = tasks.length - 1; i >= 0; i--) {
    const { type, target, fragment } = tasks[i];
    const fresh = fragment?.firstElementChild;
    if (type === "partial" && target?.dataset.key && target.dataset.key === fresh?.dataset.key) tasks.splice(i, 1);
  }
  focused = document.activeElement === document.body ? null : document.activeElement;
  unfolded = [...document.querySelectorAll("#panel details[open][id]")].map((details) => details.id);
});
document.addEventListener("htmx:after:swap", () => {
  if (question === heading()) for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  else scrollTo(0, 0);
  question = heading();
  if (!focused || focused.isConnected) return;
  const again = focused.id && document.getElementById(focused.id);
  if (again) again.focus({ preventScroll: true });
  else if (!sheet.open) document.getElementById("heading")?.focus({ preventScroll: true });
  focused = null;
});

// ---- what was refused ----

let fading;
function say(text) {
  clearTimeout(fading);
  notice.textContent = text;
  if (text) fading = setTimeout(() => say(""), 6000);
}
document.addEventListener("htmx:after:request", (event) => {
  const { response, text, request } = event.detail.ctx ?? {};
  if (!response || response.headers?.get?.("Content-Type")?.includes("event-stream")) return;
  if (response.status >= 400) say(text.length < 300 ? text : "");
  else if (request?.method !== "GET") {
    say("");
    fold(document.getElementById("change"));
    if (sheet.open) sheet.close();
  }
});
function fold(details) {  // done with changing an answer, also when it stayed the same
  if (!details?.open) return;
  const inside = details.contains(document.activeElement);
  details.open = false;
  if (inside) details.querySelector("summary").focus();
}
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (ctx?.request?.method && ctx.request.method !== "GET") say(notice.dataset.unsent);
});

// ---- the sheet: menu and help ----

document.addEventListener("htmx:after:swap", () => {
  if (!sheet.open && sheet.childElementCount) { sheet.showModal(); document.getElementById("sheet-title")?.focus(); }
});
sheet.addEventListener("click", (event) => {
  if (event.target === sheet || event.target.closest("#sheet-close")) { event.preventDefault(); sheet.close(); }
});
sheet.addEventListener("close", () => sheet.replaceChildren());

// ---- the line to the server ----

const QUIET = 9000, LOST = 30000;
let heard = Date.now(), lost = false, connection = null;

function alive() {
  heard = Date.now();
  if (!lost) return;
  lost = false;
  line.textContent = line.dataset.back;
  line.classList.add("well");
  setTimeout(() => { if (!lost) line.textContent = ""; }, 1500);
}
document.addEventListener("htmx:sse:before:message", alive);
document.addEventListener("htmx:sse:after:connection", (event) => { connection = event.detail.connection; alive(); });
room.addEventListener("ended", (event) => location.assign(event.detail.data === "/" ? "/" : location.href));
room.addEventListener("elsewhere", () => {
  clearInterval(watch);
  document.body.replaceChildren(document.getElementById("elsewhere").content.cloneNode(true));
});

const watch = setInterval(async () => {
  const silence = Date.now() - heard;
  if (document.hidden || silence < QUIET) return;
  lost = true;
  line.classList.remove("well");
  line.textContent = navigator.onLine ? line.dataset.lost : line.dataset.offline;
  connection?.reader?.cancel();  // htmx then opens it again by itself
  if (silence < LOST || !navigator.onLine) return;
  heard = Date.now() - QUIET;
  const reached = await fetch("/healthz", { cache: "no-store" }).then((answer) => answer.ok, () => false);
  if (reached) location.reload();
}, 500);

document.addEventListener("visibilitychange", () => { if (!document.hidden) heard = Date.now(); });
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
addEventListener("online", () => { connection?.reader?.cancel(); connection?.delayCanceller?.(); });
