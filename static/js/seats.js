/* Seats: tapped in order, moved up and down, or dragged. The number inputs underneath are what is sent. */
"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const COUNT = ["Nobody", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
  const rows = (seating) => all("[data-player]", seating);
  const input = (row) => row.querySelector("input[type=number]");
  const seated = (seating) => rows(seating).filter((row) => input(row).value);
  const fewest = (seating) => Number(seating.dataset.least);
  const name = (row) => `\u2068${row.dataset.name}\u2069`;
  const listed = (names) => [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
  const checked = (form, field) => all(`[name=${field}]:checked`, form).map((box) => box.value);

  /* As ledger/seating.py has it: those who skip, then the dealer and on to his right until enough are left. */
  const resting = (here, dealer, plays, skip) => {
    const out = new Set(here.filter((row) => skip.includes(row.dataset.player)));
    const at = here.findIndex((row) => row.dataset.player === dealer);
    for (let step = 0; step < here.length && here.length - out.size > plays; step++) {
      out.add(here[(at - step + here.length) % here.length]);
    }
    return here.filter((row) => out.has(row));
  };

  const sentence = (seating) => {
    const form = seating.closest("form");
    const here = seated(seating);
    const n = here.length;
    const least = fewest(seating);
    if (n < least) return `${COUNT[n]} here so far. ${COUNT[least]} at least have to play.`;
    if (n > 10) return `${n} here. A table has ten seats at most.`;
    const skip = checked(form, "skip").filter((id) => here.some((row) => row.dataset.player === id));
    const dealer = checked(form, "dealer")[0];
    const plays = Math.min(n, Number(checked(form, "plays")[0]) || Number(seating.dataset.usually));
    if (n === plays && !skip.length) return `${COUNT[n]} here, and everybody plays.`;
    const known = here.some((row) => row.dataset.player === dealer);
    const out = resting(here, known ? dealer : here[0].dataset.player, plays, skip);
    const count = `${COUNT[n]} here, ${COUNT[n - out.length].toLowerCase()} play: `;
    const names = listed(out.map(name));
    if (skip.length || out.length > 2) return `${count}${names} ${out.length === 1 ? "sits" : "sit"} out.`;
    const who = out.length === 1 ? "the dealer sits out" : "the dealer and the player on his right sit out";
    return `${count}${who}${known ? ` (${names} first)` : ""}.`;
  };

  const draw = (seating) => {
    const form = seating.closest("form");
    const here = seated(seating);
    here.forEach((row, index) => {
      input(row).value = index + 1;
    });
    for (const row of rows(seating)) {
      const seat = input(row).value;
      row.hidden = !seat;
      row.querySelector("[data-badge]").textContent = seat;
      row.querySelector("[data-move='-1']").disabled = row === here[0];
      row.querySelector("[data-move='1']").disabled = row === here[here.length - 1];
      const chip = seating.querySelector(`[data-seat="${row.dataset.player}"]`);
      chip?.setAttribute("aria-pressed", seat ? "true" : "false");
      if (chip) chip.querySelector("[data-badge]").textContent = seat;
      for (const label of all(`[data-of="${row.dataset.player}"]`, form)) {
        label.hidden = !seat;
        if (!seat) label.querySelector("input").checked = false;
      }
    }
    const said = form.querySelector("[data-seating-says]");
    if (said) said.textContent = sentence(seating);
    for (const part of all("[data-when-seated]", form)) part.hidden = here.length < fewest(seating);
  };

  const sitDown = (seating, row) => {
    const last = seated(seating).pop();
    if (last) last.after(row);
    else row.parentNode.prepend(row);
    input(row).value = 99;
  };

  const move = (seating, row, by) => {
    const here = seated(seating);
    const other = here[here.indexOf(row) + by];
    if (other) by < 0 ? other.before(row) : other.after(row);
  };

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-seat], [data-move], [data-seat-clear]");
    const seating = target?.closest("[data-seating]");
    if (!seating) return;
    if (target.matches("[data-seat]")) {
      const row = seating.querySelector(`[data-player="${target.dataset.seat}"]`);
      if (input(row).value) input(row).value = "";
      else sitDown(seating, row);
    } else if (target.matches("[data-move]")) {
      move(seating, target.closest("[data-player]"), Number(target.dataset.move));
    } else {
      for (const row of rows(seating)) input(row).value = "";
    }
    draw(seating);
    if (target.matches("[data-move]")) target.focus();
  });

  document.addEventListener("change", (event) => {
    const seating = event.target.form?.querySelector("[data-seating]");
    if (seating && event.target.matches("[name=dealer], [name=skip], [name=plays]")) draw(seating);
  });

  document.addEventListener("pointerdown", (event) => {
    const row = event.target.closest("[data-drag]")?.closest("[data-player]");
    if (!row) return;
    event.preventDefault();
    const seating = row.closest("[data-seating]");
    row.classList.add("dragged");
    const follow = (moved) => {
      const others = seated(seating).filter((other) => other !== row);
      const below = others.find((other) => {
        const box = other.getBoundingClientRect();
        return moved.clientY < box.top + box.height / 2;
      });
      if (below) below.before(row);
      else others[others.length - 1]?.after(row);
    };
    const drop = () => {
      row.classList.remove("dragged");
      document.removeEventListener("pointermove", follow);
      for (const end of ["pointerup", "pointercancel"]) document.removeEventListener(end, drop);
      draw(seating);
    };
    document.addEventListener("pointermove", follow);
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, drop);
  });

  const prepare = (part) => all("[data-seating]", part).forEach(draw);
  document.addEventListener("htmx:afterSwap", () => prepare(document));
  addEventListener("pageshow", () => prepare(document));
  prepare(document);
})();
