/* The button that prints. */
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => globalThis.print());
}
