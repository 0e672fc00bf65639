// The TV reads the same messages as the phones, without htmx, in the syntax of 2019 browsers.
(function () {
  var room = document.getElementById("room");
  var line = document.getElementById("line");
  var stream = null;

  function show(islands) {
    var parsed = new DOMParser().parseFromString(islands, "text/html");
    var fresh = parsed.querySelectorAll("[data-key]");
    for (var i = 0; i < fresh.length; i++) {
      var old = document.getElementById(fresh[i].id);
      if (old && old.getAttribute("data-key") !== fresh[i].getAttribute("data-key")) {
        old.parentNode.replaceChild(document.importNode(fresh[i], true), old);
      }
    }
    if (window.soulroomSound) window.soulroomSound.heed(document.getElementById("board"));
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
  function open() {
    if (stream) stream.close();
    stream = new EventSource(room.getAttribute("data-events"));
    stream.onmessage = function (event) { if (talk.heard(event.lastEventId)) show(event.data); };
    stream.onerror = function () { if (this.readyState === 2) talk.doubt(); };
    stream.addEventListener("beat", function () { talk.heard(""); });
    stream.addEventListener("ended", goodbye);
  }
  var talk = window.soulroomLine(room.getAttribute("data-events").replace("/events?", "/islands?"), room.getAttribute("data-version"), {
    show: show,
    tell: goodbye,
    gone: goodbye,
    lost: function (yes) { line.textContent = yes ? line.getAttribute("data-lost") : ""; },
    reopen: open
  });
  open();
  window.addEventListener("pageshow", function (event) { if (event.persisted) open(); });
})();
