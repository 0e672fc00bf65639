// Souls on the stage breathe and blink, like a film of paper: a picture every second, so that a TV rests between.
// In the syntax of 2019 browsers.
(function () {
  var GROUPS = 3, STEP = 900, BLINK = 160;
  var tick = 0, calm = window.matchMedia && matchMedia("(prefers-reduced-motion: reduce)");

  setInterval(function () {
    if (document.hidden || (calm && calm.matches)) return;
    var out = tick % GROUPS, seldom = tick % 4 === 0;
    tick += 1;
    document.body.setAttribute("data-out", out + " " + (out + 1) % GROUPS);
    if (!seldom) return;
    document.body.setAttribute("data-blink", String(Math.floor(tick / 4) % GROUPS));
    setTimeout(function () { document.body.removeAttribute("data-blink"); }, BLINK);
  }, STEP);
})();
