// The screen stays on while the page is seen, from the first tap on.
if (navigator.wakeLock) {
  const stay = () => { if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {}); };
  document.addEventListener("pointerdown", () => {
    stay();
    document.addEventListener("visibilitychange", stay);
  }, { once: true });
}
