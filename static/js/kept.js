/* A half-told hand, without a page: what of the fields of a pad is worth keeping, and whether it still fits.

   Fields are [name, value] as a form sends them. The form's own (`key`, `after` and so on) are left out, and of
   the deal what the book says: only what was said otherwise is kept. */
const STATE = ["picker", "partners", "alone", "mode", "winners", "points"];
export const DEAL = ["dealer", "out", "doublers"];

/* What is worth keeping of the fields: [] where nothing was told yet; `usual` is the result that stands there first. */
export function told(fields, usual) {
  const changed = DEAL.filter((name) => isChanged(fields, name));
  const found = fields.filter(([name, value]) =>
    value && (STATE.includes(name) || changed.includes(name) || name.startsWith("ask-"))
  );
  const [result] = all(fields, "result");
  if (found.length || changed.length || (result ?? usual) !== usual) {
    return [...found, ...(result ? [["result", result]] : []), ...(changed.includes("out") ? [["out", ""]] : [])];
  }
  return [];
}

/* Whether what was kept is about the hand that the pad is for now: it has the same number, and all of them are here. */
export function fits(kept, hand, players) {
  if (kept?.hand !== hand) return false;
  return ["picker", "partners", "winners"].every((name) =>
    all(kept.told, name).flatMap((one) => one.split(",")).every((one) => players.includes(one))
  );
}

const all = (fields, wanted) => fields.filter(([name]) => name === wanted).map(([, value]) => value);

function isChanged(fields, name) {
  if (all(fields, `${name}_by_hand`).includes("1")) return true;
  const was = all(fields, `was_${name}`)[0] ?? "";
  return all(fields, name).sort().join() !== was.split(",").sort().join();
}
