/* The list of seats on the page: names that come and go, change seats, or are dragged. Its rows are what is sent. */
import { dealt, drawn, moved, said, swapped, tapped } from "./seating.js";

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const rows = (seating) => all("li[data-player]", seating);
const row = (seating, player) => rows(seating).find((one) => one.dataset.player === player);
const chip = (seating, player) => all("[data-of]", seating).find((one) => one.dataset.of === player);
const name = (part) => part.querySelector("bdi").textContent;
const checked = (seating, field) => all(`[name=${field}]:checked`, seating).map((box) => box.value);
const alike = (one, other) => one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/* The table as the rows stand and the boxes are ticked. */
function read(seating) {
  const seats = rows(seating).map((one) => one.dataset.player);
  return {
    seats,
    dealer: checked(seating, "dealer")[0] ?? "",
    skip: checked(seating, "skip"),
    plays: checked(seating, "plays")[0] ?? "",
  };
}

/* Puts a table into the rows and boxes, and says what is to be said of it. */
function draw(seating, table) {
  const list = seating.querySelector("ol");
  for (const player of table.seats) if (!row(seating, player)) list.append(made(seating, player));
  for (const one of rows(seating)) if (!table.seats.includes(one.dataset.player)) one.remove();
  const inOrder = table.seats.map((player) => row(seating, player));
  if (rows(seating).some((one, place) => one !== inOrder[place])) list.append(...inOrder);
  for (const one of inOrder) {
    one.querySelector("[name=dealer]").checked = one.dataset.player === table.dealer;
    one.querySelector("[name=skip]").checked = table.skip.includes(one.dataset.player);
  }
  for (const one of all("[data-of]", seating)) {
    const isHere = table.seats.includes(one.dataset.of);
    const box = one.querySelector("input");
    one.hidden = box.disabled = isHere;
    if (isHere) box.checked = false;
  }
  say(seating, table);
}

/* A row for somebody who has none: known by a chip, or new, with a key that is "+" and the name. */
function made(seating, player) {
  const one = seating.querySelector("[data-row]").content.querySelector("li").cloneNode(true);
  one.dataset.player = player;
  const known = chip(seating, player);
  one.querySelector("bdi").textContent = known ? name(known) : player.slice(1);
  for (const field of all("[name=sits], [name=dealer], [name=skip]", one)) field.value = player;
  for (const button of all("[name=step]", one)) button.value = `${button.value.trim()} ${player}`;
  return one;
}

function say(seating, table) {
  const data = JSON.parse(seating.querySelector("script").textContent);
  const { before, names, behind } = said(data, table);
  const joins = data.sentences.joins[names.length] ?? [];
  seating.querySelector("[data-seating-says]").replaceChildren(
    before,
    ...names.flatMap((player, place) => [joins[place] ?? "", named(seating, player)]),
    joins.at(-1) ?? "",
    behind,
  );
}

function named(seating, player) {
  const part = document.createElement("bdi");
  part.textContent = name(row(seating, player));
  return part;
}

/* Waits for the name of who changes seats with `player`; "" ends the waiting. */
function swap(seating, player) {
  seating.dataset.swaps = player;
  seating.querySelector("[data-swapping]").hidden = !player;
  for (const one of all("details[name=seat]", seating)) one.open = false;
  if (player) { for (const fold of all(".comes", seating)) fold.open = true; }
}

function exchange(seating, player) {
  const first = seating.dataset.swaps;
  swap(seating, "");
  if (first !== player) draw(seating, swapped(read(seating), first, player));
}

/* Somebody typed sits down; false where the name is at the table already, which the server asks about. */
function seat(seating) {
  const field = seating.querySelector("[name=newcomer]");
  const typed = field.value.trim();
  if (rows(seating).some((one) => alike(name(one), typed))) return false;
  if (typed) {
    const known = all("[data-of]", seating).find((one) => alike(name(one), typed));
    draw(seating, tapped(read(seating), known?.dataset.of ?? `+${typed}`));
  }
  field.value = "";
  field.focus();
  return true;
}

document.addEventListener("click", (event) => {
  const seating = event.target.closest("[data-seating]");
  const target = event.target.closest("[data-swap], [data-draw], [name=step], .seat summary");
  if (!seating || !target) return;
  const player = target.closest("li[data-player]")?.dataset.player;
  if (target.matches("summary")) {
    if (!seating.dataset.swaps) return;
    exchange(seating, player);
  } else if (target.matches("[data-swap]")) swap(seating, player);
  else if (target.matches("[data-draw]")) draw(seating, drawn(read(seating), Math.random()));
  else if (target.id === "add") {
    if (!seat(seating)) return;
  } else if (target.value.startsWith("gone")) draw(seating, tapped(read(seating), player));
  else {
    draw(seating, moved(read(seating), player, target.value.startsWith("up") ? -1 : 1));
    target.focus();
  }
  event.preventDefault();
});

document.addEventListener("change", (event) => {
  const seating = event.target.closest("[data-seating]");
  if (!seating || event.target.name === "newcomer") return;
  if (event.target.name !== "sits") {
    const table = read(seating);
    return draw(seating, dealt(table, table.seats));
  }
  const player = event.target.value;
  event.target.checked = false;
  if (seating.dataset.swaps) exchange(seating, player);
  else draw(seating, tapped(read(seating), player));
});

document.addEventListener("pointerdown", (event) => {
  const dragged = event.target.closest("[data-drag]")?.closest("li[data-player]");
  if (!dragged) return;
  event.preventDefault();
  const seating = dragged.closest("[data-seating]");
  dragged.classList.add("dragged");
  const follow = ({ clientY }) => {
    const others = rows(seating).filter((other) => other !== dragged);
    const below = others.find((other) => {
      const box = other.getBoundingClientRect();
      return clientY < box.top + box.height / 2;
    });
    if (below) below.before(dragged);
    else others[others.length - 1]?.after(dragged);
  };
  const drop = () => {
    dragged.classList.remove("dragged");
    document.removeEventListener("pointermove", follow);
    for (const end of ["pointerup", "pointercancel"]) document.removeEventListener(end, drop);
    draw(seating, read(seating));
  };
  document.addEventListener("pointermove", follow);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, drop);
});

/* Names typed before the first deal stay through a reload, as long as the server proposes the same seats. */
const tonight = document.querySelector("#tonight [data-seating]");
const proposed = tonight && read(tonight).seats.join();
const KEPT = `seats ${location.pathname}`;
addEventListener("pagehide", () => {
  if (tonight) sessionStorage.setItem(KEPT, JSON.stringify({ proposed, ...read(tonight) }));
});

/* Players whose boxes the browser ticked again, when it came back to the page, are seated as well. */
addEventListener("pageshow", ({ persisted }) => {
  for (const seating of all("[data-seating]")) {
    const ticked = all("[data-of] input:checked", seating).map((box) => box.value);
    draw(seating, ticked.reduce(tapped, read(seating)));
  }
  const kept = JSON.parse(sessionStorage.getItem(KEPT));
  if (persisted || !tonight || kept?.proposed !== proposed) return;
  for (const one of all("[name=plays]", tonight)) one.checked = one.value === kept.plays;
  const isKnown = (player) => player.startsWith("+") || row(tonight, player) || chip(tonight, player);
  draw(tonight, { ...kept, seats: kept.seats.filter(isKnown) });
});
