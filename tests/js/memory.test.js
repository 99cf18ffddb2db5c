import assert from "node:assert/strict";

/* A page as far as memory.js looks at it: its text, and in it the sheet, `<table data-newest="3">`. */
class FakePage extends EventTarget {
  constructor(text) {
    super();
    this.text = text;
    this.documentElement = { dataset: {}, lang: /lang="(\w+)"/.exec(text)?.[1] ?? "en", outerHTML: text };
  }
  getElementById(id) {
    if (id !== "table") return this.elements?.[id] ?? null;
    const [found] = /<table[^>]*>/.exec(this.text) ?? [];
    return found ? this.sheet(found) : null;
  }
  sheet(text) {
    return {
      id: "table",
      text,
      dataset: { newest: /data-newest="(\d+)"/.exec(text)[1] },
      querySelector: (selector) => text.includes(selector.slice(1)) ? {} : null,
      replaceWith: (other) => this.documentElement.outerHTML = this.text.replace(text, other.text),
    };
  }
  querySelector(selector) {
    return selector === "#table" ? this.getElementById("table") : null;
  }
}

const NIGHT = "/g/abc/1/";
const sheet = (newest, more = "") => `<table data-newest="${newest}"${more}>`;
const IMPORTS = [
  () => import("../../static/js/memory.js?1"),
  () => import("../../static/js/memory.js?2"),
  () => import("../../static/js/memory.js?3"),
  () => import("../../static/js/memory.js?4"),
  () => import("../../static/js/memory.js?5"),
  () => import("../../static/js/memory.js?6"),
  () => import("../../static/js/memory.js?7"),
  () => import("../../static/js/memory.js?8"),
];
const set = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

/* Opens a page whose newest entry is 3, on a phone that keeps `kept` of it, or from the phone's memory (`from`).
   Returns what it tells the service worker, how often it reloads and asks for its sheet, and what it says. */
async function opens({ kept, from = {}, search = "", release = "now" } = {}) {
  const phone = { told: [], reloads: 0, asks: 0, page: new FakePage(`<html>${sheet(3)}`), timers: new Set() };
  const dataset = { worker: "/sw.js", asOf: "Drawn {time}.", offline: "No signal.", silent: "No answer." };
  const place = phone.place = { hidden: true, textContent: "", dataset };
  const active = { postMessage: (said) => phone.told.push(said) };
  const fresh = { id: "fresh", dataset: {}, dispatchEvent: () => phone.asks += 1 };
  const worker = Object.assign(new EventTarget(), {
    register: () => Promise.resolve(),
    ready: Promise.resolve({ active }),
  });
  Object.assign(phone.page, { elements: { memory: place, fresh }, readyState: "complete" });
  Object.assign(phone.page.documentElement.dataset, from);
  set("document", phone.page);
  set(
    "DOMParser",
    class {
      parseFromString(text) {
        return new FakePage(text);
      }
    },
  );
  set("location", { pathname: NIGHT, search, reload: () => phone.reloads += 1 });
  set("navigator", { serviceWorker: worker, onLine: true, userAgent: "" });
  set("isSecureContext", true);
  set("caches", { match: () => Promise.resolve(kept && new Response(kept, { headers: { release } })) });
  set("setInterval", (does) => (phone.timers.add(does), does));
  set("clearInterval", (does) => phone.timers.delete(does));
  await IMPORTS.shift()();
  await settled();
  return phone;
}
async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setTimeout(done));
}

async function happens({ page }, kind, detail) {
  page.dispatchEvent(Object.assign(new Event(kind), { detail }));
  await settled();
}
const swaps = (phone, text, said = {}) => {
  const xhr = { status: 200, getResponseHeader: () => "now" };
  const detail = {
    target: { id: "table" },
    shouldSwap: true,
    serverResponse: text,
    xhr,
    requestConfig: { elt: { id: "pad" } },
  };
  return happens(phone, "htmx:beforeSwap", { ...detail, ...said });
};
const answered = (phone, status, id = "fresh") =>
  happens(phone, "htmx:afterRequest", { successful: status < 400, requestConfig: { elt: { id } }, xhr: { status } });

Deno.test("a page that is not kept as it stands is asked for once more", async () => {
  assert.deepEqual((await opens()).told, [{ kind: "look", path: NIGHT, html: undefined }]);
  assert.deepEqual((await opens({ kept: `<html>${sheet(2)}` })).told.map(({ kind }) => kind), ["look"]);
  assert.deepEqual((await opens({ kept: `<html lang="de">${sheet(3)}` })).told.map(({ kind }) => kind), ["look"]);
  assert.deepEqual((await opens({ search: "?page=2" })).told, []);
});

Deno.test("a sheet of the same release that the server draws anew is kept instead", async () => {
  const phone = await opens({ kept: `<html>${sheet(3)}` });
  assert.deepEqual(phone.told, []);
  for (
    const said of [
      { target: { id: "main" } },
      { shouldSwap: false },
      { xhr: { status: 422, getResponseHeader: () => "now" } },
      { xhr: { status: 200, getResponseHeader: () => "next" } },
    ]
  ) await swaps(phone, sheet(4), said);
  await swaps(phone, sheet(4, ' class="meanwhile"'));
  await swaps(phone, "<p>no sheet");
  assert.deepEqual(phone.told, []);
  await swaps(phone, sheet(4));
  assert.deepEqual(phone.told, [{ kind: "shows", path: NIGHT, html: `<!DOCTYPE html>\n<html>${sheet(4)}` }]);
});

Deno.test("only a table that is not there for this phone is gone from it", async () => {
  const phone = await opens({ kept: `<html>${sheet(3)}` });
  await answered(phone, 403);
  await answered(phone, 500);
  await answered(phone, 404, "pad");
  assert.deepEqual(phone.told, []);
  await answered(phone, 404);
  assert.deepEqual(phone.told.map(({ kind, path }) => [kind, path]), [["gone", NIGHT]]);
  assert.equal(phone.reloads, 0);
});

Deno.test("a page from the phone's memory says so and asks until the sheet has come", async () => {
  const phone = await opens({ kept: `<html>${sheet(3)}`, from: { kept: "0" } });
  assert.match(phone.place.textContent, /^No signal\. Drawn .*(1970|1969)/);
  assert.equal(phone.place.hidden, false);
  for (const again of phone.timers) again();
  assert.equal(phone.asks, 1);
  await answered(phone, 500);
  assert.equal(phone.place.hidden, false);
  await answered(phone, 200);
  assert.deepEqual([phone.place.hidden, phone.timers.size], [true, 0]);
  await answered(phone, 403);
  assert.equal(phone.reloads, 0, "what is shown now is not from memory");
});

Deno.test("a page from memory that may not be opened any more is loaded anew", async () => {
  const phone = await opens({ kept: `<html>${sheet(3)}`, from: { late: String(Date.now()) } });
  assert.match(phone.place.textContent, /^No answer\. Drawn .*\d\d:\d\d/);
  await answered(phone, 403);
  await answered(phone, 404);
  assert.equal(phone.reloads, 2);
});
