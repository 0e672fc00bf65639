// The beat clock. A picture with `data-beats` comes to light step by step: whatever knows a truth waits for the same
// beat, on the TV, on phones, in what is said and in what is heard. The list of beats is the game's.
// A picture that was there when the page was loaded is shown as it ends. In the syntax of 2019 browsers.
(function () {
  var WITH_TV = 300;  // a phone beside a TV is a little later than the TV: one looks up first
  var began = {}, timers = [], cue = function () {}, feel = function () {}, live = document.getElementById("live");
  var said = [], speaking = null;

  function read(text) {
    return !text ? [] : text.split(";").map(function (beat) {
      var parts = beat.split(" ");
      return { at: Number(parts[0]), name: parts[1], cue: parts[2] || "", seats: (parts[3] || "").split(",") };
    });
  }
  function lag() { return document.querySelector("body:not(.tv) [data-tv]") ? WITH_TV : 0; }
  function shows() { return Array.prototype.slice.call(document.querySelectorAll("[data-show]")); }
  function each(show, beat, mark) {
    ["from", "until", "on"].forEach(function (when) {
      var waiting = show.querySelectorAll("[data-" + when + '="' + beat.name + '"]');
      for (var i = 0; i < waiting.length; i++) {
        waiting[i].classList.add(mark);
        if (mark === "now" && waiting[i].dataset.feel) feel(waiting[i].dataset.feel);
      }
    });
  }
  // Another picture: its clock begins. The same one again, with something changed: it goes on where it was.
  function begin(show) {
    if (show.classList.contains("playing") || show.dataset.seen) return;
    show.dataset.seen = "yes";
    var id = show.dataset.show, beats = read(show.dataset.beats), now = performance.now();
    if (!(id in began)) began[id] = now + lag();
    var passed = now - began[id], last = beats.length ? beats[beats.length - 1].at : -1;
    if (passed > last) return;
    show.classList.add("playing");
    beats.forEach(function (beat) {
      if (beat.at <= passed) return each(show, beat, "past");
      timers.push(setTimeout(function () { pass(show, beat); }, beat.at - passed));
    });
    timers.push(setTimeout(function () { end(show); }, last - passed + 3000));
  }
  function pass(show, beat) {
    if (!show.classList.contains("playing")) return;
    each(show, beat, "now");
    tell(beat.name);
    if (beat.cue && !show.closest("#panel")) cue(beat.cue, beat.seats.filter(Boolean).map(Number));
  }
  function end(show) {
    show.classList.remove("playing");
    if (!playing()) tell();
  }
  function playing() { return document.querySelector(".playing"); }

  // What is said waits for its beat, too, and nothing is said twice.
  var PAUSE = 140, KEPT = 700;
  function tell(beat) {
    var say = document.getElementById("say");
    if (!say || !live) return;
    var parts = say.querySelectorAll("[data-from]"), all = !beat && !playing();
    for (var i = 0; i < parts.length; i++) if (all || parts[i].dataset.from === beat) speak(parts[i]);
  }
  function speak(part) {
    var text = part.textContent.replace(/\s+/g, " ").trim();
    if (!text || part.dataset.said) return;
    part.dataset.said = "yes";
    said.push(text);
    if (!speaking) speaking = setTimeout(next, PAUSE);
  }
  function next() {
    var text = said.shift();
    speaking = null;
    if (!text) return;
    var line = document.createElement("p");
    line.textContent = text;
    live.appendChild(line);
    setTimeout(function () { if (line.parentNode) live.removeChild(line); }, KEPT * 10);
    if (said.length) speaking = setTimeout(next, PAUSE);
  }

  // Whoever comes is greeted.
  var here = {};
  function greet(silent) {
    var hellos = document.querySelectorAll("#cast .hello"), now = {};
    for (var i = 0; i < hellos.length; i++) {
      var id = hellos[i].parentNode.id;
      now[id] = true;
      if (!silent && !here[id]) speak(hellos[i]);
    }
    here = now;
  }

  // After news: begin what is new, and say what waits for no beat.
  function heed() {
    shows().forEach(begin);
    greet();
    var say = document.getElementById("say");
    if (!say) return;
    var first = say.querySelectorAll(":scope > span:not([data-from])");
    for (var i = 0; i < first.length; i++) speak(first[i]);
    if (!playing()) tell();
  }
  // Whoever is in a hurry: the end, at once.
  function cut() {
    timers.forEach(clearTimeout);
    timers = [];
    shows().forEach(function (show) {
      began[show.dataset.show] = -Infinity;
      show.classList.remove("playing");
    });
    tell();
  }

  shows().forEach(function (show) {  // there already: it is over
    began[show.dataset.show] = -Infinity;
    show.dataset.seen = "yes";
  });
  greet(true);
  var already = document.getElementById("say");
  if (already) {
    var heard = already.querySelectorAll("span");
    for (var i = 0; i < heard.length; i++) heard[i].dataset.said = "yes";
  }
  window.soulroomShow = { heed: heed, cut: cut, hear: function (play) { cue = play; }, touch: function (buzz) { feel = buzz; } };
})();
