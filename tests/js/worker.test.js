import assert from "node:assert/strict";

/* A phone around the service worker: its caches, its clock, and a server that answers by path; where it has no answer,
   there is no signal. */
class FakeCache {
  kept = new Map();
  path(request) {
    return new URL(request.url ?? request, location.href).pathname;
  }
  keys() {
    return [...this.kept.keys()].map((path) => ({ url: location.origin + path }));
  }
  match(request) {
    return this.kept.get(this.path(request))?.clone();
  }
  put(request, answer) {
    this.kept.set(this.path(request), answer);
  }
  delete(request) {
    return this.kept.delete(this.path(request));
  }
  addAll(files) {
    for (const file of files) this.put(file, new Response(file));
  }
}
const all = new Map(), server = new Map(), timers = [];
let stores = 0;
const open = (name) => all.get(name) ?? all.set(name, new FakeCache()).get(name);
const PHONE = {
  HOUSE: {
    release: "now",
    version: "2",
    files: ["/static/a.0123456789ab.js"],
    offline: "/offline/",
    files_under: "/static/",
    first_page: "/",
  },
  location: new URL("https://cards.example/sw.js"),
  caches: {
    open: (name) => Promise.resolve(open(name)),
    keys: () => [...all.keys()],
    delete: (name) => all.delete(name),
    match: (request) => [...all.values()].map((one) => one.match(request)).find(Boolean),
  },
  clients: { claim: () => {} },
  skipWaiting: () => {},
  setTimeout: (does) => timers.push(does),
  fetch: (request) => {
    const answer = server.get(new URL(request.url ?? request, location.href).pathname);
    return answer ? Promise.resolve(answer.clone()) : Promise.reject(new TypeError("no signal"));
  },
  indexedDB: new Proxy({}, { get: () => () => stores += 1 }),
};
for (const [name, value] of Object.entries(PHONE)) Object.defineProperty(globalThis, name, { value, writable: true });
await import("../../static/js/worker.js");

/* Sends the worker an event. `answer` is undefined where the worker leaves it to the browser. */
function begins(kind, said) {
  const begun = [];
  let answer;
  const event = Object.assign(new Event(kind), {
    respondWith: (promise) => begun.push(answer = promise),
    waitUntil: (promise) => begun.push(promise),
    ...said,
  });
  dispatchEvent(event);
  return { answer, done: Promise.all(begun) };
}
async function happens(kind, said) {
  const { answer, done } = begins(kind, said);
  await done;
  return answer;
}
const request = (path, said = {}) => ({ method: "GET", mode: "navigate", url: location.origin + path, ...said });
const opens = (path, said) => happens("fetch", { request: request(path, said) });
const tells = (kind, path, html) => happens("message", { data: { kind, path, html } });

const TABLE = "/g/abc/1/", OTHER = "/g/xyz/1/";
const page = (html, release = "now", status = 200) => new Response(html, { status, headers: { release } });
const tables = () => [...open("pages").kept.keys()];
const shown = async (path) => await open("pages").match(path)?.text();

/* A phone that has shown these tables, and files of another release. */
async function fresh(...paths) {
  all.clear();
  server.clear();
  timers.length = 0;
  await happens("install");
  for (const path of paths) {
    server.set(path, page(`<html>${path}`));
    await opens(path);
  }
}

Deno.test("a table that was opened opens without a signal, and says when it was drawn", async () => {
  await fresh(TABLE);
  server.clear();
  assert.match(await (await opens(TABLE)).text(), /^<html data-kept="\d+">\/g\/abc\/1\/$/);
  assert.equal(await (await opens(OTHER)).text(), "/offline/");
  assert.equal(await (await opens("/g/abc/standings/")).text(), "/offline/");
});

Deno.test("a table is shown from the phone where the server is silent", async () => {
  await fresh(TABLE);
  const late = Promise.withResolvers();
  server.set(TABLE, { clone: () => late.promise });
  const { answer, done } = begins("fetch", { request: request(TABLE) });
  timers.at(-1)();
  assert.match(await (await answer).text(), /^<html data-late="\d+">/);
  late.resolve(page("<html>late"));
  await done;
  assert.equal(await shown(TABLE), "<html>late", "what it says late is kept");
});

Deno.test("only whole tables are kept: no other page, no page of a sheet, no trouble, no redirect", async () => {
  await fresh();
  for (const path of ["/g/abc/", "/g/abc/standings/", "/g/abc/1/seats/", "/start/"]) server.set(path, page("<html>"));
  for (const path of ["/g/abc/", "/g/abc/standings/", "/g/abc/1/seats/", "/start/"]) await opens(path);
  server.set(TABLE, page("<html>"));
  await opens(`${TABLE}?page=2`);
  server.set(TABLE, page("<html>", "now", 500));
  await opens(TABLE);
  const led = Object.defineProperties(page("<html>"), { redirected: { value: true }, clone: { value: () => led } });
  server.set(TABLE, led);
  await opens(TABLE);
  assert.deepEqual(tables(), []);
});

Deno.test("what is sent, and what never comes from the phone, is left to the browser", async () => {
  await fresh();
  assert.equal(await opens(`${TABLE}tell/`, { method: "POST" }), undefined);
  for (const path of [`${TABLE}live/`, "/g/abc/file/", "/healthz", "/readyz", "/sw.js"]) {
    assert.equal(await opens(path), undefined, path);
  }
  assert.equal(await opens(TABLE, { url: `https://elsewhere.example${TABLE}` }), undefined);
  assert.equal(await opens(TABLE, { mode: "cors" }), undefined);
});

Deno.test("a page of another release is not kept, and does not replace one that is", async () => {
  await fresh(TABLE);
  server.set(TABLE, page("<html>next", "next"));
  assert.equal(await (await opens(TABLE)).text(), "<html>next");
  assert.equal(await shown(TABLE), `<html>${TABLE}`);
  server.set(OTHER, page("<html>next", "next"));
  await opens(OTHER);
  assert.deepEqual(tables(), [TABLE]);
  await tells("look", OTHER);
  assert.deepEqual(tables(), [TABLE]);
});

Deno.test("what a page of another release shows is not kept with the files of this one", async () => {
  await fresh();
  open("pages").put(TABLE, page("<html>before", "before"));
  await tells("shows", TABLE, "<html>drawn");
  assert.equal(await shown(TABLE), "<html>before");
});

Deno.test("what a table shows takes the place of what is kept of it, and nothing is kept that was not", async () => {
  await fresh(TABLE);
  await tells("shows", TABLE, "<html>drawn");
  await tells("shows", OTHER, "<html>drawn");
  assert.equal(await shown(TABLE), "<html>drawn");
  await tells("look", TABLE);
  assert.equal(await shown(TABLE), `<html>${TABLE}`);
  await tells("gone", TABLE);
  assert.deepEqual(tables(), []);
});

Deno.test("a table that this phone may not open any more is forgotten, a group with all its tables", async () => {
  for (const status of [403, 404]) {
    await fresh(TABLE, "/g/abc/2/", "/g/abc/3/", OTHER);
    server.set(TABLE, page("", "now", status));
    assert.equal((await opens(TABLE)).status, status);
    assert.deepEqual(tables(), ["/g/abc/2/", "/g/abc/3/", OTHER]);
    server.set("/g/abc/", page("", "now", status));
    await opens("/g/abc/");
    assert.deepEqual(tables(), [OTHER]);
  }
  assert.equal(stores, 0, "the hands that wait on this phone are not touched");
});

Deno.test("the first page forgets the tables of groups that it does not name", async () => {
  await fresh(TABLE, OTHER);
  server.set("/", page('<a href="/g/xyz/">'));
  await opens("/");
  assert.deepEqual(tables(), [OTHER]);
  server.set("/", page("", "now", 500));
  await opens("/");
  server.clear();
  await opens("/");
  assert.deepEqual(tables(), [OTHER]);
  assert.equal(stores, 0, "the hands that wait on this phone are not touched");
});

Deno.test("the newest forty tables are kept, and the files of their releases as long as they are", async () => {
  await fresh();
  for (let number = 1; number <= 45; number += 1) {
    const headers = { "kept-at": String(number), "kept-with": number === 5 ? "gone" : "before" };
    open("pages").put(`/g/abc/${number}/`, new Response("", { headers }));
  }
  for (const version of ["gone", "before", "unused"]) open(`files-${version}`);
  await happens("activate");
  assert.deepEqual(tables(), Array.from({ length: 40 }, (_, place) => `/g/abc/${place + 6}/`));
  assert.deepEqual([...all.keys()].sort(), ["files-2", "files-before", "pages"]);
});

Deno.test("hashed files come from the phone, others from the network while there is one", async () => {
  await fresh();
  const [hashed] = HOUSE.files;
  open("files-2").put("/static/icon.svg", new Response("kept"));
  server.set(hashed, new Response("asked"));
  server.set("/static/icon.svg", new Response("asked"));
  const said = async (path) => await (await opens(path, { mode: "no-cors" })).text();
  assert.deepEqual([await said(hashed), await said("/static/icon.svg")], [hashed, "asked"]);
  server.clear();
  assert.equal(await said("/static/icon.svg"), "kept");
  assert.equal((await opens("/static/never.svg", { mode: "no-cors" })).type, "error");
});
