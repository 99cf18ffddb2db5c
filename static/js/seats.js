/* Seats on the page: tapped in order, moved up and down, or dragged. The number inputs underneath are what is sent. */
import { cleared, drawn, filled, moved, said, tapped } from "./seating.js";

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const rows = (seating) => all("[data-player]", seating);
const input = (row) => row.querySelector("input[type=number]");
const seated = (seating) => rows(seating).filter((row) => input(row).value);
const checked = (form, field) => all(`[name=${field}]:checked`, form).map((box) => box.value);

/* The table as the rows stand and the boxes are ticked. */
function read(seating) {
  const form = seating.closest("form");
  const seats = seated(seating).map((row) => row.dataset.player);
  return {
    seats,
    dealer: checked(form, "dealer").find((player) => seats.includes(player)) ?? "",
    skip: checked(form, "skip").filter((player) => seats.includes(player)),
    plays: checked(form, "plays")[0] ?? "",
  };
}

/* Puts a table into the rows and boxes, and says what is to be said of it. */
function draw(seating, table) {
  const list = seating.querySelector("ol");
  const inOrder = table.seats.map((player) => rows(seating).find((row) => row.dataset.player === player));
  const standing = rows(seating).filter((row) => inOrder.includes(row));
  if (standing.some((row, place) => row !== inOrder[place])) list.append(...inOrder);
  for (const row of rows(seating)) drawRow(seating, row, table);
  say(seating, table);
}

function drawRow(seating, row, { seats, dealer, skip }) {
  const { player } = row.dataset;
  const seat = seats.indexOf(player) + 1 || "";
  input(row).value = seat;
  row.hidden = !seat;
  row.querySelector("[data-move='-1']").disabled = seat === 1;
  row.querySelector("[data-move='1']").disabled = seat === seats.length;
  const chip = seating.querySelector(`[data-seat="${player}"]`);
  chip?.setAttribute("aria-pressed", seat ? "true" : "false");
  for (const part of [row, chip]) if (part) part.querySelector("[data-badge]").textContent = seat;
  for (const label of all(`[data-of="${player}"]`, seating.closest("form"))) {
    const box = label.querySelector("input");
    label.hidden = !seat;
    box.checked = box.name === "dealer" ? player === dealer : skip.includes(player);
  }
}

function say(seating, table) {
  const form = seating.closest("form");
  const data = JSON.parse(seating.querySelector("script").textContent);
  const { isEnough, before, names, behind } = said(data, table);
  const joins = data.sentences.joins[names.length] ?? [];
  form.querySelector("[data-seating-says]")?.replaceChildren(
    before,
    ...names.flatMap((player, place) => [joins[place] ?? "", named(seating, player)]),
    joins.at(-1) ?? "",
    behind,
  );
  for (const part of all("[data-when-seated]", form)) part.hidden = !isEnough;
  for (const part of all("[data-seat-all]", seating)) part.hidden = table.seats.length > 0;
  for (const part of all("[data-seat-clear]", seating)) part.hidden = !table.seats.length;
}

function named(seating, player) {
  const name = document.createElement("bdi");
  name.textContent = rows(seating).find((row) => row.dataset.player === player).dataset.name;
  return name;
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-seat], [data-move], [data-seat-all], [data-seat-clear], [data-draw]");
  const seating = target?.closest("form")?.querySelector("[data-seating]");
  if (!seating) return;
  const { seat, move, seatAll, draw: lot } = target.dataset;
  const table = read(seating);
  if (lot !== undefined) draw(seating, drawn(table, Math.random()));
  else if (seatAll !== undefined) {
    draw(seating, filled(table, all("[data-seat]", seating).map((chip) => chip.dataset.seat)));
  } else if (seat) draw(seating, tapped(table, seat));
  else if (!move) draw(seating, cleared(table));
  else {
    draw(seating, moved(table, target.closest("[data-player]").dataset.player, Number(move)));
    target.focus();
  }
});

document.addEventListener("change", (event) => {
  const seating = event.target.form?.querySelector("[data-seating]");
  if (seating && event.target.matches("[name=dealer], [name=skip], [name=plays]")) draw(seating, read(seating));
});

document.addEventListener("pointerdown", (event) => {
  const row = event.target.closest("[data-drag]")?.closest("[data-player]");
  if (!row) return;
  event.preventDefault();
  const seating = row.closest("[data-seating]");
  row.classList.add("dragged");
  const follow = ({ clientY }) => {
    const others = seated(seating).filter((other) => other !== row);
    const below = others.find((other) => {
      const box = other.getBoundingClientRect();
      return clientY < box.top + box.height / 2;
    });
    if (below) below.before(row);
    else others[others.length - 1]?.after(row);
  };
  const drop = () => {
    row.classList.remove("dragged");
    document.removeEventListener("pointermove", follow);
    for (const end of ["pointerup", "pointercancel"]) document.removeEventListener(end, drop);
    draw(seating, read(seating));
  };
  document.addEventListener("pointermove", follow);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, drop);
});

const prepare = () => all("[data-seating]").forEach((seating) => draw(seating, read(seating)));
document.addEventListener("htmx:afterSwap", prepare);
addEventListener("pageshow", prepare);
prepare();
