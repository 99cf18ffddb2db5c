/* Walks over the pure modules for tests in Python: a line of JSON in, a line of JSON out, until nothing comes.
   Of the pad {walks: "pad", data, state, steps: [["tap", "7"], ["result", "won"], ["points", "61"]]}; of the seats
   {walks: "seating", …, steps: [["tap", "7"], ["move", "7", -1], ["swap", "7", "8"], ["choose", {dealer: "7"}]]}.
   Out comes every state on the way, and what is shown of it. */
import { chosen, shown, tapped, typed } from "../../static/js/pad.js";
import * as seating from "../../static/js/seating.js";

const WALKS = {
  pad: { steps: { tap: tapped, result: chosen, points: typed }, shown },
  seating: {
    steps: {
      tap: (_data, table, player) => seating.tapped(table, player),
      move: (_data, table, player, by) => seating.moved(table, player, by),
      swap: (_data, table, player, other) => seating.swapped(table, player, other),
      choose: (_data, table, choice) => seating.dealt({ ...table, ...choice }, table.seats),
    },
    shown: seating.said,
  },
};

function walked({ walks, data, state, steps }) {
  const known = WALKS[walks];
  const states = [state];
  for (const [kind, ...what] of steps) states.push(known.steps[kind](data, states.at(-1), ...what));
  return states.map((one) => ({ state: one, shown: known.shown(data, one) }));
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) console.log(JSON.stringify(walked(JSON.parse(line))));
}
