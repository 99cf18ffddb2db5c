/* A table that opens without a signal: the service worker (worker.js) keeps the page, and is told here what it shows
   meanwhile. A page that comes from the phone's memory says so, until the sheet as it stands has come. */
import { refresh } from "./fresh.js";

const NIGHT = location.pathname;
const AGAIN = 5000; // milliseconds
const page = document.documentElement;
const place = document.getElementById("memory");
const worker = navigator.serviceWorker;
const { kept: gone, late } = page.dataset;
let at = gone ?? late; // when the sheet was drawn, if it is from memory
/* What a page shows: up to which entry, and in which language. */
const shows = (html) => `${html.querySelector("#table")?.dataset.newest} ${html.documentElement.lang}`;
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
const isFirst = !new URLSearchParams(location.search).has("page");

const tell = async (kind, html) => (await worker.ready).active.postMessage({ kind, path: NIGHT, html });
const known = () => globalThis.caches?.match(NIGHT, { ignoreVary: true });

/* Registered when the page has all it needs; a page that is not kept as it stands is asked for once more. */
async function register() {
  await worker.register(place.dataset.worker);
  const kept = await known();
  if (isFirst && !at && (!kept || shows(parsed(await kept.text())) !== shows(document))) await tell("look");
}

/* Where the signal goes meanwhile nothing is kept yet; it is tried again when it is back. */
const registers = () => register().catch(() => addEventListener("online", registers, { once: true }));
const isAble = worker && isSecureContext;

/* After an update another worker takes over: the one before it kept nothing of what is new. */
let hadOne = Boolean(worker?.controller);
worker?.addEventListener("controllerchange", () => {
  if (hadOne && isFirst) tell("look");
  hadOne = true;
});
if (isAble && document.readyState === "complete") registers();
else if (isAble) addEventListener("load", () => setTimeout(registers), { once: true });

/* What the server draws anew is kept in its place, without asking for the page again. */
document.addEventListener("htmx:beforeSwap", async ({ detail }) => {
  const { target, shouldSwap, serverResponse, xhr } = detail;
  if (!isAble || !isFirst || target.id !== "table" || !shouldSwap || xhr.status !== 200) return;
  const table = parsed(serverResponse).getElementById("table");
  const kept = await known();
  if (!table || !kept || table.querySelector(".meanwhile")) return;
  if (xhr.getResponseHeader("release") !== kept.headers.get("release")) return;
  const whole = parsed(await kept.text());
  whole.getElementById("table").replaceWith(table);
  tell("shows", `<!DOCTYPE html>\n${whole.documentElement.outerHTML}`);
});

/* Where it may not be opened any more, nothing of it stays. */
document.addEventListener("htmx:afterRequest", ({ detail: { successful, requestConfig, xhr } }) => {
  const isOfTheTable = requestConfig.elt.id === "fresh" || requestConfig.target?.id === "table";
  if (isOfTheTable && successful) return isFresh();
  if (!isAble || requestConfig.elt.id !== "fresh") return;
  if (xhr.status === 404) tell("gone");
  if (at && [403, 404].includes(xhr.status)) location.reload();
});

let timer = 0;
function isFresh() {
  at = undefined;
  place.hidden = true;
  clearInterval(timer);
}

/* From memory: said at once, and asked for until it comes. */
function old() {
  const drawn = new Date(Number(at));
  const isToday = drawn.toDateString() === new Date().toDateString();
  const said = isToday ? { hour: "2-digit", minute: "2-digit" } : { dateStyle: "medium", timeStyle: "short" };
  const time = drawn.toLocaleString(page.lang, said);
  const why = late ? place.dataset.silent : place.dataset.offline;
  place.textContent = `${why} ${place.dataset.asOf.replace("{time}", () => time)}`;
  place.hidden = false;
}
if (at) {
  old();
  timer = setInterval(() => navigator.onLine && refresh(), AGAIN);
  addEventListener("load", () => navigator.onLine && refresh(), { once: true });
}

/* An iPhone clears what a site keeps that nobody opened for a week, unless it is on the home screen: said until
   somebody has read it. */
const hint = document.getElementById("home-screen");
const isIos = /iP(hone|ad|od)/.test(navigator.userAgent) && !/(CriOS|FxiOS|EdgiOS)/.test(navigator.userAgent);
const HAS_READ = "home-screen";
if (hint && isIos && navigator.standalone === false && !read()) hint.hidden = false;
hint?.querySelector("button").addEventListener("click", () => {
  hint.hidden = true;
  try {
    localStorage.setItem(HAS_READ, "1");
  } catch { /* then it is said again */ }
});
function read() {
  try {
    return localStorage.getItem(HAS_READ);
  } catch {
    return null;
  }
}
