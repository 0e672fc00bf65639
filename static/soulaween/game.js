// The mat under a finger or the arrow keys: a tap shows what would happen, "Put here" does it.
// Without this script each cell is a button that puts at once. In the syntax of 2019 browsers.
(function () {
  var COLUMNS = 4;

  function grid() { return document.getElementById("f-put"); }
  function side() {
    var chosen = document.querySelector('.sa-sides input:checked');
    return chosen ? chosen.value : "tamed";
  }
  function cells() { return Array.prototype.slice.call(grid().querySelectorAll("[data-cell]")); }
  function chosen() { return grid() && grid().querySelector(".chosen[data-put]"); }  // htmx lends a new cell the old one's class

  // Which cell was being looked at, as a draft of this room and ask: see drafts.js, which also drops it.
  function draft() {
    return "draft " + document.getElementById("room").dataset.code + " cell " + grid().querySelector("[name=ask]").value;
  }
  function remember(cell) {
    try {
      if (cell) sessionStorage.setItem(draft(), cell.dataset.cell);
      else sessionStorage.removeItem(draft());
    } catch (nothing) { return; }  // a browser that keeps nothing
  }
  function remembered() {
    try {
      return grid().querySelector('.free[data-cell="' + Number(sessionStorage.getItem(draft()) || -1) + '"]');
    } catch (nothing) { return null; }
  }

  function show() {
    var form = grid();
    if (!form) return;
    var here = chosen(), words = document.getElementById("words"), put = document.getElementById("put");
    var flips = here ? (here.dataset.flips || "").split(" ") : [];
    cells().forEach(function (cell) {
      cell.classList.toggle("will-flip", flips.indexOf(cell.dataset.cell) >= 0);
      if (cell.dataset.name) cell.setAttribute("aria-label", cell.dataset.name + ". " + cell.dataset[side()]);
    });
    ["tamed", "panic"].forEach(function (one) {
      form.querySelectorAll(".as-" + one).forEach(function (ghost) { ghost.classList.toggle("shown", one === side()); });
    });
    words.textContent = here ? here.dataset[side()] : words.dataset.tap;
    document.getElementById("would").setAttribute("d", here ? here.dataset[side() + "Line"] : "");
    put.textContent = here ? here.dataset.put : put.dataset.none;
    put.disabled = !here;
    put.value = here ? here.dataset.cell : "";
  }
  function choose(cell) {
    var before = chosen();
    if (before) before.classList.remove("chosen");
    if (cell.classList.contains("free")) cell.classList.add("chosen");
    remember(chosen());
    show();
  }
  function rove(cell) {
    cells().forEach(function (one) { one.tabIndex = one === cell ? 0 : -1; });
  }
  function prepare() {
    if (!grid() || grid().dataset.ready) return;
    grid().dataset.ready = "yes";
    var before = remembered();
    rove(before || grid().querySelector(".free") || cells()[0]);
    if (before) before.classList.add("chosen");
    show();
  }

  document.addEventListener("click", function (event) {
    var cell = event.target.closest ? event.target.closest("#f-put [data-cell]") : null;
    if (!cell) return;
    event.preventDefault();
    rove(cell);
    choose(cell);
  });
  document.addEventListener("change", function (event) { if (event.target.name === "side") show(); });

  document.addEventListener("keydown", function (event) {
    var cell = document.activeElement;
    if (!cell || !cell.dataset || !cell.dataset.cell || !grid()) return;
    var at = Number(cell.dataset.cell), row = Math.floor(at / COLUMNS), column = at % COLUMNS;
    var to = {
      ArrowLeft: column > 0 ? at - 1 : at, ArrowRight: column < COLUMNS - 1 ? at + 1 : at,
      ArrowUp: row > 0 ? at - COLUMNS : at, ArrowDown: row < COLUMNS - 1 ? at + COLUMNS : at,
      Home: event.ctrlKey ? 0 : row * COLUMNS, End: event.ctrlKey ? 15 : row * COLUMNS + COLUMNS - 1
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      rove(cells()[to]);
      cells()[to].focus();
    } else if (event.key === "t" || event.key === "T") {
      var other = document.querySelector('.sa-sides input:not(:checked)');
      other.checked = true;
      show();
    } else if (event.key === "Enter" && cell.classList.contains("chosen")) {
      event.preventDefault();
      document.getElementById("put").click();
    } else if (event.key === "Escape") {
      cell.classList.remove("chosen");
      remember(null);
      show();
    }
  });

  // A cell of several sets chooses the next of them at each tap.
  document.addEventListener("click", function (event) {
    var cell = event.target.closest ? event.target.closest("label[data-sets]") : null;
    if (!cell) return;
    var sets = cell.dataset.sets.split(" "), now = document.querySelector("[name=set]:checked");
    event.preventDefault();
    document.getElementById("set-" + sets[(sets.indexOf(now && now.value) + 1) % sets.length]).click();
  });

  // Whoever is in a hurry taps: what is being shown is then over at once.
  function hurry() { if (document.querySelector(".sa-play.playing")) window.soulroomShow.cut(); }
  document.addEventListener("pointerdown", hurry);
  document.addEventListener("keydown", hurry);

  new MutationObserver(prepare).observe(document.documentElement, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", prepare);
})();
