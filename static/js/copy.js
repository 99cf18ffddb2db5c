/* Copies a text, over plain http too, where browsers give no page `navigator.clipboard`. The button says so for two
   seconds, by its data-copied, and only if the text was copied; otherwise the text lies selected in a field, to be
   copied by hand: in `source`, or in a new field after the button. Returns whether the text was copied. */
export async function copy(button, text, source = null) {
  const isCopied = await written(text) || selected(button, text, source);
  if (isCopied) confirm(button);
  return isCopied;
}

async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/* The field stands beside the button: outside of an open dialog nothing can be selected. */
function selected(button, text, source) {
  const field = source?.select ? source : beside(button);
  if (field !== source) field.value = text;
  field.select();
  const isCopied = document.execCommand("copy");
  if (isCopied && field !== source) field.remove();
  if (isCopied) button.focus({ preventScroll: true });
  return isCopied;
}

function beside(button) {
  const known = button.nextElementSibling;
  if (known?.matches(".to-copy")) return known;
  const field = Object.assign(document.createElement("textarea"), {
    className: "to-copy",
    readOnly: true,
    rows: 4,
    ariaLabel: button.textContent,
  });
  button.after(field);
  return field;
}

function confirm(button) {
  const said = button.textContent;
  if (said === button.dataset.copied) return;
  button.textContent = button.dataset.copied;
  setTimeout(() => {
    button.textContent = said;
  }, 2000);
}
