/* What was told on this phone and is not in the book yet, without a page, a network, a store or a clock.

     let [state, effects] = step(FRESH, event, PACE);

   `state` is plain data and never changed in place. Effects are carried out in their order, a `send` only when every
   `store` before it is on the disk; then the next event is handed in. Nothing told is ever dropped: a hand leaves the
   outbox when a page has shown it in the book, when it lies on the pad again, or when a person throws it away.

   An item is {key, night, url, fields, after, at, mine, state, …}: `night` is the address of its table, `fields` what
   the form says, `after` the last entry its teller had seen, `mine` the keys of what this phone told after that entry
   and before this one, `at` when it was told (milliseconds). It is sent with exactly these, however often, and with
   what a person decided: `choice`, and `known`, the newest entry of the book that the person decided about; where
   `isBehind`, about a hand before this one.
   Its state is
     waiting   it will be sent
     sending   it is on its way (never stored: whoever opens the outbox again finds it waiting)
     refused   it cannot be; `answer` has the sentence
     conflict  somebody else wrote meanwhile; `answer` says what; a person decides
   What was refused or in conflict is asked again when the book has moved on; `answer` stays until it is answered.
     stuck     this phone may not write there any more; tried again when its table opens again
     done      it is in the book, as entry `entry`, and no page has shown it there yet
     out       a person took it out; `was` is what it was

   Events, by `kind`:
     told      {item}: key, night, url, fields, after, at, and whatever else the page wants to keep with it
     changing  {key}: a hand lies on the pad to be changed ("": none does); it is not sent meanwhile
     changed   {key, fields, said}: a person changed a hand that was never sent; it keeps its place
     opened    {items?, night?, after?, keys?}: the store holds these items; a page of this night shows the book up to
               entry `after`, the hands with these keys in it
     online, offline, woke (the wait is over)
     answer    {key, turn, answer}: what the server said (scorekeeper/http/outbox.py), by `kind`; or `page`, when
               a page was the answer, with the hand in its book or on its pad again; or `moved`, when a page said
               that the book has moved on: it is sent again by the outbox, which is told by how much
     timeout   {key, turn, luck?}: no answer, or none that can be read; `luck` from 0 to 1 spreads the next try
     removed   {night}: this phone was let go
     taken, restored, thrown, again   {key}: a person takes it out, puts it back, throws away what is out, tries again
     decided   {key, how, of?}: "theirs"; "mine" (it takes the place of the hand of entry `of`); "then" (it counts
               where it was played); "now" (it is a hand of the table as it is now); "open" (the night is open again)

   Effects, by `kind`:
     store     {item}    forget {key}    show    wait {ms}: then `woke`; a new wait replaces the old one
     send      {item, turn}: answered by an `answer` or a `timeout` of the same turn
     token     the token that was sent is not good any more

   In each night one is sent after the other, and one at a time in all. What is refused, in conflict or stuck holds up
   what was told after it in the same night until a person has decided, and nothing else: who deals, who sits out and
   what lies on the table of a later hand depend on whether the earlier one counts, and whoever asks the table once
   can ask it about all. Other nights go on. */

export const FRESH = { items: [], flying: "", turn: 0, changing: "", isOffline: false, isPausing: false, tries: 0 };
export const PACE = { first: 1000, most: 30000, jitter: 0.3 };
const MOST = 200; // as MOST_UNSENT in scorekeeper/http/forms.py: beyond that a person is asked

/* The state after an event, and what has to be done: [state, effects]. */
export function step(state, event, pace = PACE) {
  const [stepped, effects] = STEPS[event.kind](state, event, pace);
  const [next, sends] = sent(stepped);
  return [next, [...effects, ...sends]];
}

/* Those of a night that are not in the book as far as anybody here knows, in the order in which they were told. */
export const unsent = (state, night) =>
  state.items.filter((one) => one.night === night && !["done", "out"].includes(one.state));

/* Those of a night that a page does not show in the book, which has come to entry `newest` there, with these keys. */
export const penciled = ({ items }, night, { newest, keys }) =>
  items.filter((one) => one.night === night && !keys.includes(one.key) && (one.state !== "done" || one.entry > newest));

/* An item as it is sent: {url, fields}. What takes the place of another hand is a correction, by somebody who has seen
   the book that was decided about. `shown` are the points that the phone showed (_read_worths in
   scorekeeper/pad/reading.py). */
export function letter({ key, url, after, mine, at, fields, said = {}, choice, known, isBehind, corrects }) {
  const { worths = {}, summary } = said;
  const shown = summary ? Object.entries(worths).filter(([, worth]) => worth).map((one) => one.join(":")) : [];
  const all = Object.entries({ choice, known, behind: isBehind ? 1 : 0 });
  const decided = corrects ? {} : Object.fromEntries(all.filter(([, said]) => said));
  const own = { key, after: corrects ? known : after, mine: mine.join(), told: at, shown: shown.join(";"), ...decided };
  return {
    url: corrects ? url.replace(/tell\/$/, `hands/${corrects}/correct/`) : url,
    fields: [...fields, ...Object.entries(own)],
  };
}

/* What a person sees of an item: what was refused or in conflict stays so while it is asked again. */
export const seen = ({ state, answer }) =>
  answer && ["waiting", "sending"].includes(state) ? SAID[answer.kind] ?? state : state;

const SHOW = { kind: "show" };
const HELD = ["refused", "conflict", "stuck"];
const SAID = { conflict: "conflict", refused: "refused", closed: "stuck" };

const found = (state, key) => state.items.find((one) => one.key === key);

/* One item anew, on the disk and in sight. */
function changed(state, item) {
  const items = state.items.map((one) => one.key === item.key ? item : one);
  return [{ ...state, items }, [store(item), SHOW]];
}

const store = (item) => ({ kind: "store", item: item.state === "sending" ? { ...item, state: "waiting" } : item });

function gone(state, key) {
  return [{ ...state, items: state.items.filter((one) => one.key !== key) }, [{ kind: "forget", key }, SHOW]];
}

/* The next one on its way, if none is. */
function sent(state) {
  if (state.flying || state.isOffline || state.isPausing) return [state, []];
  const open = new Map();
  for (const one of state.items) {
    if (!["done", "out"].includes(one.state) && !open.has(one.night)) open.set(one.night, one);
  }
  const next = [...open.values()].find((one) => one.state === "waiting" && one.key !== state.changing);
  if (!next) return [state, []];
  const item = { ...next, state: "sending", isSent: true };
  const items = state.items.map((one) => one.key === item.key ? item : one);
  // That it was sent is kept: from now on it may be in the book.
  const stored = next.isSent ? [] : [store(item)];
  const turn = state.turn + 1;
  return [{ ...state, items, turn, flying: item.key }, [...stored, { kind: "send", item, turn }, SHOW]];
}

function told(state, { item }) {
  if (found(state, item.key)) return [state, []];
  const before = state.items.filter((one) => one.night === item.night && one.state !== "out");
  const unseen = before.filter((one) => one.state !== "done" || one.entry > item.after);
  const decided = before.findLast((one) => one.after === item.after && one.known);
  const full = { ...item, ...behind(decided), mine: unseen.map(({ key }) => key).slice(-MOST), state: "waiting" };
  const next = { ...state, items: [...state.items, full], isPausing: false };
  return [next, [store(full), SHOW]];
}

/* Whoever told a hand of the same table before another one was decided about knows what was decided; but whether
   somebody else told this very hand was not. */
const behind = (decided) =>
  decided ? { known: decided.known, isBehind: true, ...(decided.choice === "then" ? { choice: "then" } : {}) } : {};

const changing = (state, { key }) => [{ ...state, changing: mayChange(found(state, key)) ? key : "" }, []];

/* What was sent may be in the book, where only a correction changes it. */
export const mayChange = (item) =>
  Boolean(item) && !["done", "sending"].includes(item.state) && (!item.isSent || HELD.includes(item.state));

function retold(before, { key, fields, said }) {
  const [item, state] = [found(before, key), { ...before, changing: "" }];
  if (!mayChange(item)) return [state, []];
  const { answer: _, choice: __, corrects: ___, ...rest } = item;
  return changed(state, { ...rest, fields, said, state: item.state === "out" ? "out" : "waiting" });
}

function opened(state, { items, night, after, keys = [] }) {
  const known = items ? items.map((one) => one.key === state.flying ? { ...one, state: "sending" } : one) : state.items;
  const isShown = (one) =>
    one.night === night && (keys.includes(one.key) || one.state === "done" && one.entry <= after);
  const shown = known.filter(isShown);
  const kept = known.filter((one) => !isShown(one)).map((one) => opens(one, state, night, after));
  const next = { ...state, items: kept, isPausing: false };
  return [next, [...shown.map(({ key }) => ({ kind: "forget", key })), SHOW]];
}

/* What was stuck is tried again at a table that opens, and what was refused or in conflict when its book has moved on,
   as the cause may be gone; what was on its way when the phone died waits. */
function opens(one, { flying }, night, after) {
  const isMoved = ["refused", "conflict"].includes(one.state) && after > (one.answer?.newest ?? 0);
  if (one.night === night && (one.state === "stuck" || isMoved)) return { ...one, state: "waiting" };
  return one.state === "sending" && one.key !== flying ? { ...one, state: "waiting" } : one;
}

const online = (state) => [{ ...state, isOffline: false, isPausing: false, tries: 0 }, [SHOW]];
const offline = (state) => [{ ...state, isOffline: true }, [SHOW]];
const woke = (state) => [{ ...state, isPausing: false }, []];

/* Answers may come late, twice, or after a person took the hand out: what is in the book is in the book. Anything else
   that comes too late is said again when it is sent again. */
function answer(state, { key, turn, answer: said, luck }, pace) {
  const isLate = state.turn !== turn || !state.flying;
  if (isLate && said.kind !== "written") return [state, []];
  const landed = isLate ? state : { ...state, flying: "" };
  const item = found(landed, key);
  if (!item || item.state === "done") return [landed, []];
  if (said.kind === "written") return changed({ ...landed, tries: 0 }, done(item, said));
  if (said.kind === "page") return gone({ ...landed, tries: 0 }, key);
  if (said.kind === "moved") return [{ ...waits(landed, item), tries: 0 }, [SHOW]];
  if (item.state === "out") return [landed, []];
  if (SAID[said.kind]) return changed({ ...landed, tries: 0 }, { ...item, state: SAID[said.kind], answer: said });
  if (said.kind !== "token") return later(landed, item, luck, pace);
  const [next, effects] = landed.tries ? later(landed, item, luck, pace) : [{ ...waits(landed, item), tries: 1 }, []];
  return [next, [{ kind: "token" }, ...effects]];
}

function done(item, { entry }) {
  const { answer: _, was: __, ...rest } = item;
  return { ...rest, state: "done", entry };
}

function timeout(state, { key, turn, luck }, pace) {
  const item = found(state, key);
  if (state.turn !== turn || !state.flying) return [state, []];
  const landed = { ...state, flying: "" };
  return item?.state === "sending" ? later(landed, item, luck, pace) : [landed, []];
}

function waits(state, item) {
  if (item.state !== "sending") return state;
  return { ...state, items: state.items.map((one) => one.key === item.key ? { ...one, state: "waiting" } : one) };
}

/* Each try waits twice as long as the one before, and no two phones quite as long. */
function later(state, item, luck = 0.5, { first, most, jitter }) {
  const ms = Math.min(most, first * 2 ** Math.min(state.tries, 20)) * (1 + jitter * (2 * luck - 1));
  const next = { ...waits(state, item), isPausing: true, tries: state.tries + 1 };
  return [next, [{ kind: "wait", ms: Math.round(ms) }, SHOW]];
}

function removed(state, { night }) {
  const isStuck = (one) => one.night === night && one.state === "waiting";
  const items = state.items.map((one) => isStuck(one) ? { ...one, state: "stuck" } : one);
  return [{ ...state, items }, [...items.filter((one, at) => one !== state.items[at]).map(store), SHOW]];
}

function taken(state, { key }) {
  const item = found(state, key);
  if (!item || ["done", "out"].includes(item.state)) return [state, []];
  const was = item.state === "sending" ? "waiting" : item.state;
  return changed(state, { ...item, state: "out", was });
}

function restored(state, { key }) {
  const item = found(state, key);
  if (item?.state !== "out") return [state, []];
  const { was, ...rest } = item;
  return changed(state, { ...rest, state: state.flying === key ? "sending" : was });
}

const thrown = (state, { key }) => found(state, key)?.state === "out" ? gone(state, key) : [state, []];

function again(state, { key }) {
  const item = found(state, key);
  if (!item || !["refused", "stuck"].includes(item.state)) return [state, []];
  return changed({ ...state, isPausing: false }, { ...item, state: "waiting" });
}

/* What is behind a decided hand in the same table's time was told before its teller knew more: where that hand counts
   where it was played, so do those. Each is sent with what its teller had seen, as before. */
function decided(state, { key, how, of }) {
  const item = found(state, key);
  if (!item || seen(item) !== "conflict") return [state, []];
  const { newest } = item.answer;
  const { answer, ...asked } = item; // a night that is open again decides nothing
  const { corrects: _, choice: __, isBehind: ___, ...rest } = asked;
  const asDecided = {
    theirs: item,
    mine: { ...rest, corrects: of ?? answer.theirs[0]?.entry },
    then: { ...rest, choice: "then" },
    now: { ...rest, choice: "now" },
    open: asked,
  }[how];
  const known = how === "open" ? item.known ?? 0 : newest;
  const [next, effects] = how === "theirs"
    ? taken(state, { key })
    : changed(state, { ...asDecided, known, state: "waiting" });
  const place = next.items.findIndex((one) => one.key === key);
  const isBehind = (one, at) =>
    at > place && one.night === item.night && one.after === item.after && ["waiting", ...HELD].includes(one.state) &&
    (!one.known || one.isBehind); // nobody decided about that one itself
  const items = next.items.map((one, at) =>
    isBehind(one, at) && how !== "open" ? { ...one, ...behind({ choice: how, known }) } : one
  );
  const moved = items.filter((one, at) => one !== next.items[at]).map(store);
  return [{ ...next, items, isPausing: false }, [...effects, ...moved]];
}

const STEPS = {
  told,
  changing,
  changed: retold,
  opened,
  online,
  offline,
  woke,
  answer,
  timeout,
  removed,
  taken,
  restored,
  thrown,
  again,
  decided,
};
