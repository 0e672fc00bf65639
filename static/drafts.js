// A choice half made, a name half typed: kept on this device until it is sent or no longer asked for, so that a
// reload, a return, a turned tablet and what others do leave it alone.

const KEPT = `draft ${room.dataset.code} `;
const sending = new Set();
const restored = new WeakSet();

function drawer() {
  try { return sessionStorage; } catch { return null; }  // a browser that keeps nothing
}
const drafts = drawer();

function panel() { return document.getElementById("panel"); }
function askOf(form) { return form.querySelector("input[name=ask]")?.value ?? ""; }
function keyOf(form) { return `${KEPT}${form.id} ${askOf(form)}`; }
function keepable(form) { return form?.id && !form.matches("[hx-trigger]") && form.matches("#panel form"); }
function fields(form) {
  return [...form.elements].filter((field) => field.name && field.matches("select, textarea, input:not([type=hidden], [type=file])"));
}
function named(field, nth) { return isTicked(field) ? `${field.name} ${field.value}` : `${field.name} ${nth}`; }
function isTicked(field) { return field.matches("[type=radio], [type=checkbox]"); }
function value(field) { return isTicked(field) ? field.checked : field.value; }
function original(field) {
  if (isTicked(field)) return field.defaultChecked;
  if (field.localName !== "select") return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
}

function keep(event) {
  const { form } = event.target;
  if (!keepable(form)) return;
  const changed = fields(form).map((field, nth) => [named(field, nth), value(field), original(field)])
    .filter(([, now, before]) => now !== before).map(([name, now]) => [name, now]);
  if (changed.length) drafts.setItem(keyOf(form), JSON.stringify(changed));
  else drafts.removeItem(keyOf(form));
}
function restore(form) {
  const key = keyOf(form), draft = drafts.getItem(key);
  if (!draft || restored.has(form) || sending.has(key)) return;
  restored.add(form);
  const kept = new Map(JSON.parse(draft));
  fields(form).forEach((field, nth) => {
    const name = named(field, nth);
    if (!kept.has(name) || value(field) === kept.get(name)) return;
    if (isTicked(field)) field.checked = kept.get(name);
    else field.value = kept.get(name);
    if (field.matches("textarea, input:not([type])")) field.setSelectionRange(field.value.length, field.value.length);
    for (let within = field.closest("details"); within; within = within.parentElement.closest("details")) within.open = true;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
function restoreAll() {
  if (!panel()) return;
  prune();
  for (const form of panel().querySelectorAll("form")) if (keepable(form)) restore(form);
}
function prune() {  // what is not asked any more; while a match is paused, nothing is
  const asked = [...panel().querySelectorAll("input[name=ask]")].map((input) => input.value);
  const lobby = panel().dataset.game === "lobby", over = panel().querySelector("[action$='/replay']");
  for (const key of keys()) {
    const ask = key.slice(key.lastIndexOf(" ") + 1);
    if (lobby ? ask : over || (asked.length && !asked.includes(ask))) drafts.removeItem(key);
  }
}
function drop(form) {  // and whatever else was kept for the same ask
  const ask = askOf(form);
  drafts.removeItem(keyOf(form));
  if (ask) for (const key of keys()) if (key.endsWith(` ${ask}`)) drafts.removeItem(key);
}
function keys() { return Object.keys(drafts).filter((key) => key.startsWith(KEPT)); }
function forget() { for (const key of keys()) drafts.removeItem(key); }

if (drafts) {
  document.addEventListener("input", keep);
  document.addEventListener("change", keep);
  document.addEventListener("htmx:before:request", ({ target }) => { if (keepable(target)) sending.add(keyOf(target)); });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const form = ctx.sourceElement;
    if (form.localName === "form" && form.id && ctx.response.status < 400) drop(form);
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.localName !== "form") return;
    sending.delete(keyOf(ctx.sourceElement));
    restoreAll();
  });
  document.addEventListener("htmx:after:swap", restoreAll, true);  // before focus goes back to what was folded
  room.addEventListener("ended", forget);
  restoreAll();
}
