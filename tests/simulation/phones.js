/* The outboxes of several phones, for the simulator in Python: a line of JSON in, a line of JSON out.
   {phone, event} is a step of that phone, answered by {effects, items}, without the items where none has changed;
   {phone} alone begins it anew, with nothing in its memory. */
import { FRESH, step } from "../../static/js/outbox.js";

const states = new Map();

function stepped({ phone, event }) {
  const before = states.get(phone);
  const [state, effects] = event ? step(before, event) : [FRESH, []];
  states.set(phone, state);
  return { effects, items: event && state.items === before.items ? undefined : state.items };
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) console.log(JSON.stringify(stepped(JSON.parse(line))));
}
