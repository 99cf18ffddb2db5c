import assert from "node:assert/strict";
import { after, beginning, changed, comesBackAfter, POLLS, POLLS_DOWN, pollsAfter } from "../../static/js/news.js";

/* What is done in the end, and everything that was to be done on the way. */
function run(shown, ...happened) {
  let state = beginning(shown);
  const done = [];
  for (const what of happened) {
    const [next, todo] = after(state, typeof what === "string" ? { what } : what);
    state = next;
    done.push(...todo);
  }
  return [state, done];
}

const told = (number) => ({ what: "told", number });
const shown = (number) => ({ what: "shown", number });
const OPEN = ["begins", "opened"];

Deno.test("a page opens its stream once and asks only when it hears of more than it shows", () => {
  assert.deepEqual(run(7, ...OPEN)[1], ["close", "open"]);
  assert.deepEqual(run(7, ...OPEN, told(7))[1], ["close", "open"]);
  assert.deepEqual(run(7, ...OPEN, told(8))[1], ["close", "open", "ask"]);
});

Deno.test("it asks once for each number, and again when what it was shown is older than what it was told", () => {
  assert.deepEqual(run(7, ...OPEN, told(8), told(8), shown(8))[1].slice(2), ["ask"]);
  assert.deepEqual(run(7, ...OPEN, told(8), told(9), shown(8))[1].slice(2), ["ask", "ask", "ask"]);
  assert.deepEqual(run(7, ...OPEN, told(8), "asks-again")[1].slice(2), ["ask", "ask"]);
  assert.deepEqual(run(7, ...OPEN, shown(9), told(8))[1].slice(2), []);
});

Deno.test("out of sight it asks nothing, and lets go only when it stays there", () => {
  assert.deepEqual(run(7, ...OPEN, "hidden", told(8))[1].slice(2), []);
  assert.deepEqual(run(7, ...OPEN, "hidden", "is-away")[1].slice(2), ["close"]);
  assert.deepEqual(run(7, ...OPEN, "hidden", "is-back", "is-away")[1].slice(2), ["close", "open"]);
  assert.deepEqual(run(7, ...OPEN, "hidden", "is-away", "polls", "comes-back")[1].slice(2), ["close"]);
});

Deno.test("who comes back opens another stream, whatever became of the first", () => {
  assert.deepEqual(run(7, ...OPEN, "hidden", "is-away", "is-back")[1].slice(2), ["close", "close", "open"]);
  assert.deepEqual(run(7, "hidden", "is-back")[1], ["close", "open"]);
});

Deno.test("a short look elsewhere costs nothing but what was told meanwhile", () => {
  const short = { what: "is-back", isShort: true };
  assert.deepEqual(run(7, ...OPEN, "hidden", short)[1].slice(2), []);
  assert.deepEqual(run(7, ...OPEN, "hidden", told(8), short)[1].slice(2), ["ask"]);
});

Deno.test("a stream that was lost comes back by itself, and one that was ended for good a while later", () => {
  const [open, none] = run(7, ...OPEN, { what: "lost", isOver: false });
  assert.deepEqual([open.isOpen, open.isHeard, none.slice(2)], [true, false, []]);
  const [over, done] = run(7, ...OPEN, { what: "lost", isOver: true });
  assert.deepEqual([over.isOpen, done.slice(2)], [false, ["close", "look", "come-back"]]);
  assert.deepEqual(after(over, { what: "comes-back" })[1], ["close", "open"]);
});

Deno.test("it comes back soon to a server that was away, later each time, and soon again once it was heard", () => {
  const over = { what: "lost", isOver: true };
  const waits = (...happened) => comesBackAfter(run(7, ...OPEN, ...happened)[0]);
  assert.deepEqual([waits(over), waits(over, over), waits(over, over, over)], [2000, 4000, 8000]);
  assert.equal(waits(...Array(9).fill(over)), 15000);
  assert.equal(waits(over, over, "opened", over), 2000);
});

Deno.test("who has enough streams polls, and opens none again until looked at anew", () => {
  const [state, done] = run(7, ...OPEN, "enough");
  assert.deepEqual([done.slice(2), pollsAfter(state)], [["close"], POLLS_DOWN]);
  assert.deepEqual(after(state, { what: "polls" })[1], ["look"]);
  assert.deepEqual(after(state, { what: "is-back" })[1], ["close", "open"]);
});

Deno.test("it polls rarely while the stream is heard", () => {
  assert.equal(pollsAfter(run(7, ...OPEN)[0]), POLLS);
  assert.equal(pollsAfter(run(7, "begins")[0]), POLLS_DOWN);
  assert.equal(pollsAfter(run(7, ...OPEN, { what: "lost", isOver: false })[0]), POLLS_DOWN);
});

Deno.test("whatever happens in whatever order, the page is asked until it shows what it was told", () => {
  const can = ["begins", "opened", "hidden", "is-away", "is-back", "polls", "comes-back", "enough", "asks-again"];
  let seed = 7;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  for (let round = 0; round < 500; round++) {
    let state = beginning(0), book = 0;
    const step = (what) => {
      const [next, todo] = after(state, what);
      state = next;
      if (todo.includes("ask") && random(3)) step(shown(book));
    };
    for (let turn = 0; turn < 30; turn++) {
      if (random(3) === 0) step(told(++book));
      else if (random(5) === 0) step({ what: "lost", isOver: random(2) === 0 });
      else step({ what: can[random(can.length)] });
    }
    step({ what: "is-back" });
    for (let turn = 0; turn < 40 && state.shown < book; turn++) {
      step(told(book));
      step({ what: "asks-again" });
    }
    assert.equal(state.shown, book);
    assert.ok(state.isOpen);
  }
});

Deno.test("what is new or changed is found, and what has only moved is not", () => {
  assert.deepEqual(changed(["a", "b"], ["a", "b"]), []);
  assert.deepEqual(changed(["a", "b"], ["b", "a"]), []);
  assert.deepEqual(changed(["a", "b"], ["a", "x", "b"]), [1]);
  assert.deepEqual(changed(["a", "a"], ["a", "a", "a"]), [2]);
  assert.deepEqual(changed(["a", "b"], ["b"]), []);
  assert.deepEqual(changed([], ["a", "b"]), [0, 1]);
});
