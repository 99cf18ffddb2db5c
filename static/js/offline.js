/* The tables that this phone has kept (worker.js), newest first, on the page that stands in for all others. */
const list = document.getElementById("kept-tables");
const cache = await globalThis.caches?.open("pages");
const kept = [];
for (const request of await cache?.keys() ?? []) {
  const page = await cache.match(request, { ignoreVary: true });
  const { title } = new DOMParser().parseFromString(await page.text(), "text/html");
  kept.push({ path: new URL(request.url).pathname, title, at: new Date(Number(page.headers.get("kept-at"))) });
}
kept.sort((one, other) => other.at - one.at);
for (const { path, title, at } of kept) {
  const row = list.querySelector("template").content.firstElementChild.cloneNode(true);
  const link = row.querySelector("a");
  link.href = path;
  link.querySelector("bdi").textContent = title.split(" · ").slice(0, -1).join(" · ");
  const time = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  link.querySelector("small").textContent = list.dataset.asOf.replace("{time}", () => time);
  list.append(row);
}
document.getElementById("kept").hidden = !kept.length;
document.getElementById("none-kept").hidden = kept.length > 0;
document.getElementById("again").addEventListener("click", () => location.reload());

/* Who is on the way to a sheet is not held up by the signal that comes back. */
let isLeaving = false;
list.addEventListener("click", ({ target }) => isLeaving ||= Boolean(target.closest("a")));
addEventListener("pageshow", () => isLeaving = false); // back again
addEventListener("online", () => isLeaving || location.reload());
