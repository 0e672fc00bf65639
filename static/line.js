// The rule of silence. Proxies hold event streams back, so a stream that has said nothing for five seconds is not
// waited for: the page looks by itself, every two seconds, until the stream speaks again and is not behind.
// In the syntax of 2019 browsers.
(function () {
  var SILENT = 5000, EVERY = 2000;
  var BEHIND = 30000;  // after a look brought what the stream had not: how long both are listened to
  var QUIET = 9000, SELDOM = 30000;  // when a silent stream is opened anew; how often where looking works
  var PATIENCE = 8000, REFUSED = 30000;

  function read(text) {
    var message = { event: "", id: "", data: "" }, lines = text.split("\n");
    for (var i = 0; i < lines.length; i++) {
      var colon = lines[i].indexOf(": "), name = lines[i].slice(0, colon), value = lines[i].slice(colon + 2);
      if (name === "data") message.data += value + "\n";
      else if (name === "id" || name === "event") message[name] = value;
    }
    return message;
  }
  function isNews(islands) {
    var keys = /id="([\w-]+)" data-key="([^"]*)"/g, found;
    while ((found = keys.exec(islands))) {
      var shown = document.getElementById(found[1]);
      if (shown && shown.getAttribute("data-key") !== found[2]) return true;
    }
    return false;
  }

  // `page` does what depends on the page: show(islands), tell(event, data), gone(), lost(yes), reopen().
  window.soulroomLine = function (url, version, page) {
    var now = function () { return performance.now(); };
    var shown = Number(version), heard = now(), answered = -1, behind = -BEHIND, opened = heard;
    var next = 0, held = 0, anew = 0, lost = false, request = null;
    var pulse = setInterval(beat, 500);

    function beat() {
      if (document.hidden || now() < held) return;
      var silence = now() - heard;
      if (!request && now() >= next && (silence > SILENT || now() - behind < BEHIND)) look();
      if (silence > QUIET && now() - opened > (anew && answered > heard ? SELDOM : QUIET)) {
        opened = now();
        anew += 1;
        page.reopen();
      }
      check();
    }
    function check() {
      var was = lost;
      lost = now() - Math.max(heard, answered) > QUIET;
      if (lost || was) page.lost(lost);
    }
    function look() {
      var asked = request = new XMLHttpRequest();
      asked.open("GET", url + "&since=" + shown);
      asked.timeout = PATIENCE;
      asked.onloadend = function () {
        if (request !== asked) return;
        request = null;
        next = now() + EVERY;
        if (asked.getResponseHeader("X-Soulroom")) understand(asked);  // else a proxy or a portal said something
      };
      asked.send();
    }
    function understand(answer) {
      if (answer.status === 403 || answer.status === 404 || answer.status === 410) {
        stop();
        page.gone();
      } else if (answer.status === 200 || answer.status === 204) {
        answered = now();
        check();
        if (answer.status === 200) take(read(answer.responseText));
      } else held = now() + (Number(answer.getResponseHeader("Retry-After")) * 1000 || REFUSED);
    }
    function take(message) {
      if (message.event) return page.tell(message.event, message.data.trim());
      if (isNews(message.data)) behind = now();
      shown = Number(message.id);
      page.show(message.data);
    }
    function stop() {
      clearInterval(pulse);
      if (request) request.onloadend = null;
    }

    document.addEventListener("visibilitychange", function () {
      if (document.hidden) return;
      heard = now() - SILENT;
      opened = now();
    });
    return {
      // The stream has spoken; false if it says what is older than what is shown.
      heard: function (id) {
        if (id && Number(id) < shown) return false;
        if (id) shown = Number(id);
        heard = now();
        anew = 0;
        check();
        return true;
      },
      // Something is wrong with the stream: look now.
      doubt: function () { heard = Math.min(heard, now() - SILENT - 1); },
      stop: stop
    };
  };
})();
