/* The pad on the page: reads the state of the form, lets pad.js take the step, and draws what it answers. */
import { keepAwake } from "./awake.js";
import { DEAL, fits, told } from "./kept.js";
import { heard, meant, undoes } from "./keys.js";
import { chosen, shown, stateOf, tapped, typed } from "./pad.js";

const pad = () => document.getElementById("pad");
const field = (name) => pad().elements[name];
const heads = () => [...document.querySelectorAll(".head:not(:disabled)")];

/* What the server says of this pad; with every answer of it anew. */
let known = {};
function data() {
  const source = document.getElementById("pad-data");
  if (known.source !== source) known = { source, data: JSON.parse(source.textContent) };
  return known.data;
}

const read = () => stateOf(data(), [...pad().elements]);

/* What was tapped; result and card points are in fields of their own. */
function write({ picker, partners, alone, mode, winners }) {
  const fields = { picker, partners: partners.join(), alone: alone ? "1" : "", mode, winners: winners.join() };
  for (const [name, value] of Object.entries(fields)) field(name).value = value;
}

const ask = () => document.getElementById("ask").dispatchEvent(new Event("ask"));

function show() {
  if (paint()) ask();
}

/* Draws what is known on the phone; true when the server has to be asked. */
function paint() {
  const state = read();
  const drawn = shown(data(), state);
  for (const head of heads()) paintHead(head, drawn.heads[head.dataset.tap]);
  for (const radio of pad().querySelectorAll("[name=result]")) {
    radio.parentElement.querySelector("b").textContent = drawn.results[radio.value];
  }
  for (const chip of pad().querySelectorAll(".mode")) {
    const isOn = chip.dataset.tap === "alone" ? state.alone : chip.dataset.tap === `mode:${state.mode}`;
    chip.classList.toggle("on", isOn);
    chip.setAttribute("aria-pressed", isOn);
  }
  for (const asked of pad().querySelectorAll("[data-question]")) {
    asked.hidden = !drawn.asked.includes(asked.dataset.question);
  }
  document.getElementById("table").toggleAttribute("data-mode", Boolean(state.mode));
  const record = document.getElementById("record");
  arm(drawn.ready); // where only the server can say it, until it has answered
  record.querySelector(".title").textContent = drawn.title;
  record.querySelector("small").textContent = drawn.summary;
  paintCalls(state, drawn);
  return drawn.ask;
}

/* Nothing is recorded while the page asks whether that is the hand that somebody else has just recorded. */
const isAsked = () => document.querySelector(".meanwhile [data-another], .meanwhile [name=choice]") !== null;
function arm(isReady) {
  document.getElementById("record").disabled = !isReady || isAsked();
}

document.addEventListener("click", (event) => {
  const another = event.target.closest("[data-another]");
  if (!another || !pad()) return;
  event.preventDefault();
  another.closest(".meanwhile").remove();
  paint();
  document.getElementById("record").click();
}, true);

function paintHead(head, { part, look, delta, side, label }) {
  head.classList.toggle("chosen", look === "chosen");
  head.classList.toggle("partner", look === "partner");
  const brought = head.querySelector(".delta");
  brought.textContent = delta;
  brought.className = `delta ${side}`;
  head.querySelector(".tag").textContent = part;
  head.setAttribute("aria-label", label);
}

/* What only a partner can call is not offered while the picker is alone; taken back, the server is asked. */
function paintCalls({ alone }, { withdrawn }) {
  for (const chip of pad().querySelectorAll("[data-with-partner]")) chip.hidden = alone;
  for (const question of withdrawn) pad().querySelector(`[name="ask-${CSS.escape(question)}"]`).click();
}

let taps = 0, asked = 0;
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-tap]");
  if (!button || !pad()) return;
  event.preventDefault();
  event.stopPropagation();
  taps += 1;
  const what = button.dataset.tap;
  button.closest("details")?.removeAttribute("open"); // the players under it are tapped next
  if (data().is_counted) pad().querySelector(`[data-typed=count][name$="-${CSS.escape(what)}"]`)?.focus();
  write(tapped(data(), read(), what));
  if (!document.querySelector("[data-leaves]")) document.getElementById("said-here")?.replaceChildren();
  show();
}, true);

/* A question changes the numbers on the buttons, so the server is asked; what was tapped while it answered is put back.
   A hand that is recorded waits for no such answer, which would take the sheet from under its own. */
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  asked = taps;
  for (const asks of target.querySelectorAll(".asks, #ask")) htmx.trigger(asks, "htmx:abort");
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!pad() || taps === asked || event.detail.target.id !== "table") return;
  const state = read();
  document.addEventListener("htmx:afterSettle", () => {
    if (!pad()) return;
    write(state);
    show();
  }, { once: true });
});

/* An answer of the server leaves the pad as it lay in the hand: how far it was scrolled, what was open or typed. */
const TYPED = "#pad .points input, #pad [data-typed]";
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!pad() || !event.detail.requestConfig.elt.matches(".asks, #ask, #fresh")) return;
  const places = [...document.querySelectorAll("#taps, details[open] .folded")].map((one) => [one.id, one.scrollTop]);
  const values = [...document.querySelectorAll(TYPED)].map((one) => [one.name, one.value]);
  const typing = document.activeElement.matches(TYPED) ? document.activeElement.name : "";
  const open = pad().querySelector("details[open]")?.id;
  document.addEventListener("htmx:afterSwap", () => {
    if (!pad()) return;
    if (open && document.getElementById(open)) document.getElementById(open).open = true;
    for (const [name, value] of values) if (field(name)) field(name).value = value;
    field(typing)?.focus({ preventScroll: true });
    for (const [id, top] of places) document.getElementById(id)?.scrollTo({ top, behavior: "instant" });
  }, { once: true });
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful && event.detail.elt.matches(".asks, #ask") && pad()) {
    const { isKnown, ready } = shown(data(), read());
    arm(!isKnown || ready);
    if (isEntered) document.getElementById("record").click(); // without a signal the hand waits on the phone
  }
});

let soon = 0;
function askSoon() {
  document.getElementById("record").disabled = true;
  clearTimeout(soon);
  soon = setTimeout(() => pad() && ask(), 400);
}

document.addEventListener("input", (event) => {
  if (!pad() || !pad().contains(event.target)) return;
  if ("typed" in event.target.dataset) askSoon();
  if (event.target.name === "points") {
    const { result } = typed(data(), read(), event.target.value);
    for (const radio of pad().querySelectorAll("[name=result]")) radio.checked = radio.value === result;
    paint();
  }
  if (event.target.name === "result") {
    const { points } = chosen(data(), read(), event.target.value);
    if (field("points")) field("points").value = points;
    show();
  }
});

document.addEventListener("change", (event) => {
  if (!pad()?.contains(event.target)) return;
  if ("typed" in event.target.dataset) event.stopPropagation(); // the server was asked while it was typed
  if (event.target.name === "points") show();
  if (DEAL.includes(event.target.name)) ask(); // what is recorded is what stands there, with or without the button
}, true);

/* Some keypads of phones have no minus: ± turns the sign of the number that is typed, and the keypad stays.
   Without this script there is no ±, so that the page itself asks for no keypad. */
document.addEventListener("pointerdown", ({ target }) => {
  for (const one of target.closest(".counts")?.querySelectorAll("input") ?? []) one.inputMode = "numeric";
});
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("[data-sign]")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const fields = event.target.closest("[data-sign]")?.closest(".counts");
  if (!fields) return;
  const active = document.activeElement;
  const typing = fields.contains(active) && active.matches("input") ? active : fields.querySelector("input");
  typing.focus();
  typing.value = /^[-−]/.test(typing.value) ? typing.value.slice(1) : `−${typing.value.replace("+", "")}`;
  typing.dispatchEvent(new Event("input", { bubbles: true }));
});

/* After the last of everybody's points Enter records, as soon as the server has said what they bring. */
let isEntered = false;
function enter() {
  const record = document.getElementById("record");
  clearTimeout(soon);
  isEntered = record.disabled;
  if (isEntered) ask();
  else record.click();
}
document.addEventListener("input", () => {
  isEntered = false;
});
document.addEventListener("htmx:afterSettle", () => {
  const record = document.getElementById("record");
  if (!isEntered || !record) return;
  isEntered = false;
  if (!record.disabled) record.click();
});

/* Enter in a field goes on to the next one in sight; after the last one the keyboard closes. It records only after
   the last of the points of a game that asks for nothing else. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(TYPED)) return;
  event.preventDefault();
  if (event.repeat || event.isComposing) return;
  const fields = [...document.querySelectorAll(TYPED)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true })
  );
  const next = fields[fields.indexOf(event.target) + 1];
  if (next) next.focus();
  else event.target.blur();
  if (!next && data().is_counted) enter();
});

/* Some keyboards send the form without a key that a page hears of; the server need not be asked then. */
document.addEventListener("submit", (event) => {
  if (!event.submitter?.matches(".on-enter")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/* Keys, for whoever sits at a desk: none while a field is typed into, and none that belongs to the browser.
   Enter is the button's that the Tab key went to; after a finger, a mouse or a letter it records. */
const FIELDS = "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]";
let letters = "", later = 0, isTabbed = false;
addEventListener("pointerdown", () => {
  isTabbed = false;
});

function around() {
  return { players: data().players, results: results().length };
}
const results = () =>
  [...pad().querySelectorAll("[name=result]")].filter((one) => one.checkVisibility({ visibilityProperty: true }));

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!pad() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
  if (target.matches(FIELDS)) return;
  showKeys();
  if (key === "Tab") isTabbed = true;
  if (key === "Enter" && !target.matches("body, #pad, #pad input") && (isTabbed || !target.matches(".head, .mode"))) {
    return;
  }
  const { typed, ...does } = heard(around(), letters, key);
  letters = typed;
  clearTimeout(later);
  if (letters) later = setTimeout(pause, 800);
  if (!Object.keys(does).length) return;
  event.preventDefault();
  isTabbed = false;
  act(does);
});

function act({ tap, result, record, undo }) {
  if (document.activeElement === document.body) pad().focus({ preventScroll: true });
  if (tap) heads().find((head) => head.dataset.tap === tap)?.click();
  if (result !== undefined) results()[result].click();
  if (record) document.getElementById("record").click();
  if (undo) document.querySelector("#said-here button")?.click();
}

function pause() {
  const player = pad() && meant(around(), letters);
  letters = "";
  if (player) act({ tap: player });
}

function showKeys() {
  document.documentElement.classList.add("keys");
  document.querySelector(".legend .undoes")?.toggleAttribute("hidden", !undoes(around()));
}

/* Whoever has a place on the page keeps it when the server draws it anew; what is gone leaves them at the pad. */
const spot = ({ name, type, value, dataset }) =>
  dataset.tap ?? (name && name !== "tap" ? `${name} ${type === "select-one" ? "" : value}` : "");
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const held = document.activeElement;
  if (detail.target.id !== "table" || !held.closest("#table, #said-here")) return;
  const place = spot(held);
  document.addEventListener("htmx:afterSettle", () => {
    if (!pad() || document.activeElement !== document.body) return;
    const same = place &&
      [...document.querySelectorAll(".head, #pad :is(input, select, button)")].find((one) => spot(one) === place);
    (same && !same.disabled ? same : pad()).focus({ preventScroll: true });
    if (document.activeElement === document.body) pad().focus({ preventScroll: true });
  }, { once: true });
});

/* A keyboard that lies over the page, as on an iPhone, makes it shorter; others do so by themselves. What is typed into
   stays in sight. */
function makeRoom() {
  const { height, offsetTop, scale } = visualViewport;
  const covered = scale > 1 ? 0 : Math.max(0, document.documentElement.clientHeight - height);
  document.documentElement.style.setProperty("--keyboard", `${covered}px`);
  document.documentElement.style.setProperty("--pushed", `${covered ? offsetTop : 0}px`);
  if (document.activeElement.matches(TYPED)) document.activeElement.scrollIntoView({ block: "nearest" });
}
for (const moved of ["resize", "scroll"]) globalThis.visualViewport?.addEventListener(moved, makeRoom);

/* A half-told hand stays through a reload, until it is recorded or the book has moved on to another one. */
const KEPT = `pad ${location.pathname}`;
const usual = () => pad().querySelector("[name=result]")?.value;
addEventListener("pagehide", () => {
  const { hand } = pad()?.dataset ?? {};
  const kept = hand ? told([...new FormData(pad())], usual()) : [];
  if (kept.length) sessionStorage.setItem(KEPT, JSON.stringify({ hand, told: kept }));
  else sessionStorage.removeItem(KEPT);
});

addEventListener("pageshow", ({ persisted }) => {
  const kept = JSON.parse(sessionStorage.getItem(KEPT));
  sessionStorage.removeItem(KEPT);
  const players = [...document.querySelectorAll(".head")].map((head) => head.dataset.tap);
  if (persisted || !kept || !pad() || !fits(kept, pad().dataset.hand, players)) return;
  putBack(kept.told);
  paint();
  ask();
});

/* What is dropped is not kept. */
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-drops]") && pad()) delete pad().dataset.hand;
});

/* What the pad asks only after an answer goes to the server all the same, which draws it. */
function putBack(fields) {
  for (const box of pad().querySelectorAll("[name=out]")) {
    if (fields.some(([name]) => name === "out")) box.checked = false;
  }
  for (const [name, value] of fields.filter(([, said]) => said)) {
    const all = [...pad().elements].filter((one) => one.name === name);
    const tick = all.find((one) => ["radio", "checkbox"].includes(one.type) && one.value === value);
    if (tick) tick.checked = true;
    else if (all.length === 1) all[0].value = value;
    else pad().append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
}

/* A hand in pencil is on the pad again, to be changed. */
document.addEventListener("put-back", ({ detail }) => {
  putBack(detail.filter(([name]) => !DEAL.includes(name)));
  paint();
});

/* The pad was dealt anew on the phone (pencil.js): it is drawn as it stands. */
document.addEventListener("dealt", () => pad() && paint());

/* The screen stays on while somebody tells hands. */
document.addEventListener("pointerup", () => keepAwake(() => pad() !== null), { once: true });
