/* What the pages share. Behaviour hangs on data-attributes; without this file every form still works. */
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  /* Trouble: said once, in a sentence, until the next thing works. */
  const say = (sentence) => {
    const trouble = document.getElementById("trouble");
    if (!trouble) return;
    trouble.textContent = sentence;
    trouble.hidden = !sentence;
  };
  const NOT_SENT = "Not sent. Nothing is lost: check the connection and tap again.";
  const ANSWERS = {
    400: "That could not be read. Load the page again.",
    403: "This phone may not do that any more. Load the page again.",
    404: "This page is gone. Load it again.",
    413: "Nothing was written: that is too much at once.",
    429: "That was too much at once. Nothing is lost: wait a minute, and tap again.",
    503: "The book cannot be written just now. Nothing was lost: tap again in a moment.",
  };
  for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, () => say(NOT_SENT));
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail;
    const isSentence = xhr.status === 429 && xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
    if (isSentence) return say(`Nothing was written, and nothing is lost. ${xhr.responseText}`);
    say(ANSWERS[xhr.status] || "Something went wrong on our side. Tap again: nothing is written twice.");
  });
  document.addEventListener("htmx:afterOnLoad", (event) => {
    if (event.detail.xhr.status < 400) say("");
  });

  /* Enter moves on: to the next name, or to the button that takes the one just typed. */
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || event.isComposing || !field.matches("input")) return;
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

  /* Share: the phone's own sheet, or the clipboard. */
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-share]");
    if (!button) return;
    const source = document.getElementById(button.dataset.share);
    const text = source.value ?? source.textContent;
    try {
      if (navigator.share) return await navigator.share({ text });
      if (navigator.clipboard) await navigator.clipboard.writeText(text);
      else {
        source.select();
        document.execCommand("copy");
      }
      const said = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = said;
      }, 2000);
    } catch (error) {
      if (error.name !== "AbortError") source.select?.();
    }
  });
})();
