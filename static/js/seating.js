/* Who sits where, without a page: what a tap makes of a table, and what is said of it.
   The same as Seating (ledger/book/seating.py) and SeatingForm.says (scorekeeper/pad/seating.py) on the server;
   tests/scorekeeper/pad/test_seating_script.py compares them.

   `data` is what the server says of the form (SeatingForm.for_script): {usually, least, most, sentences}.
   A table is {seats: keys clockwise, dealer: a key, or "" while nobody is here, skip: keys of those who sit out,
   plays: how many play a hand, as it is chosen: "" for as many as usual}. */

/* The table after a tap on a name: who was not here sits down last, who was gets up. */
export function tapped(table, player) {
  if (!table.seats.includes(player)) return dealt({ ...table, seats: [...table.seats, player] }, table.seats);
  return dealt({ ...table, seats: table.seats.filter((one) => one !== player) }, table.seats);
}

/* The table with a player so many seats later, or earlier; as it was where there is no such seat. */
export function moved(table, player, by) {
  const seats = [...table.seats];
  const at = seats.indexOf(player);
  if (at < 0 || !(at + by in seats)) return table;
  seats.splice(at, 1);
  seats.splice(at + by, 0, player);
  return { ...table, seats };
}

/* The table when two change seats; somebody who was not here takes the chair, and the deal, of the first. */
export function swapped(table, player, other) {
  const change = { [player]: other, [other]: player };
  const seats = table.seats.map((one) => change[one] ?? one);
  const dealer = seats.includes(table.dealer) ? table.dealer : change[table.dealer];
  return dealt({ ...table, seats, dealer }, seats);
}

/* The table when somebody who plays is drawn to deal first; `luck` is from 0 up to 1. */
export function drawn(table, luck) {
  const may = table.seats.filter((player) => !table.skip.includes(player));
  return { ...table, dealer: may[Math.floor(luck * may.length)] ?? "" };
}

/* The table with somebody to deal, if anybody can: who got up or sits out passes it on to the left of `ring`. */
export function dealt(table, ring) {
  const skip = table.skip.filter((player) => table.seats.includes(player));
  const at = Math.max(0, ring.indexOf(table.dealer));
  const may = (player) => table.seats.includes(player) && !skip.includes(player);
  const next = [...ring.slice(at), ...ring.slice(0, at), ...table.seats].find(may);
  return { ...table, skip, dealer: may(table.dealer) ? table.dealer : next ?? "" };
}

/* Returns the sentence about a table: {isEnough: whether so many can play, before, names: keys, behind}. */
export function said({ least, most, usually, sentences }, table) {
  const here = table.seats.length;
  const plain = (before, names = [], behind = "") => ({ isEnough: here >= least, before, names, behind });
  if (here < least) return plain(sentences.few[here]);
  if (here > most) return plain(sentences.many);
  const plays = Number(table.plays) || Math.min(here, usually);
  if (!canPlay(table, plays)) return plain(sentences.here[here]);
  const out = resting(table, plays);
  if (!out.length) return plain(sentences.all[here]);
  const words = sentences.rest[here][here - out.length];
  const [before, behind] = table.skip.length || out.length > 2 ? words.named : words.dealer;
  return plain(before, out, behind);
}

/* Whether a table can play at all. */
function canPlay({ seats, dealer, skip }, plays) {
  return seats.length - skip.length >= 2 && !skip.includes(dealer) && plays <= seats.length;
}

/* Who sits out: those who said so, then the dealer and on to the right until enough are left. */
function resting({ seats, dealer, skip }, plays) {
  const out = new Set(skip);
  const at = seats.indexOf(dealer);
  for (let step = 0; step < seats.length && seats.length - out.size > plays; step++) {
    out.add(seats[(at - step + seats.length) % seats.length]);
  }
  return seats.filter((player) => out.has(player));
}
