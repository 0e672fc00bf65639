// Five photographs are put in order: first tapped, the best first; then moved in a list, by buttons, by Alt with an
// arrow, or by dragging the number. What is sent are the lists below them, which drafts.js keeps; without this script
// they are all there is. Photographs are looked at closer, and photos of one's own are sent.
// In the syntax of 2019 browsers.
(function () {
  var HOLD = 450;  // milliseconds until a held photograph is shown large

  function all(within, selector) { return Array.prototype.slice.call(within.querySelectorAll(selector)); }
  function ranking(inside) { return inside.closest ? inside.closest(".sympathie-rank") : null; }
  function lists(rank) { return all(rank, "select"); }
  function order(rank) { return lists(rank).map(function (list) { return list.value; }).filter(Boolean); }
  function rungs(rank) { return all(rank, ".rung"); }

  function put(rank, photos) {
    lists(rank).forEach(function (list, place) { list.value = photos[place] || ""; });
    lists(rank)[0].dispatchEvent(new Event("change", { bubbles: true }));  // drafts.js keeps it
  }
  // What the lists say is what is seen.
  function show(rank) {
    var photos = order(rank), whole = photos.length === lists(rank).length;
    all(rank, ".snap").forEach(function (snap) {
      var place = photos.indexOf(snap.dataset.photo) + 1;
      snap.setAttribute("aria-pressed", String(place > 0));
      snap.setAttribute("aria-label", snap.dataset.name + (place ? ", " + rank.dataset.place + " " + place : ""));
      snap.querySelector(".rank").textContent = place || "";
    });
    rank.classList.toggle("begun", photos.length > 0);
    rank.querySelector(".first-pass").hidden = whole;
    var ladder = rank.querySelector(".ladder");
    ladder.hidden = !whole;
    if (!whole) return;
    photos.forEach(function (photo, place) {
      var here = rungs(rank)[place];
      if (here.dataset.photo === photo) return;
      var rung = rungs(rank).filter(function (one) { return one.dataset.photo === photo; })[0];
      ladder.insertBefore(rung, here);
    });
  }
  function prepare() {
    all(document, ".sympathie-rank:not(.scripted)").forEach(function (rank) {
      rank.classList.add("scripted");
      show(rank);
    });
  }

  // ---- tapped in order; a tap on one that has its place takes it and all later ones back ----

  function tap(rank, snap) {
    var photos = order(rank), at = photos.indexOf(snap.dataset.photo);
    if (at < 0) photos.push(snap.dataset.photo);
    else photos = photos.slice(0, at);
    put(rank, photos);
    var ladder = rank.querySelector(".ladder");
    if (!ladder.hidden) ladder.querySelector(".look").focus({ preventScroll: true });
  }

  // ---- moved in the list ----

  function move(rung, step, focus) {
    var rank = ranking(rung), photos = order(rank), from = photos.indexOf(rung.dataset.photo), to = from + step;
    if (to < 0 || to >= photos.length) return;
    photos.splice(to, 0, photos.splice(from, 1)[0]);
    put(rank, photos);
    rungs(rank).forEach(function (one) { one.classList.toggle("moved", one === rung); });
    rank.querySelector("[role=status]").textContent = rung.dataset.name + ", " + rank.dataset.place + " " + (to + 1);
    if (focus) focus.focus({ preventScroll: true });
  }
  var dragged = null;
  function drag(event) {
    if (!dragged) return;
    var at = rungs(ranking(dragged)).indexOf(dragged), near = rungs(ranking(dragged));
    var above = near[at - 1], below = near[at + 1];
    if (above && event.clientY < middle(above)) move(dragged, -1);
    else if (below && event.clientY > middle(below)) move(dragged, 1);
  }
  function middle(rung) { var box = rung.getBoundingClientRect(); return box.top + box.height / 2; }

  // ---- looked at closer ----

  function enlarge(rank, photo) {
    var large = rank.querySelector(".sympathie-large"), rung = rungs(rank).filter(function (one) { return one.dataset.photo === photo; })[0];
    var source = rung.querySelector(".look").dataset.large, picture = large.querySelector("img");
    large.dataset.photo = photo;
    large.querySelector(".frame").hidden = !source;
    if (source) picture.src = source;
    large.querySelector("figcaption").textContent = rung.dataset.name;
    if (!large.open) large.showModal();
  }
  function turn(button) {
    var large = button.closest(".sympathie-large"), rank = ranking(large), step = Number(button.dataset.turn);
    if (!step) return large.close();
    var photos = all(rank, ".snap").map(function (snap) { return snap.dataset.photo; });
    if (!rank.querySelector(".ladder").hidden) photos = order(rank);
    enlarge(rank, photos[(photos.indexOf(large.dataset.photo) + step + photos.length) % photos.length]);
  }

  var holding = null, held = false;
  document.addEventListener("pointerdown", function (event) {
    var snap = event.target.closest(".snap"), grip = event.target.closest(".grip");
    held = false;
    if (snap) holding = setTimeout(function () { held = true; enlarge(ranking(snap), snap.dataset.photo); }, HOLD);
    if (grip) { dragged = grip.parentNode; event.preventDefault(); }
  });
  ["pointerup", "pointercancel"].forEach(function (ends) {
    document.addEventListener(ends, function () { clearTimeout(holding); dragged = null; });
  });
  document.addEventListener("pointermove", drag);
  document.addEventListener("contextmenu", function (event) { if (event.target.closest(".snap")) event.preventDefault(); });
  document.addEventListener("click", function (event) {
    var rank = ranking(event.target);
    if (!rank || !rank.classList.contains("scripted")) return;
    var snap = event.target.closest(".snap"), step = event.target.closest(".step");
    var look = event.target.closest(".look"), turned = event.target.closest("[data-turn]");
    if (snap && !held) tap(rank, snap);
    else if (step) move(step.closest(".rung"), Number(step.dataset.step), step);
    else if (look) enlarge(rank, look.closest(".rung").dataset.photo);
    else if (turned) turn(turned);
  });
  document.addEventListener("keydown", function (event) {
    var rung = event.target.closest ? event.target.closest(".rung") : null;
    var step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!rung || !event.altKey || !step) return;
    event.preventDefault();
    move(rung, step, event.target);
  });
  document.addEventListener("change", function (event) { if (ranking(event.target)) show(ranking(event.target)); });
  document.addEventListener("reset", function (event) {
    var rank = event.target.querySelector(".sympathie-rank");
    if (rank) setTimeout(function () { put(rank, order(rank)); });  // once the lists are as they were
  });

  new MutationObserver(prepare).observe(document.documentElement, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", prepare);

  // ---- photos of one's own: one after another, and again when the line has dropped ----

  var TRIES = 5, PATIENCE = 90000;
  var waiting = [], busy = false;

  function key() {  // by which the server knows that it has it already
    var numbers = new Uint8Array(16);
    crypto.getRandomValues(numbers);
    return Array.prototype.map.call(numbers, function (one) { return one.toString(16); }).join("-");
  }
  function tell(which, file, done) {
    var line = document.querySelector("#photos .waiting");
    if (!line) return;  // the sheet was closed; sending goes on
    line.hidden = !which;
    line.querySelector("span").textContent = which ? line.dataset[which] + " " + file.name + (waiting.length ? " (+" + waiting.length + ")" : "") : "";
    line.querySelector("progress").value = done || 0;
  }
  function next() {
    if (busy || !waiting.length) return;
    busy = true;
    var one = waiting.shift();
    send(one.file, one.url, key(), 1);
  }
  function send(file, url, known, turn) {
    var request = new XMLHttpRequest();
    request.open("POST", url + "?key=" + known);
    request.setRequestHeader("HX-Request", "true");
    request.timeout = PATIENCE;
    request.upload.onprogress = function (event) { tell("sending", file, 100 * event.loaded / event.total); };
    request.onloadend = function () {
      var ours = request.getResponseHeader("X-Soulroom"), later = !ours || request.status >= 500 || request.status === 429 || request.status === 408;
      if (later && turn < TRIES) {
        tell("again", file);
        setTimeout(function () { send(file, url, known, turn + 1); }, 1000 * turn * turn);
        return;
      }
      busy = false;
      if (request.status === 204) tell("");
      else if (ours) { tell(""); say(file.name + ": " + request.responseText); }
      else tell("givenUp", file);
      refresh(next);
    };
    request.send(file);
  }
  // The album in the menu as it is now; the one in the lobby comes by the stream.
  function refresh(then) {
    var album = document.querySelector("#sheet #photos");
    if (!album) return then();
    var request = new XMLHttpRequest();
    request.open("GET", "/rooms/" + album.dataset.code + "/menu");
    request.setRequestHeader("HX-Request", "true");
    request.onloadend = function () {
      var fresh = new DOMParser().parseFromString(request.responseText, "text/html").getElementById("photos");
      if (fresh && album.isConnected && !waiting.length) {
        album.parentNode.replaceChild(fresh, album);
        htmx.process(fresh);
      }
      then();
    };
    request.send();
  }
  document.addEventListener("submit", function (event) {
    if (event.target.id !== "f-photo") return;
    event.preventDefault();
    var files = event.target.querySelector("#photo-files");
    for (var i = 0; i < files.files.length; i++) waiting.push({ file: files.files[i], url: event.target.getAttribute("action") });
    files.value = "";
    tell("sending", files.files[0] || waiting[0].file);
    next();
  });
  document.addEventListener("change", function (event) {
    if (event.target.id === "photo-files" && event.target.files.length) event.target.form.requestSubmit ? event.target.form.requestSubmit() : event.target.form.querySelector("button").click();
  });
})();
