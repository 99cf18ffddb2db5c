import assert from "node:assert/strict";
import { chosen, shown, stateOf, tapped, typed } from "../../static/js/pad.js";

const cell = (...worths) => [...worths, worths[0]];

/* A called ace of five, Ann deals; with the leaster nobody picked. */
const DATA = {
  players: ["Ann", "Ben", "Cleo", "Dave", "Edith"].map((name, place) => [String(place + 1), name, `${name}, 0`, name]),
  most_partners: 1,
  least_partners: 0,
  partner_steps: 0,
  is_partner_fixed: false,
  is_counted: false,
  blocked: "",
  refused: {},
  is_followed: false,
  tap_picker: "Tap who picked",
  tap_partner: "Tap the partner",
  wrong_points: "0 to 120 card points",
  least_points: 0,
  most_points: 120,
  title: "Record hand 1",
  words: {
    alone: "alone",
    picker: "picker",
    partner: "partner",
    others: "the others",
    none: "–",
    plus: "+",
    minus: "−",
    list: "{0}, {1}",
  },
  results: [
    { code: "won", low: 61, high: 90, edge: 120, cells: [cell("+4", "+4", "−1"), cell("+2", "+1", "−1")] },
    { code: "won_all", low: null, high: null, edge: 120, cells: [cell("+12", "+12", "−3"), cell("+6", "+3", "−3")] },
    { code: "lost", low: 31, high: 60, edge: 0, cells: [null, cell("−4", "−2", "+2")] },
  ],
  modes: [
    {
      code: "leaster",
      tap: "Tap who won",
      part: "winner",
      most: 0,
      title: "Record hand 1",
      refused: "",
      ties: { 1: ["+4", "+4", "−1", null], 2: null, 5: ["0", "0", "0", "pushed"] },
    },
    {
      code: "pass",
      tap: "",
      part: "",
      most: 0,
      title: "Record it",
      refused: "",
      ties: { 0: ["0", "0", "0", "passed"] },
    },
  ],
  questions: [
    { name: "renege", modes: [""], is_open: true, counts: false, with_partner: [] },
    { name: "tricks", modes: ["leaster"], is_open: true, counts: true, with_partner: [] },
    { name: "crack", modes: [""], is_open: false, counts: false, with_partner: ["corner"] },
  ],
};
const EMPTY = {
  picker: "",
  partners: [],
  alone: false,
  mode: "",
  winners: [],
  result: "won",
  points: "",
  answered: [],
  calls: [],
};

const after = (taps, { data = DATA, from = EMPTY } = {}) => taps.reduce((state, tap) => tapped(data, state, tap), from);
const parts = ({ heads }) => Object.fromEntries(Object.entries(heads).map(([player, { part }]) => [player, part]));

Deno.test("the first tapped picked, the next is the partner, and another one takes that place", () => {
  assert.deepEqual(after(["2", "4"]), { ...EMPTY, picker: "2", partners: ["4"] });
  assert.deepEqual(after(["2", "4", "5"]).partners, ["5"]);
  assert.deepEqual(after(["2", "4", "4"]).partners, []);
});

Deno.test("the picker tapped again did not pick, and whoever plays along or alone stays for another one", () => {
  assert.deepEqual(after(["2", "2"]), EMPTY);
  assert.deepEqual(after(["2", "4", "2", "3"]), { ...EMPTY, picker: "3", partners: ["4"] });
  assert.deepEqual(after(["2", "4", "2", "4"]), { ...EMPTY, picker: "4" });
  assert.deepEqual(after(["2", "alone", "2", "3"]), { ...EMPTY, picker: "3", alone: true });
});

Deno.test("alone is said and taken back with its own tap, before or after the picker, or by a partner", () => {
  const alone = { ...EMPTY, picker: "2", alone: true };
  assert.deepEqual(after(["2", "alone"]), alone);
  assert.deepEqual(after(["alone", "2"]), alone);
  assert.deepEqual(after(["2", "4", "alone"]), alone);
  assert.deepEqual(after(["2", "alone", "alone"]), { ...EMPTY, picker: "2" });
  assert.deepEqual(after(["2", "alone", "3"]), { ...EMPTY, picker: "2", partners: ["3"] });
});

Deno.test("nobody says alone where a partner has to be, where nobody can be one, or where nobody picked", () => {
  assert.deepEqual(after(["2", "alone"], { data: { ...DATA, least_partners: 1 } }), { ...EMPTY, picker: "2" });
  assert.deepEqual(after(["alone"], { data: { ...DATA, most_partners: 0 } }), EMPTY);
  assert.deepEqual(after(["mode:leaster", "alone"]), { ...EMPTY, mode: "leaster" });
});

Deno.test("where nobody can be a partner, the picker is alone at once and changes with the next tap", () => {
  const data = { ...DATA, most_partners: 0 };
  assert.deepEqual(after(["2"], { data }), { ...EMPTY, picker: "2", alone: true });
  assert.deepEqual(after(["2", "3"], { data }), { ...EMPTY, picker: "3", alone: true });
  assert.deepEqual(after(["2", "2"], { data }), EMPTY);
});

Deno.test("where a partner has to be, the picker tapped again is nobody", () => {
  assert.deepEqual(after(["2", "2"], { data: { ...DATA, least_partners: 1 } }), EMPTY);
});

Deno.test("the partner by the place is there by itself, around the table", () => {
  const data = { ...DATA, partner_steps: 3 };
  assert.deepEqual(after(["1"], { data }).partners, ["4"]);
  assert.deepEqual(after(["4"], { data }).partners, ["2"]);
  assert.deepEqual(after(["4", "5"], { data }).partners, ["5"]);
  assert.deepEqual(after(["4", "5"], { data: { ...data, is_partner_fixed: true } }).partners, ["2"]);
  assert.deepEqual(after(["4", "4"], { data }).partners, []);
  assert.deepEqual(after(["4", "4", "1"], { data }).partners, ["4"]);
  assert.deepEqual(after(["4", "alone"], { data }).partners, []);
  assert.deepEqual(after(["4", "alone", "alone"], { data }).partners, ["2"]);
});

Deno.test("a mode wipes out who picked, takes winners, and goes when it is tapped again", () => {
  assert.deepEqual(after(["2", "4", "mode:leaster", "3", "1", "3"]), { ...EMPTY, mode: "leaster", winners: ["1"] });
  assert.deepEqual(after(["mode:leaster", "3", "mode:leaster"]), EMPTY);
  assert.deepEqual(after(["mode:pass", "3"]), { ...EMPTY, mode: "pass" });
  assert.deepEqual(after(["mode:no_such"]), EMPTY);
});

Deno.test("nobody who sits out is tapped", () => assert.deepEqual(after(["6", "mode:leaster", "6"]).winners, []));

Deno.test("where everybody's numbers say it all, nobody is tapped", () => {
  assert.deepEqual(after(["2"], { data: { ...DATA, is_counted: true } }), EMPTY);
});

Deno.test("card points choose their result, and a result wipes out the points of another", () => {
  assert.equal(typed(DATA, EMPTY, "60").result, "lost");
  assert.equal(typed(DATA, EMPTY, "31").result, "lost");
  assert.equal(typed(DATA, EMPTY, "30").result, "won");
  assert.equal(chosen(DATA, { ...EMPTY, points: "61" }, "lost").points, "");
  assert.equal(chosen(DATA, { ...EMPTY, points: "60" }, "lost").points, "60");
  assert.equal(chosen(DATA, { ...EMPTY, points: "120" }, "won_all").points, "120");
  assert.equal(chosen(DATA, { ...EMPTY, points: "119" }, "won_all").points, "");
});

Deno.test("what has to be tapped is said, and nothing can be recorded", () => {
  for (const [taps, title] of [[[], "Tap who picked"], [["1"], "Tap the partner"], [["mode:leaster"], "Tap who won"]]) {
    const { ask, ready, title: said, summary } = shown(DATA, after(taps));
    assert.deepEqual({ ask, ready, said, summary }, { ask: false, ready: false, said: title, summary: "" });
  }
});

Deno.test("a hand says what it brings everybody, those with a part in it by name", () => {
  const said = shown(DATA, after(["4", "2"]));
  assert.equal(said.title, "Record hand 1");
  assert.equal(said.summary, "Dave +2, Ben +1, the others −1");
  assert.deepEqual(parts(said), { 1: "", 2: "partner", 3: "", 4: "picker", 5: "" });
  assert.deepEqual(said.heads[2], {
    part: "partner",
    look: "partner",
    delta: "+1",
    side: "plus",
    label: "Ben, 0, partner, +1",
  });
  assert.deepEqual(said.results, { won: "+2", won_all: "+6", lost: "−4" });
  assert.deepEqual(shown(DATA, after(["4", "alone"])).results, { won: "+4", won_all: "+12", lost: "–" });
});

Deno.test("a mode says what it brings, or what it is called", () => {
  assert.equal(shown(DATA, after(["mode:leaster", "3"])).summary, "Cleo +4, the others −1");
  const passed = shown(DATA, after(["mode:pass"]));
  assert.deepEqual([passed.title, passed.summary, passed.ready], ["Record it", "passed", true]);
});

Deno.test("the server is asked for what depends on more than what is tapped", () => {
  const asked = [
    after(["4", "alone"], { from: { ...EMPTY, result: "lost" } }),
    after(["4", "2"], { from: { ...EMPTY, answered: ["renege"] } }),
    after(["4", "2"], { from: { ...EMPTY, points: "95" } }),
    after(["mode:leaster", "1", "2"]),
    after(["mode:leaster"], { from: { ...EMPTY, answered: ["tricks"] } }),
    after(["4", "2"], { from: { ...EMPTY, picker: "7" } }),
  ];
  for (const state of asked) {
    const { ask, isKnown, summary } = shown(DATA, state);
    assert.deepEqual([ask, isKnown, summary], [true, false, ""]);
  }
});

Deno.test("alone, what only a partner can call is taken back", () => {
  const from = { ...EMPTY, calls: ["crack"] };
  assert.deepEqual(shown(DATA, after(["4", "2"], { from })).withdrawn, []);
  assert.deepEqual(shown(DATA, after(["4", "alone"], { from })).withdrawn, ["crack"]);
});

Deno.test("a hand that others follow is shown, and the server is asked whether it can be", () => {
  const { ask, isKnown, ready } = shown({ ...DATA, is_followed: true }, after(["4", "2"]));
  assert.deepEqual([ask, isKnown, ready], [true, true, true]);
});

Deno.test("a table that cannot play is told so before anything else", () => {
  assert.equal(shown({ ...DATA, blocked: "Say who sits out." }, EMPTY).title, "Say who sits out.");
  assert.equal(
    shown({ ...DATA, refused: { 4: "The dealer is forced." } }, after(["4", "2"])).title,
    "The dealer is forced.",
  );
});

Deno.test("card points that cannot be are said, with a real minus too", () => {
  for (const points of ["121", "−1", "-1", "x", "1e1"]) {
    const said = shown(DATA, after(["4", "2"], { from: { ...EMPTY, points } }));
    assert.deepEqual([said.title, said.ready], ["0 to 120 card points", false]);
  }
});

const field = (name, value, said = {}) => ({ name, value, type: "hidden", checked: false, ...said });
const radio = (name, value, checked = false) => field(name, value, { type: "radio", checked });
const FORM = [
  field("picker", "4"),
  field("partners", "2,3"),
  field("alone", ""),
  field("mode", ""),
  field("winners", ""),
  radio("result", "won"),
  radio("result", "lost", true),
  field("points", "31", { type: "text" }),
];
const question = (name, said = {}) => ({ name, modes: [""], is_open: true, with_partner: [], ...said });

Deno.test("the state is what the fields of the form say", () => {
  const state = { ...EMPTY, picker: "4", partners: ["2", "3"], result: "lost", points: "31" };
  assert.deepEqual(stateOf(DATA, FORM), { ...state, answered: [], calls: [] });
  const mode = [field("mode", "leaster"), field("winners", "3"), field("alone", "1"), radio("result", "won")];
  assert.deepEqual(
    stateOf(DATA, mode),
    { ...EMPTY, alone: true, mode: "leaster", winners: ["3"], result: "", answered: [], calls: [] },
  );
});

Deno.test("a question is answered by what was chosen or typed for it alone", () => {
  const questions = ["mauer", "crack", "call", "ace"].map((name) => question(name));
  const fields = [
    radio("ask-call", "club"),
    radio("ask-call", ""),
    field("ask-crack", " "),
    field("ask-mauer-7", "3"),
    field("ask-aces", "x"),
  ];
  assert.deepEqual(stateOf({ questions }, fields).answered, ["mauer"]);
  const chosen = [radio("ask-call", "club", true), radio("ask-call", "heart")];
  assert.deepEqual(stateOf({ questions }, chosen).answered, ["call"]);
  const closed = [question("call", { is_open: false })];
  assert.deepEqual(stateOf({ questions: closed }, chosen).answered, []);
});

Deno.test("an answer that only a partner can call is known as one", () => {
  const questions = [question("call", { with_partner: ["club"], is_open: false }), question("ace")];
  const said = (value) => stateOf({ questions }, [radio("ask-call", value, true), radio("ask-ace", "club", true)]);
  assert.deepEqual([said("club").calls, said("heart").calls], [["call"], []]);
});
