/* A page of a group that this phone may not open is loaded again as soon as it may: when an owner has let the phone in
   again, or a link has. It is asked for so seldom that no server counts it among guesses (Limit.GUESSES). */
const EVERY = 30_000; // milliseconds

async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  // Not `reload`, which would send a form once more.
  if (answer?.ok) location.replace(location.href);
}

if (location.pathname.includes("/g/")) {
  setInterval(look, EVERY);
  addEventListener("online", look);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
  document.addEventListener("visibilitychange", look);
}
