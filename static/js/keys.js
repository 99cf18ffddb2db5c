/* What a key means at the table, without a page.

   `known` is {players: lists that begin with id and name, results: how many there are}; `typed` are the letters
   so far of a name that several begin with. Answers {typed, tap, result, record, undo}: the letters to be kept in
   mind, and what is to be done: the id of a player to tap, the place of a result, true to record or to undo. */
export function heard(known, typed, key) {
  if (key === "Enter") return { typed: "", record: true };
  if (/^[0-9]$/.test(key)) return { typed: "", ...numbered(known, (Number(key) + 9) % 10) };
  const letter = plain(key);
  if ([...key].length !== 1 || !letter) return { typed };
  const found = begun(known, typed + letter).length ? typed + letter : letter;
  const names = begun(known, found);
  if (names.length) return names.length > 1 ? { typed: found } : { typed: "", tap: names[0][0] };
  return { typed: "", ...(letter === "u" && !typed ? { undo: true } : {}) };
}

/* Nothing more is typed: the player called just so, though another's name goes on from there; "" for nobody. */
export function meant(known, typed) {
  const named = typed ? known.players.filter(([, name]) => plain(name) === typed) : [];
  return named.length === 1 ? named[0][0] : "";
}

/* Whether "u" undoes, and is not the beginning of somebody's name. */
export const undoes = (known) => !begun(known, "u").length;

const numbered = ({ results }, place) => place < results ? { result: place } : {};
const begun = ({ players }, letters) => players.filter(([, name]) => plain(name).startsWith(letters));

/* Letters alone, without their accents. */
function plain(name) {
  return name.normalize("NFKD").replace(/[^\p{L}]/gu, "").toLowerCase();
}
