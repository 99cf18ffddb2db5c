/* What a wall does by itself: it moves a little now and then, stays lit, and says what was recorded, if it is asked to.
   That it shows what is new is seen to by live.js and fresh.js, as on every page. */
import { keepAwake } from "./awake.js";

const MOVES = 15 * 60 * 1000; // milliseconds
const PLACES = 4;
const KEPT = "wall-speaks";

const speaks = document.getElementById("speaks");
const fills = document.getElementById("fills");
const spoken = () => document.getElementById("spoken");
const newest = () => Number(spoken()?.dataset.newest ?? 0);

let place = 0;
setInterval(() => {
  document.body.classList.remove(`shift-${place}`);
  place = (place + 1) % PLACES;
  document.body.classList.add(`shift-${place}`);
}, MOVES);

keepAwake(() => true);

/* Speech is this device's own, and off until somebody wants it; browsers speak only after a tap. */
let said = newest();
const isOn = () => speaks.getAttribute("aria-pressed") === "true";
function say() {
  const words = new SpeechSynthesisUtterance(spoken().textContent);
  words.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
function press(on) {
  speaks.setAttribute("aria-pressed", String(on));
  localStorage.setItem(KEPT, on ? "1" : "");
}
if ("speechSynthesis" in globalThis) {
  speaks.hidden = false;
  if (localStorage.getItem(KEPT)) press(true);
  speaks.addEventListener("click", () => {
    press(!isOn());
    if (isOn() && spoken()) say();
    else speechSynthesis.cancel();
  });
}
document.addEventListener("htmx:afterSettle", () => {
  if (newest() === said) return;
  said = newest();
  if (isOn() && spoken()) say();
});

if (document.fullscreenEnabled) {
  fills.hidden = false;
  fills.addEventListener("click", () => document.documentElement.requestFullscreen());
  document.addEventListener("fullscreenchange", () => {
    fills.hidden = document.fullscreenElement !== null;
  });
}
