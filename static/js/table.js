/* The pad on the phone: taps are answered here at once, with the numbers the server put on the buttons.
   The steps are those of Pad.tapped (scorekeeper/forms/sheepshead.py), which serves phones without a script. */
(() => {
  "use strict";
  const pad = () => document.getElementById("pad");
  const field = (name) => pad().elements[name];
  const list = (name) => field(name).value.split(",").filter(Boolean);
  const heads = () => [...document.querySelectorAll(".head")];
  const playing = () => heads().filter((head) => !head.disabled);
  const nameOf = (player) => document.querySelector(`[data-tap="${CSS.escape(player)}"] bdi`).textContent;
  const toggled = (players, player) =>
    players.includes(player) ? players.filter((one) => one !== player) : [...players, player];

  function set(state) {
    for (const [name, value] of Object.entries(state)) field(name).value = value;
  }

  function tapNobody() {
    const nobody = field("nobody").value ? "" : "1";
    set({ nobody, picker: "", partners: "", alone: "", winners: "" });
  }

  function tapPlayer(player) {
    const most = Number(pad().dataset.partners);
    const picker = field("picker").value;
    const partners = list("partners");
    if (field("nobody").value) {
      set({ winners: toggled(list("winners"), player).join() });
    } else if (!picker) {
      set({ picker: player, alone: most ? "" : "1" });
    } else if (player === picker) {
      const stays = most && !field("alone").value;
      set({ picker: stays ? player : "", partners: "", alone: stays ? "1" : "" });
    } else if (partners.includes(player) || partners.length < most) {
      set({ partners: toggled(partners, player).join(), alone: "" });
    } else if (!most) {
      set({ picker: player, alone: "1" });
    } else {
      set({ partners: [...partners.slice(0, -1), player].join(), alone: "" });
    }
  }

  /* What the hand would bring: {player: [part, delta]}, or the sentence for what is missing. */
  function preview() {
    const { dataset } = pad();
    const brings = {};
    if (field("nobody").value) {
      if (!dataset.leasters) return { brings, missing: "" };
      const winners = list("winners");
      if (!winners.length) return { brings, missing: dataset.sayWinner };
      const cell = dataset.leaster.split(";")[winners.length - 1];
      if (!cell || plainLeaster() === false) return { brings: parts(winners, "winner"), missing: "", unknown: true };
      const [win, lose] = cell.split(",");
      for (const head of playing()) {
        const won = winners.includes(head.dataset.tap);
        brings[head.dataset.tap] = [won ? "winner" : "", won ? win : lose];
      }
      return { brings, missing: "" };
    }
    const picker = field("picker").value;
    const partners = list("partners");
    const alone = field("alone").value;
    if (!picker) return { brings, missing: dataset.sayPicker };
    if (!partners.length && !alone) return { brings: parts([picker], "picker"), missing: dataset.sayPartner };
    const chosen = pad().querySelector("[name=result]:checked");
    const [forPicker, forPartner, forOpponent] = chosen.dataset.cells.split(";")[partners.length].split(",");
    for (const head of playing()) {
      const player = head.dataset.tap;
      if (player === picker) brings[player] = [alone ? "alone" : "picker", forPicker];
      else if (partners.includes(player)) brings[player] = ["partner", forPartner];
      else brings[player] = ["", forOpponent];
    }
    return { brings, missing: "" };
  }

  const parts = (players, part) => Object.fromEntries(players.map((player) => [player, [part, ""]]));
  const plainLeaster = () => (pad().querySelector("[name=won_with]:checked") || { value: "points" }).value === "points";

  function summary(brings) {
    const named = Object.keys(brings).filter((player) => brings[player][0]);
    const order = [field("picker").value, ...list("partners"), ...list("winners")];
    named.sort((one, other) => order.indexOf(one) - order.indexOf(other));
    const rest = Object.keys(brings).filter((player) => !brings[player][0]);
    const said = named.map((player) => `${nameOf(player)} ${brings[player][1]}`);
    if (rest.length) said.push(`${rest.length > 1 ? "the others" : nameOf(rest[0])} ${brings[rest[0]][1]}`);
    return said.join(", ");
  }

  function paint() {
    const { brings, missing, unknown } = preview();
    for (const head of playing()) {
      const [part, delta] = brings[head.dataset.tap] || ["", ""];
      head.classList.remove("picker", "partner", "alone", "winner");
      if (part) head.classList.add(part);
      const brought = head.querySelector(".delta");
      brought.textContent = delta;
      brought.className = `delta ${delta[0] === "+" ? "plus" : delta[0] === "−" ? "minus" : ""}`;
      head.querySelector(".tag").textContent = part;
      const total = head.querySelector(".total").textContent;
      const deals = head.classList.contains("deals") ? "deals" : "";
      head.setAttribute("aria-label", [nameOf(head.dataset.tap), total, deals, part, delta].filter(Boolean).join(", "));
    }
    paintResults();
    const record = document.getElementById("record");
    record.disabled = Boolean(missing);
    record.querySelector(".title").textContent = missing || pad().dataset.record;
    record.querySelector("small").textContent = missing || unknown ? "" : summary(brings);
    const nobody = Boolean(field("nobody").value);
    document.getElementById("table").toggleAttribute("data-nobody", nobody);
    const chip = pad().querySelector(".nobody");
    if (chip) {
      chip.classList.toggle("on", nobody);
      chip.setAttribute("aria-pressed", nobody);
    }
  }

  /* The numbers on the results are what the picker gets: with a partner, or alone. */
  function paintResults() {
    const most = Number(pad().dataset.partners);
    const column = field("alone").value ? 0 : Math.max(list("partners").length, Math.min(1, most));
    for (const radio of pad().querySelectorAll("[name=result]")) {
      radio.parentElement.querySelector("b").textContent = radio.dataset.cells.split(";")[column].split(",")[0];
    }
  }

  const holds = (radio, points) =>
    "low" in radio.dataset && Number(radio.dataset.low) <= points && points <= Number(radio.dataset.high);

  function pointsTyped() {
    const typed = field("points").value.trim();
    const radios = [...pad().querySelectorAll("[name=result]")];
    const chosen = radios.find((radio) => radio.checked);
    if (!/^\d{1,3}$/.test(typed) || holds(chosen, Number(typed))) return;
    const row = radios.find((radio) => holds(radio, Number(typed)));
    if (row) row.checked = true;
  }

  function resultChosen(radio) {
    const typed = field("points").value.trim();
    const allowed = radio.value === "won_all_tricks" ? "120" : radio.value === "lost_no_trick" ? "0" : typed;
    if (typed && (typed !== allowed || ("low" in radio.dataset && !holds(radio, Number(typed))))) field("points").value = "";
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-tap]");
    if (!button || !pad()) return;
    event.preventDefault();
    event.stopPropagation();
    if (button.dataset.tap === "nobody") tapNobody();
    else tapPlayer(button.dataset.tap);
    document.getElementById("said-here")?.replaceChildren();
    paint();
  }, true);

  document.addEventListener("input", (event) => {
    if (!pad() || !pad().contains(event.target)) return;
    if (event.target.name === "points") pointsTyped();
    if (event.target.name === "result") resultChosen(event.target);
    if (["points", "result", "won_with"].includes(event.target.name)) paint();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.name !== "points") return;
    event.preventDefault();
    event.target.blur();
  });
})();
