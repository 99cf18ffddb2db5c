import assert from "node:assert/strict";
import { brought, dealAfter, foots, marks } from "../../static/js/pencil.js";

const DEALS = [{ dealer: 4 }, { dealer: 5 }, { dealer: 6 }];
const hand = (dealer, isUsual = true) => ({ said: { dealer: String(dealer), isUsual } });
const item = (state, worths, summary = "Ann +2") => ({ state, said: { worths, summary } });

Deno.test("the deal after a hand in pencil is the next one, around the table", () => {
  assert.deepEqual(dealAfter([hand(4)], DEALS), { deal: DEALS[1], isKnown: true });
  assert.deepEqual(dealAfter([hand(4), hand(6)], DEALS).deal, DEALS[0]);
});

Deno.test("after an unusual hand in pencil no numbers are known, however many usual ones follow", () => {
  assert.equal(dealAfter([hand(4, false)], DEALS).isKnown, false);
  assert.equal(dealAfter([hand(4, false), hand(5)], DEALS).isKnown, false);
});

Deno.test("a hand in pencil brings what the pad showed", () => {
  assert.equal(brought(item("waiting", { 7: "+2", 8: "−12" }), "7"), 2);
  assert.equal(brought(item("done", { 7: "+2", 8: "−12" }), "8"), -12);
  assert.equal(brought(item("sending", { 7: "+2" }), "9"), 0, "who sat out");
});

Deno.test("nobody knows what a hand brings that asks something, has no numbers, or brings parts of points", () => {
  for (
    const unknown of [item("conflict", { 7: "+2" }), item("waiting", { 7: "" }, ""), item("waiting", { 7: "+2½" })]
  ) {
    assert.ok(Number.isNaN(brought(unknown, "7")));
  }
});

Deno.test("the checksum is what everybody above zero has", () => assert.equal(foots([4, -3, 0, 2, -3]), 6));

Deno.test("marks say who picked, alone or with whom", () => {
  assert.deepEqual(marks("7", ["8"], ""), { 7: "p", 8: "f" });
  assert.deepEqual(marks("7", [""], "1"), { 7: "a" });
  assert.deepEqual(marks("", [""], ""), {});
});
