/* The pad on the phone: taps are answered here at once, with the numbers the server put on the buttons.
   The steps are those of Pad.tapped (scorekeeper/pad/state.py), which serves phones without a script. */
(() => {
  "use strict";
  const pad = () => document.getElementById("pad");
  const field = (name) => pad().elements[name];
  const list = (name) => field(name).value.split(",").filter(Boolean);
  const playing = () => [...document.querySelectorAll(".head:not(:disabled)")];
  const nameOf = (player) => document.querySelector(`[data-tap="${CSS.escape(player)}"] bdi`).dataset.name;

  function set(state) {
    for (const [name, value] of Object.entries(state)) field(name).value = value;
  }

  const modeButton = () => pad().querySelector(`[data-tap="mode:${CSS.escape(field("mode").value)}"]`);
  const oneMore = (players, player, most) => {
    if (players.includes(player)) return players.filter((one) => one !== player);
    return [...(most && players.length >= most ? players.slice(0, most - 1) : players), player];
  };

  function tapMode(code) {
    const mode = field("mode").value === code ? "" : code;
    set({ mode, picker: "", partners: "", alone: "", winners: "" });
  }

  function tapPlayer(player) {
    const most = Number(pad().dataset.most);
    const least = Number(pad().dataset.least);
    const picker = field("picker").value;
    if ("counted" in pad().dataset) {
      pad().querySelector(`[data-typed=count][name$="-${CSS.escape(player)}"]`)?.focus();
    } else if (field("mode").value) {
      const { say, most: winners } = modeButton().dataset;
      if (say) set({ winners: oneMore(list("winners"), player, Number(winners)).join() });
    } else if (!picker) {
      set({ picker: player, alone: most ? "" : "1" });
    } else if (player === picker) {
      const stays = most && !least && !field("alone").value;
      set({ picker: stays ? player : "", partners: "", alone: stays ? "1" : "" });
    } else if (!most) {
      set({ picker: player, partners: "", alone: "1" });
    } else {
      set({ partners: oneMore(list("partners"), player, most).join(), alone: "" });
    }
    partnered();
  }

  /* The partner whom nobody has to tap, where the house rules name one by his place. */
  function partnered() {
    const { steps, order, fixed } = pad().dataset;
    const place = order?.split(",").indexOf(field("picker").value) ?? -1;
    const isOpen = !field("partners").value || fixed !== undefined;
    if (place < 0 || !isOpen || field("alone").value || field("mode").value) return;
    const active = order.split(",");
    set({ partners: active[(place + Number(steps)) % active.length] });
  }

  /* What the hand would bring: {player: [part, delta]}, or the sentence for what is missing. */
  function preview() {
    if (isCounted()) return { brings: parts(list("winners"), modeButton()?.dataset.part), missing: "", unknown: true };
    if (field("mode").value) return previewMode(modeButton().dataset);
    return wrongPoints() || previewPicked(pad().dataset);
  }

  /* Whether somebody’s points or tricks were typed, of which the rules find who won. */
  function isCounted() {
    const asked = (typed) => typed.closest("[data-modes]").dataset.modes.split(",").includes(field("mode").value);
    return [...pad().querySelectorAll("[data-typed=count]")].some((typed) => typed.value.trim() && asked(typed));
  }

  function wrongPoints() {
    const { sayPoints, lowPoints, highPoints } = pad().dataset;
    const typed = field("points")?.value.trim();
    if (!typed) return null;
    const points = Number(typed.replace("−", "-"));
    const fits = /^[-−]?\d+$/.test(typed) && Number(lowPoints) <= points && points <= Number(highPoints);
    return fits ? null : { brings: {}, missing: sayPoints };
  }

  function previewMode({ say, part, tied }) {
    const winners = list("winners");
    if (say && !winners.length) return { brings: {}, missing: say };
    const cell = tied.split(";")[Math.max(winners.length - 1, 0)];
    if (!cell) return { brings: parts(winners, part), missing: "", unknown: true };
    const [first, next, other, label] = cell.split("|");
    if (!say) return { brings: {}, missing: "", label };
    const worth = (player) => (player === winners[0] ? first : winners.includes(player) ? next : other);
    const share = (player) => [winners.includes(player) ? part : "", worth(player)];
    return {
      brings: Object.fromEntries(playing().map(({ dataset }) => [dataset.tap, share(dataset.tap)])),
      missing: "",
      label,
    };
  }

  function previewPicked({ sayPicker, sayPartner, least, most, picker: word }) {
    const picker = field("picker").value;
    const partners = list("partners");
    const alone = field("alone").value;
    const named = Number(most) && alone ? "alone" : word;
    if (!picker) return { brings: {}, missing: sayPicker };
    if (!alone && partners.length < Math.max(1, Number(least))) {
      return { brings: { ...parts(partners, "partner"), [picker]: [word, ""] }, missing: sayPartner };
    }
    const chosen = pad().querySelector("[name=result]:checked");
    if (!chosen) return { brings: {}, missing: "", unknown: true };
    const [forPicker, forPartner, forOpponent] = chosen.dataset.cells.split(";")[partners.length].split(",");
    const brings = {};
    for (const { dataset } of playing()) {
      const player = dataset.tap;
      if (player === picker) brings[player] = [named, forPicker];
      else if (partners.includes(player)) brings[player] = ["partner", forPartner];
      else brings[player] = ["", forOpponent];
    }
    const nothing = [forPicker, forPartner, forOpponent].every((worth) => worth === "0");
    return { brings, missing: "", unknown: forPicker === "–" || nothing };
  }

  const parts = (players, part) => Object.fromEntries(players.map((player) => [player, [part, ""]]));

  /* Those with a part in the hand by name, of a hand for nobody but himself the fewer: as said_points does. */
  function named(brings) {
    const players = playing().map(({ dataset }) => dataset.tap);
    if (!field("mode").value) {
      const picker = field("picker").value;
      return [picker, ...players.filter((player) => player !== picker && brings[player][0])];
    }
    const [winners, losers] = ["+", "−"].map((sign) => players.filter((player) => brings[player][1][0] === sign));
    return losers.length && losers.length < winners.length ? losers : winners;
  }

  function summary(brings) {
    const chief = named(brings);
    const rest = playing().map(({ dataset }) => dataset.tap).filter((player) => !chief.includes(player));
    const said = (player) => `${nameOf(player)} ${brings[player][1]}`;
    const worths = new Set(rest.map((player) => brings[player][1]));
    if (rest.length < 2 || worths.size > 1 || !chief.length) return [...chief, ...rest].map(said).join(", ");
    return [...chief.map(said), `the others ${[...worths][0]}`].join(", ");
  }

  /* Where it depends on who is tapped, only the server knows what a hand brings: the pad, or its mode, says so. */
  function foreseen() {
    const seen = preview();
    const asks = "byServer" in pad().dataset || (modeButton() && "byServer" in modeButton().dataset);
    if (seen.missing || !(asks || seen.unknown)) return seen;
    const bare = Object.entries(seen.brings).map(([player, [part]]) => [player, [part, ""]]);
    return { brings: Object.fromEntries(bare), missing: "", unknown: true };
  }

  const ask = () => document.getElementById("ask").dispatchEvent(new Event("ask"));

  function show() {
    if (paint()) ask();
  }

  /* Draws the preview; true when the server has to be asked for it. */
  function paint() {
    const { brings, missing, unknown, label } = foreseen();
    for (const head of playing()) {
      const [part, delta] = brings[head.dataset.tap] || ["", ""];
      head.classList.toggle("chosen", Boolean(part) && part !== "partner");
      head.classList.toggle("partner", part === "partner");
      const brought = head.querySelector(".delta");
      brought.textContent = delta;
      brought.className = `delta ${delta[0] === "+" ? "plus" : delta[0] === "−" ? "minus" : ""}`;
      head.querySelector(".tag").textContent = part;
      const total = head.querySelector(".total").textContent;
      const deals = head.classList.contains("deals") ? "deals" : "";
      head.setAttribute("aria-label", [nameOf(head.dataset.tap), total, deals, part, delta].filter(Boolean).join(", "));
    }
    paintResults();
    paintCalls();
    const record = document.getElementById("record");
    record.disabled = Boolean(missing || (unknown && field("mode").value)); // until the server has answered
    record.querySelector(".title").textContent = missing || title();
    record.querySelector("small").textContent = missing || unknown ? "" : label || summary(brings);
    const mode = field("mode").value;
    document.getElementById("table").toggleAttribute("data-mode", Boolean(mode));
    for (const chip of pad().querySelectorAll(".mode")) {
      const on = chip.dataset.tap === `mode:${mode}`;
      chip.classList.toggle("on", on);
      chip.setAttribute("aria-pressed", on);
    }
    for (const asked of pad().querySelectorAll("[data-modes]")) {
      asked.hidden = !asked.dataset.modes.split(",").includes(mode);
    }
    return Boolean(unknown);
  }

  /* What only a partner can call is not offered while the picker is alone; taken back, the server is asked. */
  function paintCalls() {
    const alone = Boolean(field("alone").value);
    for (const chip of pad().querySelectorAll("[data-with-partner]")) {
      chip.hidden = alone;
      if (alone && chip.control.checked) chip.parentElement.querySelector("input").click();
    }
  }

  const title = () => (modeButton() && "between" in modeButton().dataset ? "Write it down" : pad().dataset.record);

  /* The numbers on the results are what the picker gets: with a partner, or alone. */
  function paintResults() {
    const most = Number(pad().dataset.most);
    const column = field("alone").value ? 0 : Math.min(Math.max(list("partners").length, 1), most);
    for (const radio of pad().querySelectorAll("[name=result]")) {
      const [picker, , , race] = radio.dataset.cells.split(";")[column].split(",");
      radio.parentElement.querySelector("b").textContent = race || picker;
    }
  }

  const holds = (radio, points) =>
    "low" in radio.dataset && Number(radio.dataset.low) <= points && points <= Number(radio.dataset.high);

  function pointsTyped() {
    const typed = field("points").value.trim();
    const radios = [...pad().querySelectorAll("[name=result]")];
    const chosen = radios.find((radio) => radio.checked);
    if (!/^-?\d{1,3}$/.test(typed) || holds(chosen, Number(typed))) return;
    const row = radios.find((radio) => holds(radio, Number(typed)));
    if (row) row.checked = true;
  }

  function resultChosen(radio) {
    const typed = field("points")?.value.trim();
    const extreme = { won_all_tricks: "120", lost_no_trick: "0" }[radio.value];
    if (typed && ("low" in radio.dataset ? !holds(radio, Number(typed)) : typed !== extreme)) {
      field("points").value = "";
    }
  }

  let taps = 0, asked = 0;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-tap]");
    if (!button || !pad()) return;
    event.preventDefault();
    event.stopPropagation();
    taps += 1;
    const what = button.dataset.tap;
    if (what.startsWith("mode:")) tapMode(what.slice(5));
    else tapPlayer(what);
    document.getElementById("said-here")?.replaceChildren();
    show();
  }, true);

  /* A question changes the numbers on the buttons, so the server is asked; what was tapped while it answered is put back.
     A hand that is recorded waits for no such answer, which would take the sheet from under its own. */
  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    asked = taps;
    for (const asks of target.querySelectorAll(".asks, #ask")) htmx.trigger(asks, "htmx:abort");
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!pad() || taps === asked || event.detail.target.id !== "table") return;
    const state = Object.fromEntries(
      ["picker", "partners", "alone", "mode", "winners"].map((name) => [name, field(name).value]),
    );
    document.addEventListener("htmx:afterSettle", () => {
      set(state);
      show();
    }, { once: true });
  });

  /* An answer of the server leaves the pad as it lay in the hand: how far it was scrolled, what was open or typed. */
  const TYPED = "#pad .points input, #pad [data-typed]";
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!pad() || !event.detail.requestConfig.elt.matches(".asks, #ask")) return;
    const places = [...document.querySelectorAll("#pad, #pad .strip")].map((
      one,
    ) => [one.id, one.scrollTop, one.scrollLeft]);
    const values = [...document.querySelectorAll(TYPED)].map((one) => [one.name, one.value]);
    const typing = document.activeElement.matches(TYPED) ? document.activeElement.name : "";
    const { open } = pad().querySelector(".deal");
    document.addEventListener("htmx:afterSwap", () => {
      if (!pad()) return;
      if (open) pad().querySelector(".deal").open = true;
      for (const [name, value] of values) if (field(name)) field(name).value = value;
      field(typing)?.focus({ preventScroll: true });
      for (const [id, top, left] of places) document.getElementById(id)?.scrollTo({ top, left, behavior: "instant" });
    }, { once: true });
  });

  document.addEventListener("click", (event) => {
    const folded = event.target.closest("#pad summary")?.parentElement;
    if (folded && !folded.open) requestAnimationFrame(() => folded.scrollIntoView({ block: "start" }));
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful && event.detail.elt.matches(".asks, #ask") && pad()) {
      document.getElementById("record").disabled = Boolean(preview().missing);
    }
  });

  let soon = 0;
  function askSoon() {
    document.getElementById("record").disabled = true;
    clearTimeout(soon);
    soon = setTimeout(() => pad() && ask(), 400);
  }

  document.addEventListener("input", (event) => {
    if (!pad() || !pad().contains(event.target)) return;
    if ("typed" in event.target.dataset) askSoon();
    if (event.target.name === "points") {
      pointsTyped();
      paint();
    }
    if (event.target.name === "result") {
      resultChosen(event.target);
      show();
    }
  });

  document.addEventListener("change", (event) => {
    if (!pad()?.contains(event.target)) return;
    if ("typed" in event.target.dataset) event.stopPropagation(); // the server was asked while it was typed
    if (event.target.name === "points") show();
  }, true);

  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches(TYPED)) {
      event.preventDefault();
      event.target.blur();
    }
  });
})();
