// The map under arrow keys, and what is chosen there shown in the list, too. Without this script the spaces are radio
// buttons and the actions are chosen the same way.
(function () {
  const KEYS = { e: [1, -1], d: [1, 0], x: [1, 1], z: [-1, 1], a: [-1, 0], w: [-1, -1] };  // clockwise from the north-east
  let lean = 1;  // the last way sideways: up and down go to the neighbour on that side

  const focusable = (key) => key?.querySelector("input") ?? (key?.matches("[tabindex]") ? key : null);

  // Rows are half a space apart; places are counted from the middle, in halves.
  function spot(key) {
    const row = key.parentElement, rows = [...row.parentElement.children];
    return { y: rows.indexOf(row), x: [...row.children].indexOf(key) * 2 - row.children.length };
  }
  function at(map, x, y) {
    const row = map.children[y];
    return row && focusable([...row.children].find((key) => spot(key).x === x));
  }
  function ends(key, end) {
    const keys = [...key.parentElement.children].map(focusable).filter(Boolean);
    return end ? keys.at(-1) : keys[0];
  }
  // The next space that way; a chasm is stepped over.
  function along(map, { x, y }, [right, down]) {
    const step = down ? right : right * 2;
    for (let n = 1; n < 8; n++) {
      const next = at(map, x + step * n, y + down * n);
      if (next) return next;
    }
  }
  function to(key, event) {
    const map = key.closest(".soulfall-keys"), here = spot(key), letter = KEYS[event.key.toLowerCase()];
    if (letter) return along(map, here, letter);
    switch (event.key) {
      case "ArrowLeft": lean = -1; return along(map, here, [-1, 0]);
      case "ArrowRight": lean = 1; return along(map, here, [1, 0]);
      case "ArrowUp": case "ArrowDown": {
        const down = event.key === "ArrowDown" ? 1 : -1;
        return at(map, here.x + lean, here.y + down) ?? at(map, here.x - lean, here.y + down) ?? along(map, here, [lean, down]);
      }
      case "Home": return ends(key, false);
      case "End": return ends(key, true);
    }
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = document.activeElement?.closest?.(".soulfall-key");
    if (event.key === "Escape" && document.querySelector(".soulfall-do:checked:not(#do-menu)")) {
      event.preventDefault();
      document.getElementById("do-menu").checked = true;
      document.getElementById("do-menu").focus();
    } else if (key && event.key === "Enter" && key.querySelector("input:not(:checked)")) {
      event.preventDefault();
      key.querySelector("input").click();
    } else if (key) {
      const next = to(key, event);
      if (next || event.key.startsWith("Arrow")) event.preventDefault();
      next?.focus();
    }
  });

  // One of two radio buttons for the same space is chosen: the other one shows it as well.
  function pair() {
    for (const input of document.querySelectorAll('#panel input[type="radio"][name="space"]')) {
      const chosen = document.querySelector(`#panel input[name="space"][form="${input.getAttribute("form")}"]:checked`);
      (input.closest(".soulfall-key") ?? input.nextElementSibling).classList.toggle("twin", chosen?.value === input.value);
    }
  }
  document.addEventListener("change", ({ target }) => { if (target.name === "space") pair(); });
  document.addEventListener("htmx:after:swap", pair);
})();
