/* What the pages share. Behaviour hangs on data-attributes; without this file every form still works. */
import { copy } from "./copy.js";

const root = document.documentElement;
root.classList.add("js");
root.classList.toggle("insecure", !isSecureContext); // plain http, where browsers withhold a lot
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/* Trouble: said once, in a sentence of the page's, until the next thing works. */
const trouble = document.getElementById("trouble");
const sentence = (name) => trouble?.getAttribute(`data-${name}`);
const say = (words) => {
  if (!trouble) return;
  trouble.textContent = words;
  trouble.hidden = !words;
};
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => say(sentence("not-sent")));
}
document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  const isSentence = xhr.status === 429 && xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  if (isSentence) return say(sentence("refused")?.replace("{why}", () => xhr.responseText));
  say(sentence(xhr.status) || sentence("other"));
});
document.addEventListener("htmx:afterOnLoad", (event) => {
  if (event.detail.xhr.status < 400) say("");
});

/* What an answer draws is bound at once: until it has settled, a tap on its buttons would load a page. */
document.addEventListener("htmx:afterSwap", ({ target }) => globalThis.htmx.process(target));

/* A field of money or points is selected when it is tapped, so that typing replaces what stands in it. */
document.addEventListener("click", ({ target }) => {
  if (target.matches?.("input[inputmode=decimal]") && target.selectionStart === target.selectionEnd) target.select();
});

/* A key that is held down presses a button once. */
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && !event.target.matches("textarea")) event.preventDefault();
}, true);

/* Enter moves on: to the next name, or to the button that takes the one just typed. */
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || event.repeat || event.isComposing || !field.matches("input")) return;
  if (field.matches("[data-enter]")) {
    event.preventDefault();
    document.getElementById(field.dataset.enter)?.click();
  } else if (field.matches("[data-next]")) {
    event.preventDefault();
    const fields = all("[data-next]", field.form);
    const next = fields[fields.indexOf(field) + 1];
    if (!next || !field.value.trim()) return field.blur();
    next.closest("details")?.setAttribute("open", "");
    next.focus();
  }
});

/* Long work: the button says what is going on, and takes no second tap. What it posts is gathered first. */
const busy = new Map();
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.defaultPrevented || !button?.dataset.busy) return;
  if (busy.size) return event.preventDefault();
  const buttons = all("button:not(:disabled)", event.target);
  for (const one of buttons) busy.set(one, [...one.childNodes]);
  setTimeout(() => {
    button.setAttribute("aria-busy", "true");
    button.replaceChildren(button.dataset.busy);
    for (const one of buttons) one.disabled = true;
  });
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const [one, said] of busy) {
    one.disabled = false;
    one.removeAttribute("aria-busy");
    one.replaceChildren(...said);
  }
  busy.clear();
});

/* Share a picture: the phone's own sheet; where it takes no pictures, the link brings it as a file. */
const takesPictures = () => {
  const file = new File([""], "picture.png", { type: "image/png" });
  return navigator.canShare?.({ files: [file] }) ?? false;
};
document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-share-picture]");
  if (!link || !takesPictures()) return;
  event.preventDefault();
  const text = document.getElementById(link.dataset.sharePicture).value;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(String(answer.status));
    const file = new File([await answer.blob()], link.download, { type: "image/png" });
    await navigator.share({ files: [file], text });
  } catch (error) {
    if (error.name !== "AbortError") location.assign(link.href);
  }
});

/* Share: the phone's own sheet, or the clipboard. */
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const source = document.getElementById(button.dataset.share);
  const text = source.value ?? source.textContent;
  if (!navigator.share) return copy(button, text, source);
  try {
    await navigator.share({ text });
  } catch (error) {
    if (error.name !== "AbortError") await copy(button, text, source);
  }
});
