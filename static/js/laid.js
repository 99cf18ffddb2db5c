/* A dialog that is laid over the page: the phone's own way back closes it, and so does a tap beside it. */
export function lay(dialog) {
  if (dialog.open) return;
  const closes = () => dialog.close();
  const outside = ({ target }) => (target === dialog || target.closest("[data-closes]")) && dialog.close();
  dialog.showModal();
  history.pushState({ laid: dialog.id }, "");
  addEventListener("popstate", closes);
  dialog.addEventListener("click", outside);
  dialog.addEventListener("close", () => {
    removeEventListener("popstate", closes);
    dialog.removeEventListener("click", outside);
    if (history.state?.laid) history.back();
  }, { once: true });
}
