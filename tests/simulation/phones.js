/* The scripts of several phones' pages, for the simulator in Python: a line of JSON in, a line of JSON out.
   {phone, event} is a step of that phone's outbox, answered by {effects, items}: without the items where none has
   changed, and with what is sent as a letter. {phone} alone begins it anew, with nothing in its memory.
   {penciled: items, night, newest, keys} are the keys of the rows that a page draws in pencil.
   {data, state, taps} is a pad with taps on it, as it is drawn. */
import { FRESH, letter, penciled, step } from "../../static/js/outbox.js";
import { shown, tapped } from "../../static/js/pad.js";

const states = new Map();

function stepped({ phone, event }) {
  const before = states.get(phone);
  const [state, effects] = event ? step(before, event) : [FRESH, []];
  states.set(phone, state);
  const written = effects.map((one) => one.kind === "send" ? { ...one, letter: letter(one.item) } : one);
  return { effects: written, items: event && state.items === before.items ? undefined : state.items };
}

function drawn({ data, state, taps }) {
  const tappedOn = taps.reduce((before, tap) => tapped(data, before, tap), state);
  const { ready, summary, heads } = shown(data, tappedOn);
  const worths = Object.entries(heads).map(([player, { delta }]) => [player, delta]).filter(([, delta]) => delta);
  return { state: tappedOn, ready, worths: summary ? worths : [] };
}

const rows = ({ penciled: items, night, ...sheet }) => penciled({ items }, night, sheet).map(({ key }) => key);

const answered = (line) => line.phone ? stepped(line) : line.penciled ? rows(line) : drawn(line);

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) console.log(JSON.stringify(answered(JSON.parse(line))));
}
