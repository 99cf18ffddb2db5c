/* Walks over the pure modules for tests in Python: a line of JSON in, a line of JSON out, until nothing comes.
   Of the pad {data, state, steps: [["tap", "7"], ["result", "won"], ["points", "61"]]}: every state on the way, and
   what is shown of it. */
import { chosen, shown, tapped, typed } from "../../static/js/pad.js";

const STEPS = { tap: tapped, result: chosen, points: typed };

function walked({ data, state, steps }) {
  const states = [state];
  for (const [kind, what] of steps) states.push(STEPS[kind](data, states.at(-1), what));
  return states.map((one) => ({ state: one, shown: shown(data, one) }));
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) console.log(JSON.stringify(walked(JSON.parse(line))));
}
