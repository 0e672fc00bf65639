// The screen stays on from the first press on. Where there is no wake lock (plain http, a TV), a tiny silent film
// plays: nothing dims a screen that plays one. In the syntax of 2019 browsers.
(function () {
  var onTv = document.body.classList.contains("tv");  // some TVs have a wake lock that hangs
  var film = null;

  function make() {
    var canvas = document.createElement("canvas"), made = document.createElement("video"), frames = 0;
    if (!canvas.captureStream) return null;
    canvas.width = canvas.height = 2;
    var brush = canvas.getContext("2d");
    setInterval(function () {
      brush.fillStyle = ++frames % 2 ? "#000" : "#010101";
      brush.fillRect(0, 0, 2, 2);
    }, 500);
    made.className = "film";
    made.muted = true;
    ["muted", "playsinline"].forEach(function (name) { made.setAttribute(name, ""); });
    made.setAttribute("aria-hidden", "true");
    made.srcObject = canvas.captureStream(2);
    return document.body.appendChild(made);
  }
  function play() {
    film = film || make();
    var playing = film && film.paused ? film.play() : null;
    if (playing) playing.catch(function () {});  // the next press tries again
  }
  function stay() {
    if (document.hidden) return;
    if (navigator.wakeLock && !onTv) navigator.wakeLock.request("screen").catch(play);
    else play();
  }
  function first() {
    document.removeEventListener("click", first, true);
    document.removeEventListener("keydown", first, true);
    document.addEventListener("visibilitychange", stay);
    stay();
  }
  document.addEventListener("click", first, true);
  document.addEventListener("keydown", first, true);
})();
