import assert from "node:assert/strict";
import { moved, said, swapped, tapped } from "../../static/js/seating.js";

const rest = (here, play) => ({
  named: [`${here}, ${play}: `, " sit out."],
  dealer: [`${here}, ${play}: the dealer (`, " first)."],
});
const sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const DATA = {
  least: 3,
  most: 10,
  usually: 5,
  sentences: {
    few: ["0 so far", "1 so far", "2 so far"],
    many: "too many",
    here: Object.fromEntries(sizes.map((here) => [here, `${here} here.`])),
    all: Object.fromEntries(sizes.map((here) => [here, `all ${here} play.`])),
    rest: Object.fromEntries(
      sizes.map((here) => [here, Object.fromEntries(sizes.map((play) => [play, rest(here, play)]))]),
    ),
  },
};
// `skip` names those who sit out at this table; no test is skipped.
const table = (seats, more = {}) => ({ seats: [...seats], dealer: seats[0], skip: [], plays: "", ...more });
const says = (...given) => {
  const { before, names, behind } = said(DATA, table(...given));
  return before + names.join("") + behind;
};

Deno.test("who is tapped sits down last, and gets up when tapped again", () => {
  assert.deepEqual(tapped(table("ab"), "c"), table("abc"));
  assert.deepEqual(tapped(table("abc"), "b"), table("ac"));
});

Deno.test("who gets up passes the deal to the left, and does not sit out any more", () => {
  const full = table("abcd", { dealer: "b", skip: ["c"], plays: "3" });
  assert.deepEqual(tapped(full, "b"), table("acd", { dealer: "d", skip: ["c"], plays: "3" }));
  assert.deepEqual(tapped(full, "c"), table("abd", { dealer: "b", plays: "3" }));
  assert.deepEqual(tapped(table("a"), "a"), table("", { dealer: "" }));
  assert.deepEqual(tapped(table("", { dealer: "" }), "a"), table("a"));
});

Deno.test("two change seats, and who was not here takes the chair and its deal", () => {
  const full = table("abcd", { dealer: "b", skip: ["c"] });
  assert.deepEqual(swapped(full, "b", "d"), { ...full, seats: [..."adcb"] });
  assert.deepEqual(swapped(full, "b", "e"), { ...full, seats: [..."aecd"], dealer: "e" });
  assert.deepEqual(swapped(full, "c", "e"), { ...full, seats: [..."abed"], skip: [] });
});

Deno.test("a player moves one seat, and not past the ends", () => {
  assert.deepEqual(moved(table("abc"), "b", 1), table("acb"));
  assert.deepEqual(moved(table("abc"), "b", -1), table("bac", { dealer: "a" }));
  for (const [player, by] of [["a", -1], ["c", 1], ["d", 1]]) {
    assert.deepEqual(moved(table("abc"), player, by), table("abc"));
  }
});

Deno.test("what is said of few, of all, and of too many", () => {
  assert.equal(says("ab"), "2 so far");
  assert.equal(says("abc"), "all 3 play.");
  assert.equal(says("abcde"), "all 5 play.");
  assert.equal(says("abcdefghijk"), "too many");
});

Deno.test("the dealer sits out, then who is to the right", () => {
  assert.equal(says("abcdef"), "6, 5: the dealer (a first).");
  assert.equal(says("abcdef", { dealer: "c" }), "6, 5: the dealer (c first).");
  assert.equal(says("abcdefg", { dealer: "a" }), "7, 5: the dealer (ag first).");
  assert.equal(says("abcdefgh", { dealer: "b" }), "8, 5: abh sit out.");
});

Deno.test("those who skip are named, and the dealer only where more have to sit out", () => {
  assert.equal(says("abcdef", { skip: ["d"] }), "6, 5: d sit out.");
  assert.equal(says("abcdefg", { dealer: "a", skip: ["d"] }), "7, 5: ad sit out.");
});

Deno.test("nothing is promised of a table that cannot play", () => {
  assert.equal(says("abcd", { dealer: "a", skip: ["a"] }), "4 here.");
  assert.equal(says("abcd", { plays: "5" }), "4 here.");
  assert.equal(says("abc", { skip: ["b", "c"] }), "3 here.");
  assert.equal(says("abcd", { plays: "3", dealer: "d" }), "4, 3: the dealer (d first).");
});
