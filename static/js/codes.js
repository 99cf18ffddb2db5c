/* Hands that wait on this phone as QR codes, one after the other: any camera shows each as a line of text. */
import { lay } from "./laid.js";
import { qr, QUIET } from "./qr.js";

const SVG = "http://www.w3.org/2000/svg";
const dialog = document.getElementById("codes");
const part = (name) => dialog.querySelector(`.${name}`);
let lines = [], shown = 0;

export function showCodes(texts) {
  [lines, shown] = [texts, 0];
  draw();
  lay(dialog);
}

dialog.addEventListener("click", ({ target }) => {
  const { turns } = target.dataset;
  if (!turns) return;
  shown = Math.max(0, Math.min(lines.length - 1, shown + Number(turns)));
  draw();
});

function draw() {
  const rows = qr(lines[shown]);
  part("code").hidden = !rows;
  if (rows) part("code").replaceChildren(picture(rows));
  part("reads").textContent = lines[shown];
  part("which").textContent = dialog.dataset.which
    .replace("{number}", () => shown + 1).replace("{count}", () => lines.length);
  part("turning").hidden = lines.length < 2;
  dialog.querySelector("[data-turns='-1']").disabled = shown === 0;
  dialog.querySelector("[data-turns='1']").disabled = shown === lines.length - 1;
}

function picture(rows) {
  const size = rows.length + 2 * QUIET;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${size} ${size}`);
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [[x, y]] : []));
  svg.append(...dark.map(square));
  return svg;
}

function square([x, y]) {
  const drawn = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width: 1, height: 1 })) drawn.setAttribute(name, value);
  return drawn;
}
