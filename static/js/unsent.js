/* A hand is put into the phone's own store before it is sent. With a signal the page's form sends it, and its answer
   draws the sheet; without one it stands in pencil until the outbox (outbox.js) has sent it. Where there is no store,
   the form sends it as it does without this file. */
import { copy } from "./copy.js";
import { FRESH, letter, mayChange, step } from "./outbox.js";
import { asLines, described, draw, drawRows, redealt } from "./pencil.js";
import { openStore } from "./store.js";

const NIGHT = location.pathname;
const PATIENCE = 10_000; // milliseconds
const OF_THE_FORM = ["csrfmiddlewaretoken", "key", "after", "mine", "choice", "known", "seen", "asked"];

const pad = () => document.getElementById("pad");
const table = () => document.getElementById("table");
const place = document.getElementById("unsent");
const shown = () => ({ kind: "opened", night: NIGHT, after: Number(table().dataset.newest), keys: inked() });
const inked = () => table().dataset.keys?.split(" ") ?? [];

let store = null;
let state = FRESH;
let timer = 0;
let pristine = null; // the table as the server drew it for a hand of which nothing was tapped
let byPage = null; // what the form on the page is sending
let proof = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel("unsent") : null;

/* One event after the other, each with all that has to be done for it. */
let line = Promise.resolve();
const happens = (event) => line = line.then(() => carryOut(event)).catch(report);
const report = (error) => {
  store = null;
  byPage?.issue();
  console.error(error);
};

async function carryOut(event) {
  const [next, effects] = step(state, event);
  state = next;
  // What is known is drawn at once: the disk may take its time.
  if (effects.some(({ kind }) => kind === "show")) draw(state, NIGHT, inked());
  for (const effect of effects) await DOES[effect.kind](effect);
}

const DOES = {
  store: async ({ item }) => {
    await store.put(item);
    tabs?.postMessage("");
  },
  forget: async ({ key }) => {
    await store.forget(key);
    tabs?.postMessage("");
  },
  show: () => {},
  wait: ({ ms }) => {
    clearTimeout(timer);
    timer = setTimeout(() => happens({ kind: "woke" }), ms);
  },
  token: () => {
    proof = "";
  },
  send: ({ item, turn }) => {
    // A pad that news have taken away meanwhile sends nothing, and says nothing of it.
    if (byPage?.key === item.key && byPage.isAlone && byPage.form.isConnected) {
      byPage = { ...byPage, turn, isSent: true };
    } else post(item, turn);
  },
};

/* What waited is sent by itself, and answered as data. */
async function post(item, turn) {
  const { key } = item;
  const answered = (answer) => happens({ kind: "answer", key, turn, answer, luck: Math.random() });
  try {
    await alone(async () => {
      const kept = await store.get(key);
      if (!kept) return answered({ kind: "page" }); // another tab has seen it in the book
      if (kept.state === "done") return answered({ kind: "written", entry: kept.entry });
      holdSheet();
      await answered(await (await asked(item)).json());
    });
  } catch {
    happens({ kind: "timeout", key, turn, luck: Math.random() });
  } finally {
    line.then(() => state.flying || releaseSheet());
  }
}

/* While a hand is on its way nobody knows whether a sheet that is drawn has it already: none is asked for. */
function holdSheet() {
  place.classList.add("is-keeping");
  htmx.trigger("#fresh", "htmx:abort");
}

function releaseSheet() {
  if (!place.classList.contains("is-keeping")) return;
  place.classList.remove("is-keeping");
  if (!state.isOffline && !state.isPausing) refresh();
}

const alone = (sends) => navigator.locks ? navigator.locks.request("unsent", sends) : sends();

const atOnce = (sends) =>
  navigator.locks ? navigator.locks.request("unsent", { ifAvailable: true }, sends) : sends(true);

const token = async () =>
  proof ||= (await (await fetch(place.dataset.token, { cache: "no-store", signal: patience() })).json()).token;

async function asked(item) {
  const { url, fields } = letter(item);
  return fetch(url, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": await token() },
    body: new URLSearchParams(fields),
    signal: patience(),
  });
}
const patience = () => AbortSignal.timeout?.(PATIENCE);

/* The sheet with what is in the book now; what is on the pad stays there. */
function refresh() {
  if (pad()) {
    pad().elements.mine.value = state.items.filter(({ night }) => night === NIGHT).map(({ key }) => key).join();
  }
  document.getElementById("fresh")?.dispatchEvent(new Event("fresh"));
}

const unique = () => {
  if (crypto.randomUUID) return crypto.randomUUID();
  const some = [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
  return `${some.slice(0, 8)}-${some.slice(8, 12)}-4${some.slice(13, 16)}-a${some.slice(17, 20)}-${some.slice(20)}`;
};
const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => !OF_THE_FORM.includes(name));

/* A hand is recorded: kept first, then sent, by the page itself if nothing else waits and there is a signal. */
document.addEventListener("htmx:confirm", (event) => {
  const { elt, issueRequest } = event.detail;
  // A page that came with taps on it has no pad to deal the next hand on: then the form sends it by itself.
  if (elt !== pad() || !store || !pristine) return;
  event.preventDefault();
  if (byPage) return;
  if (state.changing) return change(elt);
  const fields = fieldsOf(elt);
  const [key, at, after] = [unique(), Date.now(), Number(elt.elements.after.value)];
  const said = described(fields, fieldsOf(pristine.querySelector("#pad")));
  const item = { key, night: NIGHT, url: elt.getAttribute("action"), fields, after, at, said };
  elt.elements.key.value = key; // should the store fail now, the form sends it under the same one
  elt.classList.add("is-keeping"); // until it is on its way no news may take the pad from under it
  const issue = () => {
    issueRequest(true);
    elt.classList.remove("is-keeping");
  };
  byPage = { key, item, form: elt, hand: elt.dataset.hand, issue };
  atOnce((lock) => records(item, Boolean(lock)));
  keepForGood();
});

/* A hand in pencil says something else; it stays where it is among those that wait. */
async function change(form) {
  const fields = fieldsOf(form);
  const said = described(fields, fieldsOf(pristine.querySelector("#pad")));
  await happens({ kind: "changed", key: state.changing, fields, said });
  leavePad();
}

function leavePad() {
  document.body.classList.remove("is-changing");
  penciled();
}

/* The page sends it itself if no tab is sending anything; until it is answered no other tab does. */
async function records(item, isAlone) {
  byPage = { ...byPage, isAlone };
  await happens({ kind: "told", item });
  if (!store) return;
  if (pad()) delete pad().dataset.hand; // it lies in the store now, and is not kept as half told besides
  if (!byPage.isSent) return penciled();
  byPage.item = state.items.find(({ key }) => key === item.key);
  await new Promise((release) => {
    byPage.release = release;
    byPage.issue();
  });
}

/* What came of it is known; the next one may be sent. */
function ended(event) {
  const { key, turn, release } = byPage;
  byPage = null;
  happens({ ...event, key, turn, luck: Math.random() }).then(release);
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!byPage?.isSent || detail.elt !== pad()) return;
  const form = new FormData();
  form.append("csrfmiddlewaretoken", pad().elements.csrfmiddlewaretoken.value);
  for (const [name, value] of letter(byPage.item).fields) form.append(name, value);
  detail.parameters = form;
  detail.timeout = PATIENCE;
});

/* Whether the form's answer is none of the hand: it waits then, and is asked for again. */
const MOVED = 409;
const isLost = (status) => !status || [403, 404, MOVED].includes(status) || status >= 500;

/* Where the book has moved on the hand stays in the outbox, which asks again and shows what is to be decided. */
document.addEventListener("htmx:beforeSwap", (event) => {
  if (byPage?.isSent && event.detail.requestConfig.elt === byPage.form && event.detail.xhr.status === MOVED) {
    event.detail.shouldSwap = false;
  }
});

/* Nobody has to tap again, so nobody is told to. */
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, (event) => {
    const isAsked = store && state.isOffline && event.detail.elt.matches("#ask, .asks");
    if (isAsked || (byPage && event.detail.elt === pad() && isLost(event.detail.xhr.status))) {
      event.stopImmediatePropagation();
    }
  }, true);
}

document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  if (!byPage?.isSent || requestConfig.elt.id !== "pad") return;
  const { hand } = byPage;
  if (isLost(xhr.status)) {
    ended(xhr.status === MOVED ? { kind: "answer", answer: { kind: "moved" } } : { kind: "timeout" });
    return penciled();
  }
  if (pad() && !pad().dataset.hand) pad().dataset.hand = hand;
  ended({ kind: "answer", answer: { kind: "page" } });
});

document.addEventListener("htmx:validation:halted", () => {
  if (!byPage?.isSent) return;
  pad().dataset.hand = byPage.hand;
  ended({ kind: "answer", answer: { kind: "page" } });
});

/* The hand is in pencil now, and the pad as it was before it. */
function penciled() {
  byPage = null;
  const fresh = pristine.cloneNode(true);
  table().replaceWith(fresh);
  htmx.process(fresh);
  document.getElementById("said-here").replaceChildren();
  draw(state, NIGHT, inked());
}

/* What the server draws shows the book up to its newest line. What is not in it stands below at once; the rest waits
   until the new page is settled. */
const isSheet = ({ detail }) => store && (detail.target.id === "table" || detail.elt.id === "table");
document.addEventListener("htmx:afterSwap", (event) => isSheet(event) && drawRows(state, NIGHT, inked()));
document.addEventListener("htmx:afterSettle", (event) => {
  if (!isSheet(event)) return;
  remember();
  happens(shown());
});

function remember() {
  const { elements } = pad() ?? {};
  const isBegun = ["picker", "partners", "alone", "mode", "winners"].some((name) => elements?.[name].value);
  if (pad() && !isBegun && !table().querySelector(".meanwhile")) pristine = table().cloneNode(true);
}

/* A person says what becomes of a hand. */
const DECIDES = ["theirs", "mine", "then", "now"];
place.addEventListener("click", async ({ target }) => {
  const { does } = target.dataset;
  if ("copies" in target.dataset) await copy(target, asLines(state, NIGHT).join("\n"));
  if ("codes" in target.dataset) {
    // Where an update has taken the file from under the page, the page is loaded anew.
    import("./codes.js").then(({ showCodes }) => showCodes(asLines(state, NIGHT)), () => location.reload());
  }
  if (!does) return;
  const { key } = target.closest("li").dataset;
  if (does === "change") return putOnPad(key);
  if (does === "open") await openAgain(key);
  if (does === "open" || DECIDES.includes(does)) return happens({ kind: "decided", key, how: does });
  await happens({ kind: does, key });
});

/* The night is opened again, for a hand that was played before it was ended. */
async function openAgain(key) {
  const { answer } = state.items.find((one) => one.key === key);
  const body = new URLSearchParams({ key: unique(), after: answer.newest });
  try {
    await fetch(answer.open_url, {
      method: "POST",
      body,
      headers: { "X-CSRFToken": await token() },
      signal: patience(),
    });
  } catch {
    // Without a signal the hand waits, and asks again.
  }
}

/* A hand in pencil is tapped: its taps lie on the pad again, of the deal that it was. No news come meanwhile. */
document.addEventListener("click", ({ target }) => {
  const key = target.closest(".pencil")?.dataset.key;
  if (key && store) putOnPad(key);
});

async function putOnPad(key) {
  const item = state.items.find((one) => one.key === key);
  if (!pad() || !pristine || byPage || !mayChange(item)) return;
  await happens({ kind: "changing", key });
  if (state.changing !== key) return;
  document.body.classList.add("is-changing");
  const fresh = pristine.cloneNode(true);
  table().replaceWith(fresh);
  htmx.process(fresh);
  drawRows(state, NIGHT, inked());
  redealt(item);
  document.dispatchEvent(new CustomEvent("put-back", { detail: item.fields }));
  const said = document.getElementById("changing").content.cloneNode(true);
  said.querySelector(".number").textContent = item.said.number;
  document.getElementById("said-here").replaceChildren(said);
}

document.addEventListener("click", async ({ target }) => {
  if (!target.closest("[data-leaves]")) return;
  await happens({ kind: "changing", key: "" });
  leavePad();
});

/* A phone that was let in again need not be looked at for its hands to be sent. */
const TRIES_STUCK = 30_000; // milliseconds
setInterval(() => {
  const stuck = state.items.find((one) => one.night === NIGHT && one.state === "stuck");
  if (stuck && !document.hidden) happens({ kind: "again", key: stuck.key });
}, TRIES_STUCK);

/* The signal comes and goes; other tabs write, too. */
addEventListener("online", () => happens({ kind: "online" }));
addEventListener("offline", () => happens({ kind: "offline" }));
const reopened = async () => store && happens({ ...shown(), items: await store.all() });
addEventListener("pageshow", ({ persisted }) => persisted && reopened());
document.addEventListener("visibilitychange", () => document.hidden || reopened());
// What another tab wrote is read, and nothing is tried again by it: two tabs would do so in turns for ever.
tabs?.addEventListener(
  "message",
  async () => !byPage && store && happens({ kind: "opened", items: await store.all() }),
);

/* The browser is asked once to keep what is here. */
let isAsked = false;
async function keepForGood() {
  if (isAsked) return;
  isAsked = true;
  if (!await navigator.storage?.persisted?.()) await navigator.storage?.persist?.();
}
remember();
store = await openStore();
if (store) {
  if (!navigator.onLine) await happens({ kind: "offline" });
  await reopened();
}
place.dataset.open = store ? "1" : "";
