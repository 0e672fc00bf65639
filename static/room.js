// What a room's page adds to htmx: islands it already shows are left alone, focus survives, refusals are
// spoken, and a line that has gone quiet is opened anew whatever the reason.

const room = document.getElementById("room");
const notice = document.getElementById("notice");
const line = document.getElementById("line");
const sheet = document.getElementById("sheet");

// ---- a screen that is wide, or would be if it were turned, gets the stage; htmx connects after this line has run ----

if (Math.max(screen.width, screen.height, innerWidth) >= 1024) {
  room.setAttribute("hx-sse:connect", `${room.getAttribute("hx-sse:connect")}&wide=1`);
  for (const href of room.querySelector("[data-styles]").dataset.styles.split(" "))
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

// ---- what only other games need is fetched once this one is there, or when another is chosen before ----

function fetchRest() {
  for (const file of room.dataset.rest.split(" ").filter(Boolean)) {
    document.head.append(file.endsWith(".css")
      ? Object.assign(document.createElement("link"), { rel: "stylesheet", href: file })
      : Object.assign(document.createElement("script"), { src: file, async: false }));
  }
  room.dataset.rest = "";
}
addEventListener("load", fetchRest);

// ---- islands ----

let focused = null, unfolded = [], shelf = 0, question = heading();
function heading() { return document.getElementById("heading")?.textContent; }
document.addEventListener("htmx:before:swap", (event) => {
  fetchRest();
  const { tasks } = event.detail;
  for (let i = tasks.length - 1; i >= 0; i--) {
    const { type, target, fragment } = tasks[i];
    const fresh = fragment?.firstElementChild;
    if (type === "partial" && target?.dataset.key && target.dataset.key === fresh?.dataset.key) tasks.splice(i, 1);
  }
  const { activeElement } = document;
  focused = activeElement === document.body || sheet.contains(activeElement) ? null : activeElement;
  shelf = document.getElementById("posters")?.scrollLeft;
  unfolded = [...document.querySelectorAll("#panel details[open][id]")].map((details) => details.id);
});
document.addEventListener("htmx:after:swap", () => {
  document.body.className = `g-${document.getElementById("panel").dataset.game}`;
  soulroomShow.heed();
  if (question === heading()) for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  else scrollTo(0, 0);
  question = heading();
  document.getElementById("posters")?.scrollTo(shelf, 0);
  if (!focused || focused.isConnected) return;
  const again = focused.id && document.getElementById(focused.id);
  if (again) again.focus({ preventScroll: true });
  else document.getElementById("heading")?.focus({ preventScroll: true });
  focused = null;
});

// ---- the toy: two equal bounces in turn, so that each one starts anew; and the chosen cover in sight ----

document.addEventListener("click", ({ target }) => {
  const toy = target.closest("#toy");
  if (toy) toy.dataset.bounce = toy.dataset.bounce === "a" ? "b" : "a";
});
const posters = document.getElementById("posters");
if (posters) posters.scrollLeft = posters.querySelector("[aria-pressed=true]").closest("li").offsetLeft - 40;

// ---- what was refused; what a proxy, a portal or nobody answered is neither shown nor believed ----

let fading;
function say(text) {
  clearTimeout(fading);
  (sheet.open ? sheet : document.body).append(notice);  // what is modal would cover it
  notice.textContent = text;
  if (text) fading = setTimeout(() => say(""), 6000);
}
document.addEventListener("htmx:before:response", (event) => {
  const { response, sourceElement } = event.detail.ctx;
  if (response.headers.get("X-Soulroom")) return;
  event.preventDefault();
  if (sourceElement !== room) say(notice.dataset.unsent);
});
document.addEventListener("htmx:after:request", (event) => {
  const { response, text, request, sourceElement } = event.detail.ctx;
  if (sourceElement === room) talk.doubt();
  else if (response.headers.get("HX-Redirect")) {  // they left; the stream says so, too
    event.preventDefault();
    room.dispatchEvent(new CustomEvent("ended", { detail: { data: "/" } }));
  } else if (response.status >= 400) say(text);
  else if (request.method !== "GET") {
    say("");
    fold(document.getElementById("change"));
  }
});
function fold(details) {  // done with changing an answer, also when it stayed the same
  unfolded = unfolded.filter((id) => id !== details?.id);  // also when a swap is under way
  if (!details?.open) return;
  const inside = details.contains(document.activeElement);
  details.open = false;
  if (inside) details.querySelector("summary").focus();
}
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (ctx?.request && ctx.sourceElement !== room) say(notice.dataset.unsent);
});

// ---- the line to the server ----

let connection = null;
const talk = soulroomLine(room.getAttribute("hx-sse:connect").replace("/events?", "/islands?"), room.dataset.version, {
  show: (islands) => htmx.swap({ text: islands, sourceElement: room, swap: "none" }),
  tell: (event, data) => room.dispatchEvent(new CustomEvent(event, { detail: { data } })),
  gone: () => go("."),
  lost(yes) {
    line.classList.toggle("well", !yes);
    if (yes) line.textContent = navigator.onLine ? line.dataset.lost : line.dataset.offline;
    else {
      line.textContent = line.dataset.back;
      setTimeout(() => { if (line.classList.contains("well")) line.textContent = ""; }, 1500);
    }
  },
  reopen: () => connection?.reader?.cancel(),  // htmx then opens it again by itself
});
document.addEventListener("htmx:sse:before:message", (event) => {
  const { message } = event.detail;
  if (!talk.heard(message.event ? "" : message.id)) event.preventDefault();
});
document.addEventListener("htmx:sse:after:connection", (event) => { connection = event.detail.connection; });
document.addEventListener("htmx:sse:error", (event) => { if (event.detail.status) talk.doubt(); });

let going = false;
function go(where) {
  if (going) return;
  going = true;
  talk.stop();
  location.assign(where === "/" ? "/" : `${location.pathname}?seat=${room.dataset.seat}`);
}
room.addEventListener("ended", (event) => go(event.detail.data));
room.addEventListener("elsewhere", () => {
  talk.stop();
  document.body.replaceChildren(document.getElementById("elsewhere").content.cloneNode(true));
});
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
addEventListener("online", () => { connection?.reader?.cancel(); connection?.delayCanceller?.(); });
