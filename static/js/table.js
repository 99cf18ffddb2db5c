/* The pad on the page: reads the state of the form, lets pad.js take the step, and draws what it answers. */
import { chosen, shown, tapped, typed } from "./pad.js";

const pad = () => document.getElementById("pad");
const field = (name) => pad().elements[name];
const list = (name) => field(name).value.split(",").filter(Boolean);
const heads = () => [...document.querySelectorAll(".head:not(:disabled)")];

/* What the server says of this pad; with every answer of it anew. */
let known = {};
function data() {
  const source = document.getElementById("pad-data");
  if (known.source !== source) known = { source, data: JSON.parse(source.textContent) };
  return known.data;
}

function answers(question) {
  return [...pad().elements].filter(({ name, type, checked }) =>
    (name === `ask-${question}` || name.startsWith(`ask-${question}-`)) && (type !== "radio" || checked)
  ).map(({ value }) => value.trim());
}

function read() {
  const { questions } = data();
  const found = questions.map((question) => ({ ...question, said: answers(question.name).filter(Boolean) }));
  return {
    picker: field("picker").value,
    partners: list("partners"),
    alone: Boolean(field("alone").value),
    mode: field("mode").value,
    winners: list("winners"),
    result: pad().querySelector("[name=result]:checked")?.value ?? "",
    points: field("points")?.value ?? "",
    answered: found.filter(({ is_open: isOpen, said }) => isOpen && said.length).map(({ name }) => name),
    calls: found.filter(({ with_partner: calls, said }) => calls.includes(said[0])).map(({ name }) => name),
  };
}

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
  record.disabled = !drawn.ready; // where only the server can say it, until it has answered
  record.querySelector(".title").textContent = drawn.title;
  record.querySelector("small").textContent = drawn.summary;
  paintCalls(state, drawn);
  return drawn.ask;
}

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
  if (data().is_counted) pad().querySelector(`[data-typed=count][name$="-${CSS.escape(what)}"]`)?.focus();
  write(tapped(data(), read(), what));
  document.getElementById("said-here")?.replaceChildren();
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
  const scrolled = [...document.querySelectorAll("#pad, #pad .strip")];
  const places = scrolled.map((one) => [one.id, one.scrollTop, one.scrollLeft]);
  const values = [...document.querySelectorAll(TYPED)].map((one) => [one.name, one.value]);
  const typing = document.activeElement.matches(TYPED) ? document.activeElement.name : "";
  const { open } = pad().querySelector(".deal");
  document.addEventListener("htmx:afterSwap", () => {
    if (!pad()) return;
    if (open) pad().querySelector(".deal").open = true;
    for (const [name, value] of values) if (field(name)) field(name).value = value;
    field(typing)?.focus({ preventScroll: true });
    for (const [id, top, left] of places) document.getElementById(id)?.scrollTo({ top, left, behavior: "instant" });
  }, { once: true });
});

document.addEventListener("click", (event) => {
  const folded = event.target.closest("#pad summary")?.parentElement;
  if (folded && !folded.open) requestAnimationFrame(() => folded.scrollIntoView({ block: "start" }));
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful && event.detail.elt.matches(".asks, #ask") && pad()) {
    const { isKnown, ready } = shown(data(), read());
    document.getElementById("record").disabled = isKnown && !ready;
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
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches(TYPED)) {
    event.preventDefault();
    event.target.blur();
  }
});
