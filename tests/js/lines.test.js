import assert from "node:assert/strict";
import { line } from "../../static/js/lines.js";

const WORDS = { hand: "Hand {number}", language: "en-US" };
const at = new Date(2026, 10, 19, 21, 4).getTime();

Deno.test("a hand that waits is a line that can be read without the page", () => {
  const said = { table: "Thursday", number: 3, told: "Ann picks, 91+", summary: "Ann +4, the others −1" };
  const [found, time] = line({ said, at }, WORDS).split(/ · (?=11)/);
  assert.equal(found, "Thursday · Hand 3 · Ann picks, 91+ · Ann +4, the others −1");
  assert.match(time, /^11\/19\/26, 9:04.PM$/);
});

Deno.test("what is not known of it is left out", () => {
  assert.match(line({ said: { number: 3, summary: "" }, at }, WORDS), /^Hand 3 · 11\/19\/26/);
});
