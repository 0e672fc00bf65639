// The TV reads the same messages as the phones, without htmx, in the syntax of 2019 browsers.
(function () {
  var room = document.getElementById("room");
  var line = document.getElementById("line");
  var stream = null, heard = Date.now();

  function show(event) {
    heard = Date.now();
    line.textContent = "";
    var parsed = new DOMParser().parseFromString(event.data, "text/html");
    var fresh = parsed.querySelectorAll("[data-key]");
    for (var i = 0; i < fresh.length; i++) {
      var old = document.getElementById(fresh[i].id);
      if (old && old.getAttribute("data-key") !== fresh[i].getAttribute("data-key")) {
        old.parentNode.replaceChild(document.importNode(fresh[i], true), old);
      }
    }
    if (window.soulroomSound) window.soulroomSound.heed(document.getElementById("board"));
  }
  function open() {
    if (stream) stream.close();
    stream = new EventSource(room.getAttribute("data-events"));
    stream.onmessage = show;
    stream.addEventListener("beat", function () { heard = Date.now(); line.textContent = ""; });
    stream.addEventListener("ended", function () { location.reload(); });
  }
  setInterval(function () {
    if (Date.now() - heard < 9000) return;
    heard = Date.now() - 5000;
    line.textContent = line.getAttribute("data-lost");
    open();
  }, 1500);
  window.addEventListener("pageshow", function () { heard = Date.now(); open(); });
})();
