// The picture of a match is shared where the browser can; elsewhere, and on plain http, the link saves it.

document.addEventListener("htmx:after:swap", async ({ detail }) => {
  const link = document.getElementById("share");
  if (detail.ctx.target !== sheet || !link || !navigator.canShare) return;
  const answer = await fetch(link.href);
  if (!answer.ok) return;
  const picture = new File([await answer.blob()], link.download, { type: "image/png" });
  if (!navigator.canShare({ files: [picture] })) return;
  link.textContent = link.dataset.share;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    navigator.share({ files: [picture] }).catch(() => {});  // they thought better of it
  });
});
