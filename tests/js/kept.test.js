import assert from "node:assert/strict";
import { fits, told } from "../../static/js/kept.js";

const FRESH = [
  ["csrfmiddlewaretoken", "t"],
  ["key", "k"],
  ["after", "7"],
  ["picker", ""],
  ["partners", ""],
  ["alone", ""],
  ["mode", ""],
  ["winners", ""],
  ["result", "won"],
  ["points", ""],
  ["ask-contract", ""],
  ["dealer", "3"],
  ["out", "6"],
  ["out", "3"],
  ["doublers", "0"],
  ["was_dealer", "3"],
  ["was_out", "3,6"],
  ["was_doublers", "0"],
];

const said = (changes, fields = FRESH) => fields.map(([name, value]) => [name, changes[name] ?? value]);

Deno.test("of a pad that nobody touched nothing is kept", () => {
  assert.deepEqual(told(FRESH, "won"), []);
  assert.deepEqual(told([], undefined), []);
});

Deno.test("what was tapped is kept with its result, and nothing of the form's own", () => {
  assert.deepEqual(told(said({ picker: "1", partners: "2" }), "won"), [["picker", "1"], ["partners", "2"], [
    "result",
    "won",
  ]]);
  assert.deepEqual(told(said({ result: "lost" }), "won"), [["result", "lost"]]);
  assert.deepEqual(told(said({ "ask-contract": "wenz" }), "won"), [["ask-contract", "wenz"], ["result", "won"]]);
});

Deno.test("of the deal only what the book does not say", () => {
  assert.deepEqual(told(said({ dealer: "4" }), "won"), [["dealer", "4"], ["result", "won"]]);
  const by_hand = [...FRESH, ["dealer_by_hand", "1"]];
  assert.deepEqual(told(by_hand, "won"), [["dealer", "3"], ["result", "won"]]);
});

Deno.test("that everybody plays is kept as well", () => {
  const without = FRESH.filter(([name]) => name !== "out");
  assert.deepEqual(told(without, "won"), [["result", "won"], ["out", ""]]);
});

Deno.test("it fits the same hand with the same people", () => {
  const kept = { hand: "4", told: [["picker", "1"], ["partners", "2,3"]] };
  assert.ok(fits(kept, "4", ["1", "2", "3"]));
  assert.ok(!fits(kept, "5", ["1", "2", "3"]));
  assert.ok(!fits(kept, "4", ["1", "2"]));
  assert.ok(!fits(null, "4", []));
});
