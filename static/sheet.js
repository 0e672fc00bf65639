// The sheet: menu, help and scores. A link that asks for it opens it, whatever was done in it closes it.

let opener = null;

document.addEventListener("htmx:after:swap", (event) => {
  const { target, sourceElement } = event.detail.ctx;
  if (target !== sheet) return;
  opener = sourceElement;
  if (!sheet.open) sheet.showModal();
  document.getElementById("sheet-title").focus();
});
document.addEventListener("htmx:after:request", (event) => {
  const { response, request, sourceElement } = event.detail.ctx;
  if (request.method === "GET" || response.status >= 400 || !sheet.contains(sourceElement)) return;
  const { submitter } = request, what = submitter?.ariaLabel || submitter?.textContent || "";
  const picture = sheet.querySelector(".keepsake") && opener;
  shut();
  say(`${notice.dataset.done} ${what.trim()}`);
  if (sourceElement.matches(".sign")) picture?.click();  // it is another now
});
sheet.addEventListener("click", (event) => {
  if (event.target !== sheet && !event.target.closest("#sheet-close")) return;
  event.preventDefault();
  shut();
});
sheet.addEventListener("close", empty);  // by the Escape key, too

function shut() {
  sheet.close();
  empty();
  opener?.focus();
}
function empty() {
  document.body.append(notice);
  if (!sheet.open) sheet.replaceChildren();
}
