/* The table never shows an old sheet: a page that comes back from the browser's memory, that was out of sight for a
   while or without a signal asks whether anything was written meanwhile. What is on the pad goes along and comes back.
   Nothing is asked while another answer is on its way, which brings the sheet as it stands. */
const A_WHILE = 3000; // milliseconds

const source = () => document.getElementById("fresh");
let left = 0;

function refresh() {
  if (!source() || document.hidden) return;
  if (!document.querySelector(".htmx-request")) source().dispatchEvent(new Event("fresh"));
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

/* What an older sheet confirmed is no news any more. */
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig.elt.id !== "fresh" || !detail.shouldSwap) return;
  document.getElementById("said-here")?.replaceChildren();
});
