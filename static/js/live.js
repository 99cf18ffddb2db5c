/* An open page hears at once that something was written, and asks for its own news as it does when somebody comes
   back to it (fresh.js). What is new on it is marked for a while. When it does what says news.js. */
import { A_WHILE, refresh, waits } from "./fresh.js";
import { after, AGAIN, beginning, changed, comesBackAfter, LETS_GO, pollsAfter } from "./news.js";

const MARKED = 5000; // milliseconds
const LINES = "#table tbody tr, #table .head, #main tbody tr, #main li";

const page = () => document.querySelector("[data-live]");
const shown = () => Number(page().dataset.seen);
let state, stream, poll, going, back, left = 0;

const deeds = {
  open() {
    const opened = new EventSource(`${page().dataset.live}?seen=${state.shown}`);
    stream = opened;
    const hears = (name, tells) => opened.addEventListener(name, (event) => stream === opened && happens(tells(event)));
    hears("open", () => ({ what: "opened" }));
    hears("news", ({ data }) => ({ what: "told", number: Number(data) }));
    hears("enough", () => ({ what: "enough" }));
    hears("error", () => ({ what: "lost", isOver: opened.readyState === EventSource.CLOSED }));
  },
  close() {
    stream?.close();
    stream = undefined;
  },
  ask() {
    if (!refresh() && !waits()) setTimeout(happens, AGAIN, { what: "asks-again" });
  },
  /* The number alone: for a stream that nobody sends on, and for whoever may not look any more. */
  async look() {
    try {
      const answer = await fetch(`${page().dataset.live}?now`, { cache: "no-store" });
      if (answer.ok) happens({ what: "told", number: Number(await answer.text()) });
      else if (answer.status === 404) location.reload();
    } catch {
      // there is no signal, and it is asked again
    }
  },
  "come-back"() {
    clearTimeout(back);
    const spread = 0.75 + Math.random() / 2; // so that not all come at once
    back = setTimeout(happens, spread * comesBackAfter(state), { what: "comes-back" });
  },
};

function happens(what) {
  if (!page()) return;
  const [next, todo] = after(state, what);
  state = next;
  for (const deed of todo) deeds[deed]();
  clearTimeout(poll);
  poll = setTimeout(happens, pollsAfter(state), { what: "polls" });
}

if (page()) {
  state = beginning(shown());
  if (document.hidden) happens({ what: "hidden" });
  else happens({ what: "begins" });
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(going);
  if (!document.hidden) return happens({ what: "is-back", isShort: Date.now() - left < A_WHILE });
  left = Date.now();
  happens({ what: "hidden" });
  going = setTimeout(happens, LETS_GO, { what: "is-away" });
});
addEventListener("pagehide", () => {
  happens({ what: "hidden" });
  happens({ what: "is-away" });
});
addEventListener("pageshow", ({ persisted }) => persisted && happens({ what: "is-back" }));
addEventListener("online", () => document.hidden || happens({ what: "is-back" }));

/* What has changed when the page was drawn anew because somebody else wrote. */
const lines = () => [...document.querySelectorAll(LINES)];
const said = (line) => line?.textContent.replace(/\s+/g, " ").trim() ?? "";
let before;
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  before = detail.requestConfig.elt.id === "fresh" && detail.shouldSwap ? lines().map(text) : undefined;
});
document.addEventListener("htmx:afterSettle", () => {
  if (!page()) return;
  if (before) {
    const now = lines();
    for (const place of changed(before, now.map(text))) mark(now[place]);
    if (page().dataset.whole !== undefined) tell();
  }
  before = undefined;
  happens({ what: "shown", number: shown() });
});

/* A head is its name and its total, whatever is tapped there; any other line is all its words. */
function text(line) {
  if (!line.matches(".head")) return said(line);
  return `${line.dataset.tap}: ${said(line.querySelector(".total"))}`;
}

function mark(line) {
  line.classList.add("is-news");
  setTimeout(() => line.classList.remove("is-news"), MARKED);
}

function tell() {
  const status = document.getElementById("news");
  status.textContent = "";
  setTimeout(() => {
    status.textContent = status.dataset.said;
  }, 100);
}
