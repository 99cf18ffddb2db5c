/* What is told on this phone and is not in the book yet, drawn on the page: rows in pencil, the totals with them, the
   pad for the hand after them, and the list of what waits. Every number was on the pad when the hand was told. */
import { line as readable } from "./lines.js";
import { penciled, seen } from "./outbox.js";

const pad = () => document.getElementById("pad");
const place = () => document.getElementById("unsent");
const word = (name, values = {}) =>
  Object.entries(values).reduce((text, [key, value]) => text.replace(`{${key}}`, () => value), place().dataset[name]);
const parsed = (id) => JSON.parse(document.getElementById(id).textContent);
const whole = (text) => /^[+−]?\d+$/.test(text) ? Number(text.replace("−", "-")) : NaN;
const written = (number) => String(number).replace("-", "−");

/* What of the hand on the pad is kept to be read: how it is called, what it brings whom, who deals it, and whether
   the numbers on the pad stay true after it. `pristine` are the fields of the pad before anything was tapped. */
export function described(fields, pristine) {
  const first = (name, from = fields) => from.find(([found]) => found === name)?.[1] ?? "";
  const all = (name) => fields.filter(([found]) => found === name).map(([, value]) => value);
  const asked = (from) => from.filter(([name, value]) => name.startsWith("ask-") && value).join(";");
  const isDealt = first("dealer") === first("was_dealer") && all("out").sort().join() ===
      first("was_out").split(",").filter(Boolean).sort().join() &&
    first("doublers") === first("was_doublers");
  const code = first("mode") || first("result");
  const record = document.getElementById("record");
  // While the server is asked what an answer changes, the numbers are those from before.
  const isAsked = document.querySelector("#ask.htmx-request, .asks.htmx-request") !== null;
  return {
    table: worded(document.querySelector("#table h1")),
    number: Number(pad().dataset.hand),
    told: told(fields, pristine),
    summary: isAsked ? "" : record.querySelector("small").textContent,
    worths: Object.fromEntries(heads().map((head) => [head.dataset.tap, head.querySelector(".delta").textContent])),
    marks: marks(first("picker"), all("partners").join().split(","), first("alone")),
    dealer: first("dealer"),
    isUsual: isDealt && parsed("coming").usual.includes(code) && asked(fields) === asked(pristine) &&
      !pad().dataset.guessed,
  };
}

/* The marks of the sheet, as MARKS in scorekeeper/presenters/sheet.py has them. */
export const marks = (picker, partners, alone) =>
  Object.fromEntries([...partners.map((one) => [one, "f"]), [picker, alone ? "a" : "p"]].filter(([one]) => one));

const unseen = (state, night, keys) =>
  penciled(state, night, { newest: Number(document.getElementById("table").dataset.newest), keys });

/* Everything anew, after whatever happened. */
export function draw(state, night, inked) {
  list(state, unseen(state, night, inked));
  dealt(drawRows(state, night, inked));
}

/* The rows in pencil alone, and the totals with them. */
export function drawRows(state, night, inked) {
  const rows = unseen(state, night, inked).filter((one) => one.state !== "out");
  for (const old of document.querySelectorAll(".pencil")) old.remove();
  const body = document.querySelector(".paper > tbody");
  if (!body) return [];
  const totals = heads().map((head) => total(head));
  for (const one of rows) body.append(row(one, totals));

  heads().forEach((head, at) => {
    const shown = head.querySelector(".total");
    shown.textContent = Number.isNaN(totals[at])
      ? shown.dataset.inked
      : rows.length
      ? written(totals[at])
      : shown.dataset.inked;
    shown.classList.toggle("penciled", rows.length > 0);
  });
  const check = document.querySelector(".foots b");
  check.dataset.inked ??= check.textContent;
  check.textContent = rows.length && !totals.some(Number.isNaN) ? written(foots(totals)) : check.dataset.inked;
  return rows;
}

/* The points that a hand in pencil brings a player, NaN where nobody knows them or they are no whole number. */
export function brought(item, player) {
  const isKnown = Boolean(item.said.summary) && ["waiting", "sending", "done"].includes(seen(item));
  return isKnown ? whole(item.said.worths[player] || "0") : NaN;
}

/* What everybody above zero has together. */
export const foots = (totals) => totals.filter((one) => one > 0).reduce((sum, one) => sum + one, 0);

const heads = () => [...document.querySelectorAll(".paper .head")];

function total(head) {
  const shown = head.querySelector(".total");
  shown.dataset.inked ??= shown.textContent;
  return whole(shown.dataset.inked);
}

function row(item, totals) {
  const { said, key } = item;
  const tr = Object.assign(document.createElement("tr"), { className: "pencil", title: word("row") });
  tr.dataset.key = key;
  const number = Object.assign(document.createElement("th"), { scope: "row", textContent: said.number });
  number.append(
    Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: ` ${word("row")}` }),
  );
  tr.append(number);
  heads().forEach((head, at) => {
    totals[at] += brought(item, head.dataset.tap);
    tr.append(
      Object.assign(document.createElement("td"), {
        className: said.marks?.[head.dataset.tap] ?? "",
        textContent: Number.isNaN(totals[at]) ? "?" : written(totals[at]),
      }),
    );
  });
  const check = Object.assign(document.createElement("td"), { className: "foots" });
  check.append(Object.assign(document.createElement("span"), {
    textContent: totals.some(Number.isNaN) ? "?" : written(foots(totals)),
  }));
  tr.append(check);
  return tr;
}

/* The pad for the hand after those: it is dealt as usual, and where something unusual was told before, nothing is said
   of what it brings. */
function dealt(rows) {
  if (!rows.length || !pad() || pad().dataset.after === rows.at(-1).key || isBegun()) return;
  const { deals, names } = parsed("coming");
  const { deal, isKnown } = dealAfter(rows, deals);
  const last = rows.at(-1).said;
  pad().dataset.after = rows.at(-1).key;
  number(last.number + 1, deal.title, isKnown);
  if (!isKnown) pad().dataset.guessed = "1";
  seats(deal);
  prices(deal, names, isKnown);
  document.dispatchEvent(new Event("dealt"));
}

/* The deal after these hands in pencil, and whether the numbers on the pad are true of it. */
export function dealAfter(rows, deals) {
  const at = deals.findIndex(({ dealer }) => String(dealer) === rows.at(-1).said.dealer);
  return { deal: deals[(at + 1) % deals.length], isKnown: rows.every(({ said }) => said.isUsual) };
}

const isBegun = () =>
  ["picker", "partners", "alone", "mode", "winners"].some((name) => pad().elements[name].value) ||
  Boolean(pad().elements.points?.value);

function number(next, title, isKnown) {
  const was = pad().dataset.hand;
  const source = document.getElementById("pad-data");
  const data = JSON.parse(source.textContent);
  const anew = (text) => text.replace(was, () => String(next));
  data.title = anew(data.title);
  for (const mode of data.modes) mode.title = anew(mode.title);
  source.textContent = JSON.stringify(data);
  pad().dataset.hand = String(next);
  document.querySelector(".heads > th").textContent = next;
  const words = isKnown ? title : `${title} · ${word("numbers")}`;
  document.querySelector("#table .stands summary").textContent = words.replace("{number}", next);
}

/* The pad for a hand in pencil, to be changed: its number and its deal. */
export function redealt({ said, fields }) {
  const { names } = parsed("coming");
  const all = (name) => fields.filter(([found]) => found === name).map(([, value]) => value);
  const [dealer] = all("dealer");
  const title = parsed("coming").deals.find((one) => String(one.dealer) === dealer)?.title ?? "{number}";
  number(said.number, title, said.isUsual);
  seats({ dealer: Number(dealer), out: all("out").map(Number) });
  prices({ out: all("out").map(Number) }, names, said.isUsual);
  document.dispatchEvent(new Event("dealt"));
}

/* Said as it is shown: the hand is counted for those who were seen to play it, whatever the book would have dealt. */
function seats({ dealer, out }) {
  const { names } = parsed("coming");
  const { elements } = pad();
  elements.dealer.value = String(dealer);
  for (const box of pad().querySelectorAll("[name=out]")) box.checked = out.includes(Number(box.value));
  elements.was_dealer.value = String(dealer);
  elements.was_out.value = out.join();
  for (const name of ["dealer_by_hand", "out_by_hand", "dealt"]) {
    if (!elements[name]) {
      pad().append(Object.assign(document.createElement("input"), { type: "hidden", name, value: "1" }));
    }
  }
  for (const head of heads()) {
    const player = Number(head.dataset.tap);
    head.disabled = out.includes(player) || !(player in names); // who has gone home has a column still
    head.classList.toggle("out", out.includes(player));
    head.classList.toggle("deals", player === dealer);
  }
}

function prices({ out }, names, isKnown) {
  const source = document.getElementById("pad-data");
  const data = JSON.parse(source.textContent);
  const active = Object.keys(names).filter((player) => !out.includes(Number(player)));
  const order = [...heads()].map((head) => head.dataset.tap).filter((player) => active.includes(player));
  const spoken = (player) => {
    const total = heads().find((head) => head.dataset.tap === player).querySelector(".total").textContent;
    return data.words.list.replace("{0}", () => names[player][0]).replace("{1}", () => total);
  };
  data.players = order.map((player) => [player, names[player][0], spoken(player), names[player][1]]);
  data.refused = {};
  if (!isKnown) {
    for (const result of data.results) result.cells = result.cells.map(() => null);
    for (const mode of data.modes) mode.ties = {};
  }
  // A new element, so that whoever read the old one reads it anew.
  const fresh = source.cloneNode();
  fresh.textContent = JSON.stringify(data);
  source.replaceWith(fresh);
}

/* The list of what waits. A hand that was told just now is on its way, and nobody has to know. */
const A_MOMENT = 1000; // milliseconds
let later = 0;
function list(state, items) {
  const waiting = items.filter((one) => !["done", "out"].includes(one.state));
  const asks = waiting.some((one) => ["refused", "conflict", "stuck"].includes(seen(one)));
  const youngest = Math.min(...waiting.map(({ at }) => Math.abs(Date.now() - at)));
  const isNew = !asks && !state.isOffline && waiting.every(({ at }) => Math.abs(Date.now() - at) < A_MOMENT);
  clearTimeout(later);
  if (isNew && waiting.length) later = setTimeout(() => list(state, items), A_MOMENT - youngest);
  const listed = items.filter((one) => one.state !== "done");
  place().hidden = !listed.length || isNew && listed.every((one) => one.state !== "out");
  const words = asks ? "asks" : waiting.length === 1 ? "one" : "more";
  place().querySelector("summary").textContent = word(words, { count: waiting.length });
  place().querySelector(".waits").replaceChildren(...listed.map((one) => entry(one, state)));
  if (asks) place().querySelector("details").open = true;
}

function entry(item, { isOffline }) {
  const found = place().querySelector("template").content.firstElementChild.cloneNode(true);
  const { said, answer = {}, key, isSent } = item;
  const state = seen(item);
  found.dataset.key = key;
  found.querySelector(".number").textContent = said.number;
  found.querySelector(".what").textContent = said.summary || word("unknown");
  found.querySelector(".when").textContent = new Date(item.at).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  const why = { refused: answer.sentence, stuck: answer.sentence, conflict: answer.question };
  const where = state === "waiting" && !isOffline ? "soon" : state;
  found.querySelector(".why").textContent = why[state] ?? word(where) ?? "";
  for (const part of found.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(state);
  for (const part of found.querySelectorAll("[data-unsent]")) part.hidden ||= Boolean(isSent) && state === "waiting";
  if (state === "conflict") both(found, answer);
  return found;
}

/* What a hand brought whom, and in bold what the `other` one says otherwise. */
function worths(told, other) {
  if (told.refused) return [told.refused];
  const known = other.flatMap((one) => one.refused ? [] : one.worths.map((worth) => worth.join(" ")));
  const drawn = told.worths.map((worth) => worth.join(" ")).map((words) =>
    Object.assign(document.createElement(known.includes(words) ? "span" : "b"), { textContent: words })
  );
  return drawn.flatMap((element, at) => at ? [", ", element] : [element]);
}

/* What somebody else told, what the hand was and what it would be now, and a button for each answer. */
function both(found, { theirs, then, now, ways }) {
  found.querySelector(".theirs").replaceChildren(...theirs.map((one) => recorded(one, then)));
  for (const part of found.querySelectorAll("[data-theirs]")) part.hidden = !theirs.length;
  found.querySelector(".then").replaceChildren(...worths(then, theirs.length || !now ? theirs : [now]));
  found.querySelector(".now").replaceChildren(...now ? worths(now, [then]) : []);
  for (const part of found.querySelectorAll("[data-differs]")) part.hidden = !now;
  const buttons = ways.map(([does, label], at) => {
    const button = found.querySelector(".ways").firstElementChild.cloneNode();
    button.textContent = label;
    button.dataset.does = does;
    button.classList.toggle("do", at === 0);
    return button;
  });
  found.querySelector(".ways").replaceChildren(...buttons);
}

const line = (words) => Object.assign(document.createElement("li"), { textContent: words });

/* A hand, and who recorded it, where somebody knows. */
function recorded(told, mine) {
  const found = line("");
  found.append(...worths(told, [mine]));
  if (told.who) {
    const by = document.createElement("small");
    by.textContent = word("by", { who: told.who });
    found.append(document.createElement("br"), by);
  }
  return found;
}

/* What waits, a line each, to be written down elsewhere. */
export function asLines(state, night) {
  const items = state.items.filter((one) => one.night === night && one.state !== "done");
  return items.map((item) => readable(item, { hand: place().dataset.hand, language: document.documentElement.lang }));
}

/* What was tapped, in the words of the pad: who is what, the kind of hand or its result, and what was said besides. */
function told(fields, pristine) {
  const parts = heads().filter((head) => !head.disabled && head.querySelector(".tag").textContent)
    .map((head) => `${head.querySelector("bdi").dataset.name} ${head.querySelector(".tag").textContent}`);
  const chosen = [...pad().querySelectorAll(".mode.on, .result:has(:checked) small")]
    .filter((one) => one.matches(".mode") || one.checkVisibility({ visibilityProperty: true })).map(worded);
  const asked = (name) => name.startsWith("ask-") || ["points", "dealer", "out", "doublers"].includes(name);
  const isUsual = ([name, value]) => !value || pristine.some(([known, was]) => known === name && was === value);
  const said = fields.filter((one) => asked(one[0]) && !isUsual(one)).map(([name, value]) =>
    [...pad().elements].filter((one) => one.name === name).map((one) => answered(one, value)).find(Boolean)
  );
  return [...parts, ...chosen, ...said].filter(Boolean).join(", ");
}

const worded = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

function answered(field, value) {
  if (["radio", "checkbox"].includes(field.type)) {
    if (!field.checked || field.value !== value) return "";
    const group = field.closest("[role=radiogroup]")?.getAttribute("aria-label");
    return [group, worded(field.closest("label"))].filter(Boolean).join(" ");
  }
  const shown = field.selectedOptions ? worded(field.selectedOptions[0]) : value;
  return [worded(field.closest("label")?.querySelector(":is(span,bdi)")), shown].filter(Boolean).join(" ");
}
