/* A hand that waits on this phone as one line, which people can read and write down elsewhere. */
export function line({ said, at }, { hand, language }) {
  const time = new Date(at).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
  const number = hand.replace("{number}", () => said.number);
  return [said.table, number, said.told, said.summary, time].filter(Boolean).join(" · ");
}
