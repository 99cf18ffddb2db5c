/* Where a table does not open (no signal, or this phone may not open it any more) or is only read, what was told there
   and never sent is still on the phone: it can be read, and taken along as text or as QR codes. */
import { copy } from "./copy.js";
import { line } from "./lines.js";
import { openStore } from "./store.js";

const place = document.getElementById("left");
const [group] = location.pathname.match(/^.*?\/g\/[^/]+\//) ?? ["/"];

const store = await openStore();
const items = (await store?.all() ?? []).filter(({ state, night }) => state !== "done" && night.startsWith(group));
const lines = items.map((item) => line(item, { hand: place.dataset.hand, language: document.documentElement.lang }));
const template = place.querySelector("template");
for (const text of lines) {
  const entry = template.content.firstElementChild.cloneNode(true);
  entry.textContent = text;
  template.before(entry);
}
place.hidden = !items.length;

const button = place.querySelector("[data-copies]");
button.addEventListener("click", () => copy(button, lines.join("\n")));
place.querySelector("[data-codes]").addEventListener("click", () => {
  import("./codes.js").then(({ showCodes }) => showCodes(lines), () => location.reload());
});
