/* When a page that watches opens its stream, lets go of it, asks the server, and which lines have changed. Pure: what
   happens goes in, what is to be done comes out. Times are milliseconds. */
export const LETS_GO = 4000; // out of sight for so long
export const POLLS = 60000; // while the stream is open
export const POLLS_DOWN = 15000; // and while it is not
/* To a server that ended the stream for good, or was not there: later each time, until it is heard again. */
const COMES_BACK = [2000, 4000, 8000, 15000];
export const AGAIN = 1000; // when another answer was on its way

export const beginning = (shown) => ({
  shown,
  told: shown,
  asked: null,
  isSeen: true,
  isOpen: false,
  isHeard: false,
  lost: 0,
});
/* `shown` is the number of the page as it is drawn, `told` the newest that was heard of, `asked` the one for which the
   page was asked; `isOpen`: there is a stream, or the browser sees to it; `isHeard`: the server has answered it;
   `lost`: how often it was lost for good since. */

/* What is to be done is a list of words, in order: "open", "close", "ask" (the page for its news), "look" (for the
   number), "come-back" (later). */
export function after(state, happened) {
  const next = { ...state };
  switch (happened.what) {
    case "begins":
      return opening(next);
    case "opened":
      next.isHeard = true;
      next.lost = 0;
      return [next, []];
    case "lost": // the browser tries again by itself, unless the server said that it need not
      next.isHeard = false;
      next.isOpen = !happened.isOver;
      if (happened.isOver) next.lost += 1;
      return [next, happened.isOver ? ["close", "look", "come-back"] : []];
    case "enough": // a newer tab of this phone has taken its place
      next.isOpen = next.isHeard = false;
      return [next, ["close"]];
    case "told":
      next.told = happened.number;
      return asking(next);
    case "shown": // the page was drawn anew, up to this
      next.shown = happened.number;
      next.asked = null;
      return asking(next);
    case "asks-again":
      next.asked = null;
      return asking(next);
    case "hidden":
      next.isSeen = false;
      return [next, []];
    case "is-away": // still out of sight
      if (next.isSeen) return [next, []];
      next.isOpen = next.isHeard = false;
      return [next, ["close"]];
    case "is-back":
      next.isSeen = true;
      next.asked = null;
      if (happened.isShort) return asking(next);
      return opening(next); // whatever became of the one it had: a phone that slept was told nothing
    case "polls":
      return [next, next.isSeen ? ["look"] : []];
    case "comes-back":
      return next.isSeen && !next.isOpen ? opening(next) : [next, []];
    default:
      return [next, []];
  }
}

function opening(next) {
  next.isOpen = true;
  next.isHeard = false;
  return [next, ["close", "open"]];
}

/* Asked once for each number: an answer that brings nothing new is an answer as well. */
function asking(next) {
  if (!next.isSeen || next.told <= next.shown || next.told === next.asked) return [next, []];
  next.asked = next.told;
  return [next, ["ask"]];
}

export const comesBackAfter = ({ lost }) => COMES_BACK[Math.min(Math.max(lost, 1), COMES_BACK.length) - 1];
export const pollsAfter = ({ isHeard }) => isHeard ? POLLS : POLLS_DOWN;

/* Which of these texts are new: their places in `now`. Texts that only moved are not. */
export function changed(before, now) {
  const left = new Map();
  for (const text of before) left.set(text, (left.get(text) ?? 0) + 1);
  return now.flatMap((text, place) => {
    const known = left.get(text) ?? 0;
    left.set(text, known - 1);
    return known > 0 ? [] : [place];
  });
}
