/* The house-rule sheet: finding a rule while typing, and keeping what was unfolded when the chart is redrawn. */
(() => {
  "use strict";
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const fold = (text) => text.toLocaleLowerCase("en").normalize("NFKC");

  /* A rule about something that is not played is not asked: the price of a Wenz where nobody plays one. */
  const isAsked = ({ dataset: { needs } }) =>
    !needs || needs.split(" ").some((tick) => {
      const [name, value] = tick.split("=");
      return document.querySelector(`[name="${name}"][value="${value}"]:checked`);
    });

  function find() {
    const field = document.querySelector("[data-find]");
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const rule of all("[data-words]")) {
      rule.hidden = !isAsked(rule) || !words.every((word) => rule.dataset.words.includes(word));
      count += !rule.hidden;
    }
    for (const part of all("[data-part]")) {
      part.hidden = !part.querySelector("[data-words]:not([hidden])");
      for (const folded of all("details", part)) {
        const here = folded.querySelector("[data-words]:not([hidden])");
        folded.hidden = !here;
        if (words.length) folded.open = Boolean(here);
        else folded.open = Boolean(folded.querySelector(".is-wrong"));
      }
    }
    const start = document.querySelector(".start-from");
    if (start) start.hidden = words.length > 0;
    const own = document.getElementById("own-words");
    if (own) own.hidden = words.length > 0;
    const found = document.getElementById("found");
    found.hidden = !words.length;
    const said = found.querySelector("[role=status]");
    const { none, one, many } = said.dataset;
    if (count) said.textContent = count === 1 ? one : many.replace("{count}", count);
    else said.textContent = none.replace("{words}", () => field.value.trim());
  }

  /* Which rule was touched last is shown first, and what was said of it is old. */
  document.addEventListener(
    "change",
    (event) => {
      const rule = event.target.closest(".rule");
      if (!rule) return;
      event.target.form.elements.touched.value = event.target.name;
      for (const other of all("[data-needs]")) other.hidden = !isAsked(other);
      if (!rule.classList.contains("is-wrong")) return;
      rule.classList.remove("is-wrong");
      rule.querySelector("p.wrong").remove();
      event.target.removeAttribute("aria-invalid");
    },
    true,
  );

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find]")) find();
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".find")) return;
    event.preventDefault();
    document.activeElement.blur();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
    if (!event.target.closest("[data-show-all]")) return;
    event.preventDefault();
    const field = document.querySelector("[data-find]");
    field.value = "";
    find();
    field.focus();
  });

  /* What is chosen in a strip is in sight. */
  function showChosen() {
    for (const checked of all(".strip :checked")) {
      const chip = checked.closest(".chip");
      const strip = chip.parentElement;
      strip.scrollLeft = chip.offsetLeft - strip.offsetLeft - (strip.clientWidth - chip.offsetWidth) / 2;
    }
  }
  showChosen();

  /* The server redraws the dock; whether it was unfolded, and how far it was read, is ours to remember. */
  let kept = null;
  document.addEventListener("htmx:beforeSwap", () => {
    const details = document.querySelector("[data-keep]");
    if (details) kept = { open: details.open, at: details.querySelector(".more").scrollTop };
  });
  document.addEventListener("htmx:afterSwap", () => {
    const details = document.querySelector("[data-keep]");
    if (!details || !kept) return;
    details.open = kept.open;
    details.querySelector(".more").scrollTop = kept.at;
    showChosen();
    if (document.querySelector("[data-find]")?.value) find();
  });
})();
