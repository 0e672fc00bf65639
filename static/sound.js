// Sounds are made here, from sines and noise: a cue for each beat of a show, and everybody has a note of their own.
// Nothing is told by sound alone. In the syntax of 2019 browsers.
(function () {
  var button = document.getElementById("sound");
  var audio = null, on = false, out = null;
  var SCALE = [262, 294, 330, 392, 440, 523, 587, 659];

  function tone(pitch, at, long, loud, type, to) {
    var start = audio.currentTime + at, wave = audio.createOscillator(), gain = audio.createGain();
    wave.type = type || "triangle";
    wave.frequency.setValueAtTime(pitch, start);
    if (to) wave.frequency.exponentialRampToValueAtTime(to, start + long * 0.7);
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.001, start + long);
    wave.connect(gain);
    gain.connect(out);
    wave.start(start);
    wave.stop(start + long);
  }
  function noise(at, long, loud, from, to) {
    var start = audio.currentTime + at, count = Math.ceil(audio.sampleRate * long);
    var buffer = audio.createBuffer(1, count, audio.sampleRate), samples = buffer.getChannelData(0);
    for (var i = 0; i < count; i++) samples[i] = Math.random() * 2 - 1;
    var source = audio.createBufferSource(), filter = audio.createBiquadFilter(), gain = audio.createGain();
    source.buffer = buffer;
    filter.type = "lowpass";
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + long);
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + long);
    source.connect(filter);
    filter.connect(gain);
    gain.connect(out);
    source.start(start);
  }
  function note(seat) { return SCALE[seat % SCALE.length]; }
  function bell(pitch, at, long) {
    tone(pitch, at, long, 0.16, "sine");
    tone(pitch * 2, at, long, 0.07, "sine");
  }
  var flicks = 0, steps = 0;
  var CUES = {
    deal: function () { noise(0, 0.06, 0.12, 3000, 900); },
    flick: function () { tone(1200 + 150 * (flicks++ % 4), 0, 0.05, 0.06, "square"); noise(0, 0.04, 0.08, 6000, 3000); },
    breath: function () { noise(0, 0.75, 0.05, 300, 2600); },
    truth: function (notes) { (notes.length ? notes : [440]).forEach(function (pitch) { bell(pitch, 0, 0.6); }); },
    right: function (notes) { notes.forEach(function (pitch, n) { bell(pitch, n * 0.09, 0.4); }); },
    wrong: function () { tone(330, 0, 0.2, 0.06, "triangle", 294); tone(262, 0.16, 0.3, 0.06, "triangle", 220); },
    chip: function (notes) { notes.forEach(function (pitch) { tone(pitch, 0.25, 0.16, 0.12); }); },
    match: function (notes) { notes.forEach(function (pitch) { tone(pitch, 0, 0.6, 0.12); }); },
    count: function () { tone(523, 0, 0.5, 0.12); },
    drum: function () { tone(110, 0, 0.3, 0.2, "sine", 55); noise(0, 0.12, 0.06, 900, 200); },
    soulmates: function (notes) {
      notes.concat(notes.map(function (pitch) { return pitch / 2; })).forEach(function (pitch) { bell(pitch, 0, 2.5); });
      for (var n = 0; n < 12; n++) tone(1500 + Math.random() * 1500, 0.2 + Math.random(), 0.3, 0.02, "sine");
    },
    put: function () { noise(0, 0.08, 0.14, 900, 300); },
    flip: function () { noise(0, 0.05, 0.1, 4000, 1500); tone(flicks++ % 2 ? 660 : 330, 0.02, 0.06, 0.04); },
    line: function () { tone(392, 0, 0.3, 0.08, "sine", 523); },
    soul: function (notes) { notes.forEach(function (pitch) { tone(pitch * 2, 0.6, 0.3, 0.08, "triangle", pitch); }); },
    lid: function () { tone(140, 0, 0.09, 0.2, "sine", 90); noise(0, 0.05, 0.1, 1500, 500); },
    seal: function () { noise(0, 0.12, 0.16, 700, 150); tone(220, 0, 0.3, 0.1, "sine"); },
    gone: function () { noise(0, 0.6, 0.06, 400, 3000); },
    moons: function (notes) {
      notes.forEach(function (pitch) { [0.5, 1, 1.25, 1.5].forEach(function (part) { bell(pitch * part, 0, 1.8); }); });
    },
    press: function () { noise(0, 0.04, 0.1, 1200, 400); },
    page: function () { noise(0, 0.3, 0.1, 900, 4200); },
    register: function (notes) { notes.forEach(function (pitch) { bell(pitch, 0, 0.5); tone(pitch * 2, 0.22, 0.45, 0.06, "sine"); }); },
    twin: function (notes) { notes.forEach(function (pitch, n) { bell(pitch, n * 0.14, 0.4); }); },
    tilt: function () { tone(330, 0, 0.1, 0.06, "triangle", 294); tone(262, 0.08, 0.15, 0.06, "triangle", 220); },
    step: function () { tone(SCALE[steps++ % SCALE.length] * 2, 0, 0.08, 0.05, "square"); noise(0, 0.03, 0.06, 3000, 1200); },
    crossed: function () { [1760, 2637].forEach(function (pitch, n) { tone(pitch, n * 0.03, 1.2, 0.06, "sine"); }); },
    dice: function () { for (var n = 0, at = 0; n < 7; n++, at += 0.05 + n * 0.012) { tone(300 + 60 * (n % 3), at, 0.05, 0.1, "square"); noise(at, 0.03, 0.1, 2200, 700); } },
    print: function () { tone(96 + 14 * (flicks++ % 3), 0, 0.2, 0.2, "sine", 60); noise(0.02, 0.1, 0.08, 2400, 600); },
    duel: function () { for (var n = 0; n < 16; n++) { tone(98, n * 0.128, 0.13, 0.05 + n * 0.006, "sine", 70); noise(n * 0.128, 0.06, 0.02 + n * 0.002, 500, 200); } },
    // Soulfall: what stands on sand, stones, wind and Lords
    tent: function (notes) { noise(0, 0.12, 0.16, 500, 120); notes.forEach(function (pitch) { tone(pitch, 0.05, 0.3, 0.08); }); },
    stones: function () { [0, 0.09].forEach(function (at) { noise(at, 0.06, 0.18, 1400, 300); tone(190, at, 0.06, 0.08, "square", 120); }); },
    shard: function () { tone(1568, 0, 0.2, 0.08, "sine"); tone(2093, 0.05, 0.2, 0.05, "sine"); },
    gust: function () { noise(0, 0.6, 0.14, 300, 4000); },
    lord: function () { bell(131, 0, 0.7); bell(196, 0.06, 0.7); },
    eye: function () { tone(392, 0, 0.18, 0.1, "triangle", 659); },
    tick: function () { tone(900, 0, 0.04, 0.07, "square"); },
    tower: function () { for (var n = 0; n < 8; n++) { noise(n * 0.19, 0.12, 0.12, 600 + n * 120, 150); tone(110 + n * 14, n * 0.19, 0.14, 0.1, "sine"); } }
  };
  function cue(name, seats) { if (on && CUES[name]) CUES[name](seats.map(note)); }
  function seat(soul) { return Array.prototype.indexOf.call(soul.parentNode.children, soul); }

  function dress() {  // large while nothing else is to be pressed
    var large = document.querySelector('#board[data-game="lobby"]') && !on;
    button.className = large ? "sound button" : "sound";
    button.textContent = button.getAttribute(on ? "data-on" : large ? "data-start" : "data-off");
  }
  // Whoever turned it off wants it off tomorrow, too; on it can only be after a press.
  var NAME = "soulroom sound";
  function wanted() {
    try { return localStorage.getItem(NAME) !== "off"; } catch (nothing) { return true; }  // a browser that keeps nothing
  }
  function remember() {
    try { localStorage.setItem(NAME, on ? "on" : "off"); } catch (nothing) { return; }
  }
  function turn(to) {
    if (!audio) {
      audio = new (window.AudioContext || window.webkitAudioContext)();
      out = audio.createDynamicsCompressor();
      out.connect(audio.destination);
    }
    audio.resume();
    on = to;
    remember();
    button.setAttribute("aria-pressed", String(on));
    dress();
    if (on) tone(523, 0, 0.4, 0.12);
  }
  button.addEventListener("click", function () { turn(!on); });
  // Any key of a remote will do; on the button, OK is a click anyway. Escape counts as no press in browsers.
  // While a show plays, a key means: the end, at once.
  document.addEventListener("keydown", function (event) {
    var clicks = event.target === button && (event.key === "Enter" || event.key === " ");
    if (!on && !clicks && event.key !== "Escape" && wanted()) turn(true);
    else if (!clicks) window.soulroomShow.cut();
  });
  window.soulroomShow.hear(cue);
  window.soulroomSound = {
    dress: dress,
    // Somebody wakes, or answers.
    wake: function (soul) {
      if (on) { tone(note(seat(soul)), 0.4, 0.26, 0.12, "triangle", note(seat(soul)) * 1.26); noise(0.4, 0.12, 0.08, 500, 120); }
    },
    face: function (soul) {
      if (on && soul.querySelector(".is-locked")) { tone(180, 0, 0.14, 0.14, "sine", 120); tone(note(seat(soul)), 0.05, 0.3, 0.04); }
    }
  };
  dress();
})();
