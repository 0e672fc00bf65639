// A TV asks for a room by itself: nobody types on a remote.
(function () {
  var form = document.getElementById("open");
  var request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  request.setRequestHeader("Content-Type", "application/x-www-form-urlencoded");
  request.onload = function () {
    var answer = JSON.parse(request.responseText);
    if (request.status === 201) location.replace(answer.url);
    else document.getElementById("line").textContent = answer.detail;
  };
  request.send("tv=1");
})();
