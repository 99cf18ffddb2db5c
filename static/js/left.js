/* Where a table does not open (no signal, or this phone may not open it any more) or is only read, what was told there
   and never sent is still on the phone: it can be read, and taken along as text. */
import { openStore } from "./store.js";

const place = document.getElementById("left");
const [group] = location.pathname.match(/^\/g\/[^/]+\//) ?? ["/"];

const time = (at) =>
  new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
const words = ({ said, at }) => [said.number, said.summary, time(at)].filter(Boolean).join(" · ");

const store = await openStore();
const items = (await store?.all() ?? []).filter(({ state, night }) => state !== "done" && night.startsWith(group));
const template = place.querySelector("template");
for (const item of items) {
  const line = template.content.firstElementChild.cloneNode(true);
  line.textContent = words(item);
  template.before(line);
}
place.hidden = !items.length;

const button = place.querySelector("button");
button.addEventListener("click", async () => {
  await navigator.clipboard?.writeText(items.map(words).join("\n"));
  button.textContent = button.dataset.copied;
});
