import assert from "node:assert/strict";
import { heard, meant, undoes } from "../../static/js/keys.js";

const at = (names, results = 6) => ({ players: names.map((name, place) => [String(place + 1), name]), results });
const TABLE = at(["Ann", "Ben", "Bea", "Cleo", "Élodie"]);

/* What comes of keys one after the other, in the words of the script. */
function pressed(known, keys) {
  let typed = "";
  return keys.map((key) => {
    const { typed: letters, ...does } = heard(known, typed, key);
    typed = letters;
    return does;
  });
}

Deno.test("digits choose results in their order, as many as there are", () => {
  assert.deepEqual(pressed(TABLE, ["1", "6", "7", "0"]), [{ result: 0 }, { result: 5 }, {}, {}]);
  assert.deepEqual(pressed(at([], 10), ["0"]), [{ result: 9 }]);
  assert.deepEqual(pressed(at([], 0), ["1"]), [{}]);
});

Deno.test("a letter picks whoever alone begins with it, else as many as tell them apart", () => {
  assert.deepEqual(pressed(TABLE, ["a", "C"]), [{ tap: "1" }, { tap: "4" }]);
  assert.deepEqual(pressed(TABLE, ["b", "e", "a"]), [{}, {}, { tap: "3" }]);
  assert.deepEqual(pressed(TABLE, ["b", "c"]), [{}, { tap: "4" }]);
  assert.deepEqual(pressed(TABLE, ["b", "1", "e"]), [{}, { result: 0 }, { tap: "5" }]);
});

Deno.test("accents, spaces and signs in a name need not be typed", () => {
  assert.deepEqual(pressed(TABLE, ["e"]), [{ tap: "5" }]);
  const alike = at(["Ann B.", "Ann-Carin", "🐑 Zoë", "שלום"]);
  assert.deepEqual(pressed(alike, ["a", "n", "n", "c"]), [{}, {}, {}, { tap: "2" }]);
  assert.deepEqual(pressed(alike, ["z", "ש"]), [{ tap: "3" }, { tap: "4" }]);
});

Deno.test("who is called just so is meant when nothing follows", () => {
  const known = at(["Al", "Alex", "Alex"]);
  assert.equal(meant(known, "al"), "1");
  assert.equal(meant(known, "alex"), "");
  assert.equal(meant(known, "a"), "");
  assert.equal(meant(known, ""), "");
});

Deno.test("u undoes, but where a name begins with it", () => {
  assert.deepEqual(pressed(TABLE, ["u"]), [{ undo: true }]);
  assert.deepEqual(pressed(TABLE, ["b", "u"]), [{}, {}]);
  assert.deepEqual(pressed(at(["Uwe", "Ann"]), ["u"]), [{ tap: "1" }]);
  assert.equal(undoes(TABLE), true);
  assert.equal(undoes(at(["Uwe"])), false);
});

Deno.test("Enter records, and other keys mean nothing", () => {
  assert.deepEqual(pressed(TABLE, ["b", "Enter", "e"]), [{}, { record: true }, { tap: "5" }]);
  const others = ["Tab", "Shift", " ", "ArrowDown", "Escape", "F5", "+", "x", "Dead", "👍"];
  assert.deepEqual(pressed(TABLE, others), others.map(() => ({})));
});
