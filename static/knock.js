// Somebody knocked: look every few seconds whether the door is open, but never while they type.
setInterval(() => {
  if (!document.activeElement?.matches("#name")) location.reload();
}, 3000);
