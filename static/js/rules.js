/* The house-rule sheet: finding a rule while typing, and keeping what was unfolded when the sheet is redrawn. */
(() => {
  "use strict";
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const fold = (text) => text.toLocaleLowerCase("en").normalize("NFKC");

  /* A rule about something that is not played is not asked: the price of a Wenz where nobody plays one. */
  const isAsked = ({ dataset: { needs } }) =>
    !needs || needs.split(" ").some((tick) => {
      const [name, value] = tick.split("=");
      if (value === undefined) return document.querySelector(`[name="${name}"]`)?.value.trim();
      return document.querySelector(`[name="${name}"][value="${value}"]:checked`);
    });

  /* A fold is told from others by its heading, on a sheet that is drawn anew as well. */
  const folds = () => all("[data-part] details[data-many]");
  const heading = (fold) => fold.closest("[data-part]").querySelector("h2").textContent;
  const unfolded = () => folds().filter(({ open }) => open).map(heading);
  let before = null;

  /* What is not asked or not found is out of sight, and no fold says that there is more in it than there is. */
  function count() {
    for (const part of all("[data-part]")) {
      part.hidden = !part.querySelector("[data-words]:not([hidden])");
      for (const folded of all("details[data-many]", part)) {
        const here = all("[data-words]:not([hidden])", folded).length;
        const { one, many } = folded.dataset;
        folded.hidden = !here;
        if (here) folded.querySelector("summary").textContent = here === 1 ? one : many.replace("{count}", here);
      }
    }
  }

  const field = () => document.querySelector("[data-find]");

  function find() {
    const words = fold(field().value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const rule of all("[data-words]")) {
      const isInSight = words.length ? words.every((word) => rule.dataset.words.includes(word)) : isAsked(rule);
      rule.hidden = !isInSight;
      found += !rule.hidden;
    }
    let answered = 0;
    for (const answer of all("[data-answer]")) {
      answer.hidden = !words.length || !words.every((word) => answer.dataset.answer.includes(word));
      answered += !answer.hidden;
    }
    count();
    if (words.length) before ??= unfolded();
    for (const folded of folds()) {
      if (words.length) folded.open = !folded.hidden;
      else if (before) folded.open = before.includes(heading(folded)) || Boolean(folded.querySelector(".is-wrong"));
    }
    if (!words.length) before = null;
    for (const more of all(".more-answers")) more.open = words.length > 0;
    const start = document.querySelector(".start-from");
    if (start) start.hidden = words.length > 0;
    const own = document.getElementById("own-words");
    if (own) own.hidden = words.length > 0;
    const box = document.getElementById("found");
    box.hidden = !words.length;
    const said = box.querySelector("[role=status]");
    const { none, one, many } = said.dataset;
    if (found) said.textContent = found === 1 ? one : many.replace("{count}", found);
    else if (answered) said.textContent = "";
    else said.textContent = none.replace("{words}", () => field().value.trim());
  }

  /* Which rule was touched last is shown first, and what was said of it is old. */
  document.addEventListener(
    "change",
    (event) => {
      const rule = event.target.closest(".rule");
      if (!rule) return;
      event.target.form.elements.touched.value = event.target.name;
      if (field().value.trim()) find();
      else {
        for (const other of all("[data-needs]")) other.hidden = !isAsked(other);
        count();
      }
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
    before = [...before ?? [], ...unfolded()]; // what was found stays in sight among all the others
    field().value = "";
    find();
    field().focus();
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

  /* The server redraws the dock, or all of the sheet; what was unfolded, and how far it was read, we remember. */
  let kept = null;
  document.addEventListener("htmx:beforeSwap", () => {
    const details = document.querySelector("[data-keep]");
    if (!details) return;
    kept = { open: details.open, at: details.querySelector(".more").scrollTop, folds: unfolded() };
  });
  document.addEventListener("htmx:afterSwap", () => {
    const details = document.querySelector("[data-keep]");
    if (!details || !kept) return;
    details.open = kept.open;
    details.querySelector(".more").scrollTop = kept.at;
    for (const folded of folds()) folded.open ||= kept.folds.includes(heading(folded));
    showChosen();
    if (field()?.value) find();
  });
})();
