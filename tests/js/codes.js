/* QR codes for tests in Python: {text} in a line of JSON in, the rows of its code out, until nothing comes. */
import { qr } from "../../static/js/qr.js";

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    console.log(JSON.stringify(qr(JSON.parse(line).text)?.map((row) => row.map(Number)) ?? null));
  }
}
