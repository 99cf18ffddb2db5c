/* No open page shows an old book: a page that comes back from the browser's memory, that was out of sight for a
   while or without a signal asks whether anything was written meanwhile. What is on the pad goes along and comes back.
   Nothing is asked while another answer is on its way, which brings the sheet as it stands. */
export const A_WHILE = 3000; // milliseconds

const source = () => document.getElementById("fresh");
let left = 0;

/* Asks, and says whether it did. */
export function refresh() {
  if (!source() || document.hidden || document.querySelector(".htmx-request, .is-keeping, .is-changing")) return false;
  if (waits()) {
    document.getElementById("news-waits").hidden = false;
    return false;
  }
  source().dispatchEvent(new Event("fresh"));
  return true;
}

/* A page that is swapped as a whole waits while anything is typed on it, or somebody is at a field or has tapped
   something open that closes by itself: then it says that there is something new, and whoever wants to looks. */
export function waits() {
  if (source()?.dataset.whole === undefined) return false;
  if (source().dataset.whole === "waits") return true;
  const main = document.getElementById("main");
  const field = document.activeElement?.closest("input,select,textarea");
  return main.contains(field) || main.querySelector(":popover-open, dialog[open]") !== null ||
    [...main.querySelectorAll("input,select,textarea")].some(isTyped);
}

function isTyped(field) {
  if (["hidden", "submit", "button"].includes(field.type)) return false;
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some(isChosen);
  return field.value !== field.defaultValue;
}

/* A list in which nothing is chosen stands at its first line. */
function isChosen({ selected, defaultSelected, index, parentNode }) {
  const list = parentNode.closest("select");
  const drawn = [...list.options].some((one) => one.defaultSelected);
  return selected !== (drawn ? defaultSelected : !list.multiple && index === 0);
}

/* Whatever else is sent brings the newest sheet itself. */
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (source() && target !== source()) htmx.trigger(source(), "htmx:abort");
});

addEventListener("pageshow", ({ persisted }) => persisted && refresh());
addEventListener("online", refresh);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = Date.now();
  else if (Date.now() - left >= A_WHILE) refresh();
});

/* Nobody has tapped anything, so nobody is told that it was not sent: whatever is recorded is compared anyway. */
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, (event) => event.target === source() && event.stopImmediatePropagation(), true);
}

/* What is open on a page that is swapped as a whole stays open. */
let open = [];
const folds = () => [...document.querySelectorAll("#main details")];
const title = (fold) => fold.querySelector("summary")?.textContent.replace(/\s+/g, " ").trim();
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  open = detail.target.id === "main" ? folds().filter((fold) => fold.open).map(title) : [];
});
document.addEventListener("htmx:afterSwap", () => {
  for (const fold of folds()) if (open.includes(title(fold))) fold.open = true;
  open = [];
});

/* What an older sheet confirmed is no news any more. */
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig.elt.id !== "fresh" || !detail.shouldSwap) return;
  document.getElementById("said-here")?.replaceChildren();
});
