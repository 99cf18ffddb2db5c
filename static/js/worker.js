/* The service worker, which scorekeeper/http/worker.py serves as /sw.js with HOUSE before it: {release, version,
   files, offline, files_under, first_page}. It keeps the files of the table, and the tables that this phone has
   shown, so that they open without a signal. It sends nothing and touches nothing that is sent: that is the outbox's
   (unsent.js).

   A kept page says when it was drawn (`kept-at`) and with which files (`kept-with`); these stay as long as it does.
   A page of another release than these files is left to the worker of that release. */
"use strict";
const PAGES = "pages";
const FILES = "files-";
const MOST = 40; // pages, of 60 to 100 KB each
const PATIENCE = 4000; // milliseconds; then a table that is kept is shown, and its script asks on
/* All addresses lie below the first page: at "/", or below a path where other sites share the host. */
const below = (pattern) => new RegExp(`^${HOUSE.first_page.replaceAll(".", "\\.")}${pattern}$`);
const TABLE = below("g/[-\\w]+/\\d+/");
const GROUP = below("g/[-\\w]+/");
const NEVER = below("(healthz|readyz|sw\\.js|.*/(live|file)/)");
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

self.addEventListener("install", (event) => {
  const files = [...HOUSE.files, HOUSE.offline];
  event.waitUntil(own().then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || NEVER.test(url.pathname)) return;
  if (url.pathname.startsWith(HOUSE.files_under)) event.respondWith(file(request));
  else if (request.mode === "navigate") navigate(event, url);
});

/* A page tells what it shows now, that it may not be shown any more, or that it is not kept yet. */
self.addEventListener("message", (event) => {
  const { kind, path, html } = event.data;
  if (TABLE.test(path)) event.waitUntil(DOES[kind](path, html));
});

const DOES = {
  shows: async (path, html) => {
    const known = await found(path);
    if (known) await keep(path, html, known.headers);
  },
  gone: (path) => forget((one) => one === path),
  look: async (path) => heard(new URL(path, location), await fetch(path, { redirect: "manual" })),
};

async function file(request) {
  const kept = () => caches.match(request, { ignoreVary: true });
  if (HASHED.test(request.url)) return await kept() ?? fetch(request);
  return await fetch(request).catch(kept) ?? Response.error();
}

/* The network is asked first; what it says late is heard all the same. */
function navigate(event, url) {
  let copy;
  const asked = fetch(event.request).then((answer) => {
    copy = answer.clone();
    return answer;
  });
  event.respondWith(Promise.race([asked, late(asked, url.pathname)]).catch(() => instead(url.pathname)));
  event.waitUntil(asked.then(() => heard(url, copy)).catch(() => {}));
}

async function late(asked, path) {
  await new Promise((done) => setTimeout(done, PATIENCE));
  return await remembered(path, "data-late") ?? asked;
}

const instead = async (path) =>
  await remembered(path) ?? await (await own()).match(HOUSE.offline, { ignoreVary: true }) ?? Response.error();

/* What an answer says of what is kept. Whoever may not open a table any more has no page of it. */
async function heard({ pathname: path, search }, answer) {
  const isRefused = [403, 404].includes(answer.status);
  if (TABLE.test(path) && isRefused) await forget((one) => one === path);
  else if (GROUP.test(path) && isRefused) await forget((one) => one.startsWith(path));
  else if (answer.status !== 200 || answer.redirected) return;
  else if (TABLE.test(path) && !search) await keep(path, await answer.text(), answer.headers);
  else if (path === HOUSE.first_page) {
    // The first page names every group that this phone may open.
    const html = await answer.text();
    await forget((one) => !html.includes(`"${one.replace(/\d+\/$/, "")}"`));
  }
}

const own = () => caches.open(FILES + HOUSE.version);
const pages = () => caches.open(PAGES);
const found = async (path) => (await pages()).match(path, { ignoreVary: true });

async function keep(path, html, said) {
  if (said.get("release") !== HOUSE.release) return;
  const headers = new Headers({ "kept-at": Date.now(), "kept-with": HOUSE.version });
  for (const name of ["content-type", "content-security-policy", "referrer-policy", "x-frame-options", "release"]) {
    if (said.has(name)) headers.set(name, said.get(name));
  }
  await (await pages()).put(path, new Response(html, { headers }));
  await tidy();
}

async function remembered(path, how = "data-kept") {
  const kept = TABLE.test(path) && await found(path);
  if (!kept) return undefined;
  const html = await kept.text();
  const at = kept.headers.get("kept-at");
  return new Response(html.replace("<html", (begins) => `${begins} ${how}="${at}"`), { headers: kept.headers });
}

async function forget(isGone) {
  const cache = await pages();
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (isGone(pathname)) await cache.delete(pathname, { ignoreVary: true });
  }
}

/* The newest pages stay, and the files of this release and of those pages. */
async function tidy() {
  const cache = await pages();
  const kept = [];
  for (const request of await cache.keys()) {
    const { headers } = await cache.match(request, { ignoreVary: true });
    kept.push({ request, at: Number(headers.get("kept-at")), files: FILES + headers.get("kept-with") });
  }
  kept.sort((one, other) => other.at - one.at);
  for (const { request } of kept.splice(MOST)) await cache.delete(request, { ignoreVary: true });
  const needed = [PAGES, FILES + HOUSE.version, ...kept.map(({ files }) => files)];
  for (const name of await caches.keys()) if (!needed.includes(name)) await caches.delete(name);
}
