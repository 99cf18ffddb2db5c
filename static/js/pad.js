/* The steps of the pad, without a page: what a tap makes of a state, and what is shown of it.
   Pad.tapped (scorekeeper/pad/state.py) and pad_answer (scorekeeper/pad/presenter.py) do the same on the server,
   and tests/scorekeeper/pad/test_script.py holds this file to them by random taps.

   `data` is what the server says of this pad (scorekeeper/pad/script_data.py): all words, all numbers.
   A state is {picker, partners, alone, mode, winners, result, points, answered, calls}: players are ids as text, ""
   is nobody; `points` is what was typed; `answered` are the open questions that have an answer, `calls` those
   answered with what only a partner can call. */

/* The state that the fields of a pad's form say: each {name, type, value, checked}. */
export function stateOf({ questions }, fields) {
  const value = (name) => fields.find((one) => one.name === name)?.value ?? "";
  const list = (name) => value(name).split(",").filter(Boolean);
  const isAnswer = ({ name, type, checked }, question) =>
    (name === question || name.startsWith(`${question}-`)) && (type !== "radio" || checked);
  const found = questions.map((question) => ({
    ...question,
    said: fields.filter((one) => isAnswer(one, `ask-${question.name}`)).map((one) => one.value.trim()).filter(Boolean),
  }));
  return {
    picker: value("picker"),
    partners: list("partners"),
    alone: Boolean(value("alone")),
    mode: value("mode"),
    winners: list("winners"),
    result: fields.find(({ name, checked }) => name === "result" && checked)?.value ?? "",
    points: value("points"),
    answered: found.filter(({ is_open: isOpen, said }) => isOpen && said.length).map(({ name }) => name),
    calls: found.filter(({ with_partner: calls, said }) => calls.includes(said[0])).map(({ name }) => name),
  };
}

/* The state after a tap on a player ("7"), on a mode ("mode:leaster") or on "alone". */
export function tapped(data, state, what) {
  if (what.startsWith("mode:")) return tappedMode(data, state, what.slice(5));
  if (what === "alone") return partnered(data, tappedAlone(data, state));
  if (data.is_counted || !seats(data).includes(what)) return partnered(data, state);
  const mode = modeOf(data, state);
  if (mode) return mode.tap ? { ...state, winners: oneMore(state.winners, what, mode.most) } : state;
  return partnered(data, tappedPlayer(data, state, what));
}

/* The state after a result was chosen: card points that say another one are wiped out. */
export function chosen(data, state, code) {
  const result = resultOf(data, code);
  const count = whole(state.points);
  const fits = result && (result.low === null ? count === result.edge : holds(result, count));
  return { ...state, result: code, points: fits ? state.points : "" };
}

/* The state after card points were typed: they choose their result. */
export function typed(data, state, points) {
  const count = whole(points);
  if (count === null || holds(resultOf(data, state.result), count)) return { ...state, points };
  const result = data.results.find((one) => holds(one, count));
  return { ...state, points, result: result ? result.code : state.result };
}

/* What is shown of a state:
   {ask, isKnown, ready, title, summary, heads: {player: {part, look, delta, side, label}},
    results: {code: what it brings}, asked: the questions in sight,
    withdrawn: those whose answer nobody can give alone}.
   With `ask` the server has to be asked, and until it answers nothing is said of what the hand would bring; but with
   `isKnown` that is shown, as all that it can do is to refuse the hand. */
export function shown(data, state) {
  const mode = modeOf(data, state);
  const withdrawn = state.alone ? state.calls : [];
  const { missing = "", worths = null, label = null } = withdrawn.length ? {} : foreseen(data, state, mode);
  return {
    ask: !missing && (!worths || data.is_followed),
    isKnown: Boolean(missing || worths),
    ready: worths ? true : !missing && !mode,
    title: missing || (mode || data).title,
    summary: worths ? label ?? summary(data, state, worths) : "",
    heads: Object.fromEntries(
      data.players.map(([player, , said]) => [player, head(data, state, player, said, worths?.[player] ?? "")]),
    ),
    results: Object.fromEntries(data.results.map((result) => [result.code, brought(data, state, result)])),
    asked: data.questions.filter(({ modes }) => modes.includes(state.mode)).map(({ name }) => name),
    withdrawn,
  };
}

/* A whole number as a thumb types it, null for anything else. */
function whole(text) {
  const [, minus, digits] = /^([-−]*)(\d{1,18})$/.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits) * (minus ? -1 : 1);
}

const seats = (data) => data.players.map(([player]) => player);
/* Who was tapped before the deal was changed may sit out now. */
const plays = (data, player) => !player || seats(data).includes(player);
const modeOf = (data, { mode }) => data.modes.find(({ code }) => code === mode);
const resultOf = (data, code) => data.results.find((result) => result.code === code);

function holds(result, count) {
  return Boolean(result) && result.low !== null && count !== null && result.low <= count && count <= result.high;
}

function tappedMode(data, state, code) {
  const mode = code !== state.mode && modeOf(data, { mode: code }) ? code : "";
  return { ...state, mode, picker: "", partners: [], alone: false, winners: [] };
}

function tappedAlone(data, state) {
  const { most_partners: most, least_partners: least, is_counted: isCounted } = data;
  if (state.mode || isCounted || most === 0 || least > 0) return state;
  return { ...state, alone: !state.alone, partners: [] };
}

/* Who picked, tapped again, did not; whoever plays along or alone stays, for another one to have picked. */
function tappedPlayer(data, state, player) {
  const { most_partners: most, partner_steps: steps } = data;
  if (!state.picker) {
    const others = state.partners.filter((one) => one !== player);
    return { ...state, picker: player, partners: others, alone: state.alone || most === 0 };
  }
  if (player === state.picker) {
    return { ...state, picker: "", partners: steps ? [] : state.partners, alone: state.alone && most > 0 };
  }
  if (most === 0) return { ...state, picker: player, partners: [], alone: true };
  return { ...state, partners: oneMore(state.partners, player, most), alone: false };
}

/* One player more or, tapped again, one less; a new one takes the last one's place when all are there. */
function oneMore(players, player, most) {
  if (players.includes(player)) return players.filter((one) => one !== player);
  return [...(most && players.length >= most ? players.slice(0, most - 1) : players), player];
}

/* With the partner whom nobody has to tap, where the house rules name one by the place at the table. */
function partnered(data, state) {
  const order = seats(data);
  const place = order.indexOf(state.picker);
  const isOpen = !state.partners.length || data.is_partner_fixed;
  if (!data.partner_steps || !isOpen || place < 0 || state.alone || state.mode) return state;
  return { ...state, partners: [order[(place + data.partner_steps) % order.length]] };
}

/* {missing: the sentence for what has to be tapped}, {worths: {player: points}, label}, or {} where only the server
   can say. */
function foreseen(data, state, mode) {
  if (data.blocked && (!mode || mode.tap)) return { missing: data.blocked };
  const open = data.questions.filter(({ name, modes, is_open: isOpen }) =>
    isOpen && modes.includes(state.mode) && state.answered.includes(name)
  );
  if (open.some(({ counts }) => counts)) return {};
  const missing = mode ? missingWinner(state, mode) : missingSide(data, state);
  if (missing) return { missing };
  if (open.length || ![state.picker, ...state.partners, ...state.winners].every((one) => plays(data, one))) return {};
  return mode ? tied(data, state, mode) : picked(data, state);
}

const missingWinner = (state, mode) => state.winners.length ? "" : mode.tap;

function missingSide(data, state) {
  if (!state.picker) return data.tap_picker;
  const few = state.partners.length < Math.max(1, data.least_partners);
  return !state.alone && few ? data.tap_partner : "";
}

function tied(data, { winners }, mode) {
  if (mode.refused) return { missing: mode.refused };
  const tie = mode.ties[winners.length];
  if (!tie) return {};
  const [first, next, other, label] = tie;
  const worth = (player) => player === winners[0] ? first : winners.includes(player) ? next : other;
  return { worths: Object.fromEntries(seats(data).map((player) => [player, worth(player)])), label };
}

function picked(data, state) {
  const result = resultOf(data, state.result);
  const points = pointed(data, state, result);
  if (points) return points.missing ? points : {};
  const refused = data.refused[state.picker];
  if (refused) return { missing: refused };
  const cell = result?.cells[state.partners.length];
  if (!cell) return {};
  const [picker, partner, opponent] = cell;
  if ([picker, partner, opponent].every((worth) => worth === "0")) return {};
  const worth = (player) => player === state.picker ? picker : state.partners.includes(player) ? partner : opponent;
  return { worths: Object.fromEntries(seats(data).map((player) => [player, worth(player)])) };
}

/* What typed card points change: {missing} of such as cannot be, {unlike: true} where the result is not theirs or
   the answers leave them out of it; else null. */
function pointed(data, state, result) {
  if (!state.points.trim()) return null;
  if (!data.wrong_points) return { unlike: true };
  const count = whole(state.points);
  const can = count !== null && data.least_points <= count && count <= data.most_points;
  if (!can) return { missing: data.wrong_points };
  return holds(result, count) ? null : { unlike: true };
}

function part(data, state, player) {
  if (player === state.picker) return state.alone && data.most_partners ? data.words.alone : data.words.picker;
  if (state.partners.includes(player)) return data.words.partner;
  return state.winners.includes(player) ? modeOf(data, state)?.part ?? "" : "";
}

function head(data, state, player, said, delta) {
  const tag = part(data, state, player);
  const isPartner = player !== state.picker && state.partners.includes(player);
  return {
    part: tag,
    look: isPartner ? "partner" : tag ? "chosen" : "",
    delta,
    side: side(data, delta),
    label: listed(data, [said, tag, delta].filter(Boolean)),
  };
}

function side({ words }, delta) {
  if (delta.startsWith(words.plus)) return "plus";
  return delta.startsWith(words.minus) ? "minus" : "";
}

/* One after the other, as `listed` has them (scorekeeper/text/lists.py). */
function listed({ words }, items) {
  return items.reduce((found, item) => words.list.replace(/\{[01]\}/g, (place) => place === "{0}" ? found : item));
}

/* What a result brings the picker, with so many partners as are tapped; one as long as nobody is. */
function brought(data, state, result) {
  const column = state.alone ? 0 : Math.min(Math.max(state.partners.length, 1), data.most_partners);
  return result.cells[column]?.[3] ?? data.words.none;
}

/* Those with a part in the hand by name, of a hand for nobody but oneself the fewer; the rest together if they can
   be. As said_points does (scorekeeper/presenters/sheet.py). */
function summary(data, state, worths) {
  const { words, players } = data;
  const names = new Map(players.map(([player, , , apart]) => [player, apart]));
  const chief = named(data, state, worths);
  const rest = seats(data).filter((player) => !chief.includes(player));
  const one = (player) => `${names.get(player)} ${worths[player]}`;
  const alike = new Set(rest.map((player) => worths[player])).size === 1;
  const others = alike && chief.length && rest.length > 1 ? [`${words.others} ${worths[rest[0]]}`] : rest.map(one);
  return listed(data, [...chief.map(one), ...others]);
}

function named(data, state, worths) {
  const players = seats(data);
  if (!state.mode) {
    return [state.picker, ...players.filter((one) => one !== state.picker && state.partners.includes(one))];
  }
  const [won, lost] = ["plus", "minus"].map((sign) => players.filter((one) => side(data, worths[one]) === sign));
  return lost.length && lost.length < won.length ? lost : won;
}
