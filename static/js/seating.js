/* Who sits where, without a page: what a tap makes of a table, and what is said of it.
   The same as Seating (ledger/seating.py) and SeatingFields.says (scorekeeper/pad/seating.py) on the server, to which
   tests/scorekeeper/pad/test_seating_script.py holds this file.

   `data` is what the server says of the form (scorekeeper/pad/seating_data.py): {usually, least, most, sentences}.
   A table is {seats: ids clockwise, dealer: an id or "", skip: ids of those who sit out, plays: how many play a hand,
   as it is chosen: "" for as many as usual}. */

/* The table after a tap on a name: who was not here sits down last, who was gets up. */
export function tapped(table, player) {
  if (!table.seats.includes(player)) return { ...table, seats: [...table.seats, player] };
  return of({ ...table, seats: table.seats.filter((one) => one !== player) });
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

/* The table when all of these sit, in this order. */
export const filled = (table, players) => of({ ...table, seats: players });

/* The table when somebody who plays is drawn to deal first; `luck` is from 0 up to 1. */
export function drawn(table, luck) {
  const may = table.seats.filter((player) => !table.skip.includes(player));
  return { ...table, dealer: may[Math.floor(luck * may.length)] ?? "" };
}

/* The table when everybody has got up. */
export const cleared = (table) => of({ ...table, seats: [] });

/* Who got up neither deals nor sits out. */
function of(table) {
  return {
    ...table,
    dealer: table.seats.includes(table.dealer) ? table.dealer : "",
    skip: table.skip.filter((player) => table.seats.includes(player)),
  };
}

/* What is said of a table: {isEnough: whether so many can play, before, names: ids, behind}. */
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
  if (table.skip.length || out.length > 2) {
    const isSaid = table.dealer || out.length === table.skip.length;
    return isSaid ? plain(words.named[0], out, words.named[1]) : plain(sentences.here[here]);
  }
  return table.dealer ? plain(words.dealer[0], out, words.dealer[1]) : plain(words.unknown);
}

/* Whether a table can play at all; who deals may still be open. */
function canPlay({ seats, dealer, skip }, plays) {
  return seats.length - skip.length >= 2 && !skip.includes(dealer) && plays <= seats.length;
}

/* Who sits out: those who said so, then the dealer and on to the right until enough are left. */
function resting({ seats, dealer, skip }, plays) {
  const out = new Set(skip);
  const at = dealer ? seats.indexOf(dealer) : 0;
  for (let step = 0; step < seats.length && seats.length - out.size > plays; step++) {
    out.add(seats[(at - step + seats.length) % seats.length]);
  }
  return seats.filter((player) => out.has(player));
}
