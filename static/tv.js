// The TV reads the same messages as the phones, without htmx, in the syntax of 2019 browsers.
(function () {
  var room = document.getElementById("room");
  var line = document.getElementById("line");
  var stream = null;

  function show(islands) {
    var parts = new DOMParser().parseFromString(islands, "text/html").querySelectorAll("hx-partial");
    for (var i = 0; i < parts.length; i++) {
      var fresh = parts[i].firstElementChild, old = document.getElementById(fresh.id);
      if (old && !same(old, fresh)) put(old, document.importNode(fresh, true));
    }
    set();
    window.soulroomShow.heed();
  }
  function same(old, fresh) { return fresh.dataset.key && old.dataset.key === fresh.dataset.key; }
  function put(old, fresh) {
    if (fresh.id === "people") keep(old, fresh, false);
    else {
      old.parentNode.replaceChild(fresh, old);
      if (fresh.id.indexOf("soul-") === 0) window.soulroomSound.face(fresh);
    }
  }
  // A row in which some are new: the others stay where they are, and go on breathing.
  function keep(old, fresh, waking) {
    old.className = fresh.className;
    for (var i = 0; i < fresh.attributes.length; i++) old.setAttribute(fresh.attributes[i].name, fresh.attributes[i].value);
    var children = Array.prototype.slice.call(fresh.children);
    children.forEach(function (child, at) {
      var known = child.id && document.getElementById(child.id);
      if (known && known.parentNode === old && child.id === "cast") return keep(known, child, true);
      var stays = known && same(known, child), one = stays ? known : child;
      if (known && !stays) known.parentNode.removeChild(known);
      if (one !== old.children[at]) old.insertBefore(one, old.children[at] || null);
      if (!known && waking && child.id) wake(child);
    });
    while (old.children.length > children.length) old.removeChild(old.lastElementChild);
  }
  function wake(soul) {
    soul.classList.add("waking");
    window.soulroomSound.wake(soul);
  }
  // Two equal hops in turn, so that each one starts anew.
  function hop(soul) {
    if (!soul) return;
    soul.className = soul.className === "hops" ? "hops-again" : "hops";
    window.soulroomSound.wake(soul);
  }
  // The stage as the picture on it wants it.
  function set() {
    var board = document.getElementById("board");
    document.body.className = "tv g-" + board.dataset.game + (board.querySelector(".full") ? " alone" : "") +
      (board.querySelector(".marquee.back") ? " back" : "") + (document.getElementById("exit") ? " demo" : "");
    window.soulroomSound.dress();
  }
  // The room has gone: nobody is asked for it any more, and the remote's OK opens a new table.
  function goodbye() {
    talk.stop();
    stream.close();
    history.replaceState(null, "", "/tv");
    line.textContent = "";
    document.getElementById("live").textContent = "";
    room.parentNode.replaceChild(document.importNode(document.getElementById("gone").content, true), room);
    document.getElementById("open").querySelector("button").focus();
  }
  function end(_, how) {
    if (how === "again") location.reload();
    else goodbye();
  }
  function open() {
    if (stream) stream.close();
    stream = new EventSource(room.getAttribute("data-events"));
    stream.onmessage = function (event) { if (talk.heard(event.lastEventId)) show(event.data); };
    stream.onerror = function () { if (this.readyState === 2) talk.doubt(); };
    stream.addEventListener("beat", function () { talk.heard(""); });
    stream.addEventListener("hop", function (event) {
      talk.heard("");
      hop(document.getElementById("soul-" + event.data));
    });
    stream.addEventListener("ended", function (event) { end("", event.data); });
  }
  var talk = window.soulroomLine(room.getAttribute("data-events").replace("/events?", "/islands?"), room.getAttribute("data-version"), {
    show: show,
    tell: end,
    gone: goodbye,
    lost: function (yes) { line.textContent = yes ? line.getAttribute("data-lost") : ""; },
    reopen: open
  });
  set();
  open();
  window.addEventListener("pageshow", function (event) { if (event.persisted) open(); });
})();
