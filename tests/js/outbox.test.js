import assert from "node:assert/strict";
import { FRESH, letter, PACE, penciled, seen, step, unsent } from "../../static/js/outbox.js";

const NIGHT = "/g/x/1/", OTHER = "/g/x/2/";
const item = (key, night = NIGHT, after = 1) => ({ key, night, url: `${night}tell/`, fields: [], after, at: 0 });
const written = (entry) => ({ kind: "written", entry, newest: entry });
const conflict = { kind: "conflict", newest: 8, since: [], theirs: [{ entry: 8 }], then: {}, ways: [] };

/* The state after several events, and all effects. */
function played(...events) {
  let state = FRESH;
  const all = [];
  for (const event of events) {
    const [next, effects] = step(state, { turn: state.turn, ...event });
    state = next;
    all.push(...effects);
  }
  return { state, effects: all, states: Object.fromEntries(state.items.map((one) => [one.key, one.state])) };
}
const told = (key, night, after) => ({ kind: "told", item: item(key, night, after) });
const answered = (key, answer) => ({ kind: "answer", key, answer });
const answers = ({ key, turn }, answer) => ({ kind: "answer", key, turn, answer });
const sends = (effects) => effects.filter(({ kind }) => kind === "send").map((one) => one.item.key);

Deno.test("a hand is on the disk before it is sent", () => {
  const kinds = played(told("a")).effects.map(({ kind }) => kind);
  assert.ok(kinds.indexOf("store") < kinds.indexOf("send"));
  assert.deepEqual(played(told("a")).states, { a: "sending" });
});

Deno.test("three hands go one after the other, each with the keys of those before it", () => {
  const { state, effects } = played(
    told("a"),
    told("b"),
    told("c"),
    answered("a", written(2)),
    answered("b", written(3)),
  );
  assert.deepEqual(sends(effects), ["a", "b", "c"]);
  assert.deepEqual(state.items.map(({ mine }) => mine), [[], ["a"], ["a", "b"]]);
});

Deno.test("what is in the book stays until a page has shown it, and counts as seen", () => {
  const after = played(told("a"), answered("a", written(2)), told("b"));
  assert.deepEqual(after.state.items[1].mine, ["a"]);
  const shown = played(
    told("a"),
    answered("a", written(2)),
    { kind: "opened", night: NIGHT, after: 2 },
    told("b", NIGHT, 2),
  );
  assert.deepEqual(shown.states, { b: "sending" });
  assert.deepEqual(shown.state.items[0].mine, []);
});

Deno.test("without a signal nothing is sent, and with it all is", () => {
  const off = played({ kind: "offline" }, told("a"), told("b"));
  assert.deepEqual(off.states, { a: "waiting", b: "waiting" });
  assert.deepEqual(sends(step(off.state, { kind: "online" })[1]), ["a"]);
});

Deno.test("without an answer it waits longer each time, no longer than the most, and a little by luck", () => {
  let state = played(told("a")).state;
  const waits = [];
  for (let tried = 0; tried < 8; tried += 1) {
    const [pausing, effects] = step(state, { kind: "timeout", key: "a", turn: state.turn, luck: 0.5 });
    waits.push(effects.find(({ kind }) => kind === "wait").ms);
    assert.deepEqual(sends(effects), []);
    state = step(pausing, { kind: "woke" })[0];
    assert.equal(state.items[0].state, "sending");
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
  const [least, most] = [0, 1].map((luck) =>
    step(played(told("a")).state, { kind: "timeout", key: "a", turn: 1, luck })[1][0].ms
  );
  assert.deepEqual([least, most], [PACE.first * 0.7, PACE.first * 1.3]);
});

Deno.test("what is refused or in conflict holds up its own night and no other", () => {
  for (const said of [conflict, { kind: "refused", sentence: "" }, { kind: "closed", sentence: "" }]) {
    const { states } = played(told("a"), told("b"), told("c", OTHER), answered("a", said));
    assert.deepEqual([states.b, states.c], ["waiting", "sending"]);
  }
});

Deno.test("taken out, it lets the next one go, and can be put back as it was", () => {
  const refused = answered("a", { kind: "refused", sentence: "" });
  const out = played(told("a"), told("b"), refused, { kind: "taken", key: "a" });
  assert.deepEqual(out.states, { a: "out", b: "sending" });
  assert.equal(step(out.state, { kind: "restored", key: "a" })[0].items[0].state, "refused");
  assert.deepEqual(step(out.state, { kind: "thrown", key: "a" })[0].items.map(({ key }) => key), ["b"]);
  assert.equal(step(out.state, { kind: "thrown", key: "b" })[0].items.length, 2, "only what is out is thrown away");
});

Deno.test("a person decides: theirs, mine, then, or now", () => {
  const stands = played(told("a"), told("b"), answered("a", conflict)).state;
  const decide = (how) => step(stands, { kind: "decided", key: "a", how });
  const [theirs, one] = decide("theirs");
  assert.deepEqual([theirs.items[0].state, sends(one)], ["out", ["b"]]);
  for (const how of ["then", "now"]) {
    const [next, effects] = decide(how);
    assert.deepEqual(sends(effects), ["a"]);
    assert.deepEqual([next.items[0].choice, next.items[0].known, next.items[0].answer], [how, 8, undefined]);
  }
  assert.deepEqual([decide("mine")[0].items[0].corrects, decide("mine")[0].items[0].known], [8, 8]);
  const back = step(theirs, { kind: "restored", key: "a" })[0];
  assert.equal(back.items[0].state, "conflict");
});

Deno.test("what its teller had seen stays as it was, whatever a person decides", () => {
  const stands = played(told("a"), told("b"), told("c"), answered("a", conflict)).state;
  for (const how of ["theirs", "mine", "then", "now", "open"]) {
    const [{ items }] = step(stands, { kind: "decided", key: "a", how });
    assert.deepEqual(items.map(({ after, mine }) => [after, mine]), [[1, []], [1, ["a"]], [1, ["a", "b"]]]);
  }
});

Deno.test("a night that is opened again decides nothing about a hand that is behind a decided one", () => {
  const ended = { ...conflict, newest: 9, theirs: [] };
  const { state } = played(
    told("a"),
    told("b"),
    answered("a", conflict),
    { kind: "decided", key: "a", how: "theirs" },
    answered("b", ended),
    { kind: "decided", key: "b", how: "open" },
  );
  const { known, isBehind, answer } = state.items[1];
  assert.deepEqual([known, isBehind, answer], [8, true, undefined]);
});

Deno.test("hands of the same table behind a decided one know what was decided, and only then stays then", () => {
  const decide = (how) => {
    const later = told("d", NIGHT, 8);
    const { state } = played(told("a"), told("b"), later, answered("a", conflict), { kind: "decided", key: "a", how });
    return step(state, told("c"))[0].items.slice(1).map(({ known, choice }) => [known, choice]);
  };
  assert.deepEqual(decide("then"), [[8, "then"], [undefined, undefined], [8, "then"]]);
  assert.deepEqual(decide("now"), [[8, undefined], [undefined, undefined], [8, undefined]]);
});

Deno.test("a hand that a person decided about itself keeps what that person knew", () => {
  const stands = played(told("a"), told("b"), answered("a", conflict)).state;
  const asked = { ...stands, items: stands.items.map((one) => ({ ...one, state: "conflict", answer: conflict })) };
  const [second] = step(asked, { kind: "decided", key: "b", how: "now" });
  const newer = { ...second.items[0], answer: { ...conflict, newest: 12 } };
  const [first] = step({ ...second, items: [newer, second.items[1]] }, { kind: "decided", key: "a", how: "then" });
  assert.deepEqual(first.items.map(({ choice, known }) => [choice, known]), [["then", 12], ["now", 8]]);
});

Deno.test("who decides otherwise after all does not take the place of the hand of an earlier decision", () => {
  const mine = played(told("a"), answered("a", conflict), { kind: "decided", key: "a", how: "mine" }).state;
  const [again] = step(mine, { kind: "answer", key: "a", turn: mine.turn, answer: { ...conflict, newest: 9 } });
  const [now, effects] = step(again, { kind: "decided", key: "a", how: "now" });
  assert.equal(now.items[0].corrects, undefined);
  assert.equal(effects.find(({ kind }) => kind === "send").item.corrects, undefined);
});

Deno.test("what was refused or in conflict is asked again when its book has moved on, and looks so until then", () => {
  for (const said of [conflict, { kind: "refused", sentence: "", newest: 8 }]) {
    const { state } = played(told("a"), answered("a", said));
    const same = step(state, { kind: "opened", night: NIGHT, after: 8 })[0];
    assert.equal(same.items[0].state, said.kind);
    const [moved, effects] = step(state, { kind: "opened", night: NIGHT, after: 9 });
    assert.deepEqual([sends(effects), seen(moved.items[0])], [["a"], said.kind]);
    const [decided] = step(moved, { kind: "decided", key: "a", how: "now" });
    assert.equal(decided.items[0].choice, said.kind === "conflict" ? "now" : undefined);
  }
});

Deno.test("a page that says that the book has moved on leaves the hand to be sent again at once", () => {
  const { state, effects } = played(told("a"), answered("a", { kind: "moved" }));
  assert.deepEqual([sends(effects), state.items.length, state.isPausing], [["a", "a"], 1, false]);
});

Deno.test("a hand that the sheet shows is gone from the phone, whatever it has heard of it", () => {
  const lost = played(told("a"), { kind: "timeout", key: "a", luck: 0.5 });
  const [shown, effects] = step(lost.state, { kind: "opened", night: NIGHT, after: 2, keys: ["a"] });
  assert.deepEqual(shown.items, []);
  assert.ok(effects.some(({ kind, key }) => kind === "forget" && key === "a"));
  assert.equal(step(lost.state, { kind: "opened", night: OTHER, after: 2, keys: ["a"] })[0].items.length, 1);
});

Deno.test("a hand that was never sent is changed in its place, and not sent while it is", () => {
  const off = played({ kind: "offline" }, told("a"), told("b"), { kind: "changing", key: "a" }).state;
  const [online, none] = step(off, { kind: "online" });
  assert.deepEqual(sends(none), []);
  const [changed, effects] = step(online, { kind: "changed", key: "a", fields: [["picker", "2"]], said: {} });
  assert.deepEqual(sends(effects), ["a"]);
  assert.deepEqual(changed.items.map(({ key, fields }) => [key, fields]), [["a", [["picker", "2"]]], ["b", []]]);
});

Deno.test("a hand that was sent is not changed, as it may be in the book", () => {
  const { state } = played(told("a"), { kind: "timeout", key: "a", luck: 0.5 }, { kind: "changing", key: "a" });
  assert.equal(state.changing, "");
  assert.deepEqual(step(state, { kind: "changed", key: "a", fields: [1], said: {} })[0].items[0].fields, []);
});

Deno.test("a hand is sent with what its teller saw and showed, however late", () => {
  const { state } = played({
    kind: "told",
    item: { ...item("a"), said: { summary: "x", worths: { 7: "+2", 8: "−1", 9: "" } } },
  });
  const fields = Object.fromEntries(letter(state.items[0]).fields);
  assert.deepEqual(fields, { key: "a", after: 1, mine: "", told: 0, shown: "7:+2;8:−1" });
  assert.equal(Object.fromEntries(letter({ ...item("a"), mine: [] }).fields).shown, "");
});

Deno.test("a decision goes along; what takes the place of another hand is a correction of it", () => {
  const decided = { ...item("a"), mine: [], known: 8 };
  const fields = (more) => Object.fromEntries(letter({ ...decided, ...more }).fields);
  const then = fields({ choice: "then" });
  assert.deepEqual([then.choice, then.known, then.after], ["then", 8, 1]);
  assert.deepEqual([fields({ corrects: 5 }).after, fields({ corrects: 5 }).known], [8, undefined]);
  assert.equal(letter({ ...decided, corrects: 5 }).url, `${NIGHT}hands/5/correct/`);
});

Deno.test("no hand is drawn in pencil that the sheet has in ink", () => {
  const { state } = played(told("a"), told("b"), answered("a", written(2)));
  const keys = (page) => penciled(state, NIGHT, page).map(({ key }) => key);
  assert.deepEqual(keys({ newest: 1, keys: [] }), ["a", "b"]);
  assert.deepEqual(keys({ newest: 2, keys: [] }), ["b"]);
  assert.deepEqual(keys({ newest: 1, keys: ["b"] }), ["a"]);
});

Deno.test("an answer that comes late says only what is in the book, and puts nothing back on its way", () => {
  const lost = played(told("a"), { kind: "timeout", key: "a", luck: 0.5 }).state;
  assert.deepEqual(step(lost, { kind: "answer", key: "a", turn: 1, answer: conflict })[0], lost);
  const [done] = step(lost, { kind: "answer", key: "a", turn: 1, answer: written(2) });
  assert.deepEqual([done.items[0].state, done.items[0].entry, done.flying], ["done", 2, ""]);
});

Deno.test("a hand taken out on its way and put back is on its way, and not sent twice", () => {
  const out = played(told("a"), told("b"), { kind: "taken", key: "a" });
  const [back, effects] = step(out.state, { kind: "restored", key: "a" });
  assert.deepEqual([back.items[0].state, back.flying, sends(effects)], ["sending", "a", []]);
});

Deno.test("what was taken out and had arrived all the same is in the book", () => {
  const { states } = played(told("a"), { kind: "taken", key: "a" }, answered("a", written(2)));
  assert.deepEqual(states, { a: "done" });
});

Deno.test("a token that is too old is replaced at once, and then with patience", () => {
  const old = answered("a", { kind: "token" });
  const once = played(told("a"), old);
  assert.deepEqual(sends(once.effects), ["a", "a"]);
  assert.ok(once.effects.some(({ kind }) => kind === "token"));
  assert.ok(played(told("a"), old, old).effects.some(({ kind }) => kind === "wait"));
});

Deno.test("a phone that was let go keeps its hands, and tries again where a table opens", () => {
  const { state, states } = played({ kind: "offline" }, told("a"), { kind: "removed", night: NIGHT });
  assert.deepEqual(states, { a: "stuck" });
  assert.equal(step(state, { kind: "opened", night: OTHER, after: 9 })[0].items[0].state, "stuck");
  assert.equal(step(state, { kind: "opened", night: NIGHT, after: 1 })[0].items[0].state, "waiting");
});

/* Luck that can be had again. */
function lucky(seed) {
  let now = seed + 0x6d2b79f5;
  return () => {
    now = Math.imul(now ^ (now >>> 15), now | 1);
    now ^= now + Math.imul(now ^ (now >>> 7), now | 61);
    return ((now ^ (now >>> 14)) >>> 0) / 4294967296;
  };
}

/* A phone with a disk, and a server that writes what comes once and after what was seen. */
class World {
  constructor(seed) {
    this.luck = lucky(seed);
    this.state = FRESH;
    this.disk = new Map();
    this.books = { [NIGHT]: ["open"], [OTHER]: ["open"] };
    this.told = [];
    this.settled = new Set();
    this.onPad = new Set();
    this.flying = null;
  }
  some(list) {
    return list[Math.floor(this.luck() * list.length)];
  }
  does(event) {
    const [state, effects] = step(this.state, event);
    this.state = state;
    for (const effect of effects) this.carryOut(effect);
    this.holds();
  }
  carryOut({ kind, item, key, turn }) {
    if (kind === "store") this.disk.set(item.key, item);
    if (kind === "forget") {
      const before = this.disk.get(key);
      if (before.state === "done" || this.times(key)) this.settled.add(key);
      this.disk.delete(key);
    }
    if (kind === "send") {
      assert.ok(!this.flying, "never two on their way");
      assert.ok(this.disk.has(item.key), "on the disk before it is sent");
      assert.ok(!this.settled.has(item.key) && this.disk.get(item.key).state !== "done", "what is done is not sent");
      this.flying = { ...item, turn };
    }
  }
  holds() {
    const here = this.state.items.map(({ key }) => key);
    assert.equal(new Set(here).size, here.length);
    assert.deepEqual(new Set(here), new Set(this.disk.keys()), "what is here is on the disk");
    for (const key of this.told) {
      const places = [here.includes(key), this.settled.has(key), this.onPad.has(key)].filter(Boolean);
      assert.equal(places.length, 1, "each hand is in one place");
    }
    for (const key of this.settled) assert.equal(this.times(key), 1, "what is settled is in the book once");
  }
  times(key) {
    return Object.values(this.books).flat().filter((line) => line === key).length;
  }
  tells() {
    const night = this.some([NIGHT, NIGHT, OTHER]);
    const shown = this.disk.size ? Math.max(1, this.books[night].length - 2) : this.books[night].length;
    const key = `k${this.told.length}`;
    this.told.push(key);
    this.does({ kind: "told", item: item(key, night, shown) });
  }
  /* As the pen does it (ledger/recording/telling.py), where every hand is worth the same wherever it counts. */
  server({ key, night, after, mine, known = 0 }) {
    const book = this.books[night];
    const before = book.indexOf(key);
    if (before >= 0) return written(before + 1);
    if (book.some((line, at) => at >= Math.max(after, known) && !mine.includes(line))) {
      return { ...conflict, newest: book.length };
    }
    if (this.luck() < 0.05) return { kind: "refused", sentence: "", newest: book.length };
    book.push(key);
    return written(book.length);
  }
  answers() {
    const { flying } = this;
    if (!flying) return;
    const fate = this.luck();
    const said = fate < 0.2
      ? null
      : fate < 0.3
      ? this.some([{ kind: "later" }, { kind: "token" }, { kind: "closed" }])
      : this.server(flying);
    this.flying = null;
    if (!said || fate > 0.85) {
      return this.does({ kind: "timeout", key: flying.key, turn: flying.turn, luck: this.luck() });
    }
    if (this.luck() < 0.1 && said.kind === "conflict") return this.does(answers(flying, { kind: "moved" }));
    if (this.luck() < 0.1 && said.kind === "refused") {
      this.onPad.add(flying.key);
      return this.does(answers(flying, { kind: "page" }));
    }
    this.does(answers(flying, said));
    if (this.luck() < 0.1) this.does(answers(flying, said));
  }
  dies() {
    this.state = FRESH;
    this.flying = null;
    this.does({ kind: "opened", items: [...this.disk.values()], night: NIGHT, after: this.books[NIGHT].length });
  }
  person(...choices) {
    const one = this.some(this.state.items);
    if (!one) return;
    const kind = this.some(choices);
    this.does({ kind, key: one.key, how: this.some(["theirs", "mine", "then", "now", "open"]) });
  }
  steps() {
    const [, act] = this.some(WEIGHTS);
    act(this);
  }
  /* The signal is there and a person decides whatever waits for one: nothing may be left but what was taken out. */
  settles() {
    this.does({ kind: "changing", key: "" });
    this.does({ kind: "online" });
    const isOpen = ({ state }) => !["done", "out"].includes(state);
    for (let round = 0; round < 400 && (this.flying || this.state.items.some(isOpen)); round += 1) {
      if (this.flying) {
        const { flying } = this;
        this.flying = null;
        const said = this.server(flying);
        this.does(answers(flying, said));
      }
      for (const { key, state } of this.state.items) {
        if (state === "conflict") this.does({ kind: "decided", key, how: this.some(["theirs", "then", "now"]) });
        if (["refused", "stuck"].includes(state)) this.does({ kind: "again", key });
      }
      this.does({ kind: "woke" });
    }
    for (const { key, state } of this.state.items) {
      assert.ok(["done", "out"].includes(state), `${key} is ${state}`);
      if (state === "done") assert.equal(this.times(key), 1);
    }
  }
}
const ACTS = [
  [6, (world) => world.tells()],
  [9, (world) => world.answers()],
  [2, (world) => world.does({ kind: "offline" })],
  [3, (world) => world.does({ kind: "online" })],
  [3, (world) => world.does({ kind: "woke" })],
  [1, (world) => world.books[world.some([NIGHT, OTHER])].push("somebody else's")],
  [1, (world) => world.dies()],
  [1, (world) => world.does({ kind: "removed", night: world.some([NIGHT, OTHER]) })],
  [2, (world) => world.person("taken", "restored", "again", "decided", "decided")],
  [1, (world) => world.person("changing", "changed")],
  [2, (world) => {
    const night = world.some([NIGHT, OTHER]);
    const keys = world.luck() < 0.5 ? world.books[night] : [];
    world.does({ kind: "opened", night, after: world.books[night].length, keys });
  }],
];
const WEIGHTS = ACTS.flatMap((act) => Array(act[0]).fill(act));

Deno.test("whatever happens, each hand is in one place, and in the end in the book once or out", () => {
  for (let seed = 0; seed < 2000; seed += 1) {
    const world = new World(seed);
    try {
      for (let taken = 0; taken < 60; taken += 1) world.steps();
      world.settles();
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
    }
  }
});

Deno.test("who is alone with the pen is never asked anything", () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const world = new World(seed);
    const luck = lucky(seed + 7);
    for (let taken = 0; taken < 60; taken += 1) {
      const act = luck();
      if (act < 0.3) world.tells();
      else if (act < 0.4) world.does({ kind: luck() < 0.5 ? "offline" : "online" });
      else if (act < 0.5) world.does({ kind: "woke" });
      else if (world.flying) {
        const { flying } = world;
        world.flying = null;
        world.luck = () => 0.5; // nothing is refused by chance
        const said = world.server(flying);
        world.luck = lucky(seed + taken);
        assert.equal(said.kind, "written");
        world.does(luck() < 0.6 ? answers(flying, said) : { kind: "timeout", key: flying.key, turn: flying.turn });
      }
    }
    assert.ok(unsent(world.state, NIGHT).every(({ state }) => ["waiting", "sending"].includes(state)));
  }
});
