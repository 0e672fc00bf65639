// Sounds are made here, from sines: a tick when the table moves on, and each pair's two notes when they earn a chip.
(function () {
  var button = document.getElementById("sound");
  var audio = null, on = false, phase = null;
  var SCALE = [262, 294, 330, 392, 440, 523, 587, 659];

  function note(pitch, at, long) {
    var start = audio.currentTime + at, tone = audio.createOscillator(), gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(0.16, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + long);
    tone.connect(gain);
    gain.connect(audio.destination);
    tone.start(start);
    tone.stop(start + long);
  }
  function heed(board) {
    button.className = board && board.getAttribute("data-game") === "lobby" ? "sound button" : "sound";
    var shown = board && board.querySelector("[data-phase]");
    var now = shown ? shown.getAttribute("data-phase") : null;
    if (now === phase) return;
    phase = now;
    if (!on || !shown) return;
    note(196, 0, 0.12);
    var pairs = (shown.getAttribute("data-notes") || "").trim().split(" ");
    for (var i = 0; i < pairs.length; i++) {
      var both = pairs[i].split("+");
      if (both.length === 2) {
        note(SCALE[both[0]], 2.6 + i * 0.3, 0.9);
        note(SCALE[both[1]], 2.6 + i * 0.3, 0.9);
      }
    }
  }
  function turn(to) {
    audio = audio || new (window.AudioContext || window.webkitAudioContext)();
    audio.resume();
    on = to;
    button.setAttribute("aria-pressed", String(on));
    button.textContent = button.getAttribute(on ? "data-on" : "data-off");
    if (on) note(523, 0, 0.4);
  }
  button.addEventListener("click", function () { turn(!on); });
  // Any key of a remote will do; on the button, OK is a click anyway. Escape counts as no press in browsers.
  document.addEventListener("keydown", function (event) {
    var clicks = event.target === button && (event.key === "Enter" || event.key === " ");
    if (!on && !clicks && event.key !== "Escape") turn(true);
  });
  window.soulroomSound = { heed: heed };
  heed(document.getElementById("board"));
})();
