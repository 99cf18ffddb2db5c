/* Forms that a passkey fills in: shown where the browser has passkeys, sent when it has answered. */
import { answered, asked } from "./credential.js";

const can = Boolean(globalThis.PublicKeyCredential && navigator.credentials);

async function ask(form) {
  const field = form.elements.credential;
  const said = await fetch(form.dataset.begin, { method: "POST", body: new FormData(form) });
  if (!said.ok || said.redirected) return location.reload(); // the page knows why
  const options = asked(await said.json());
  const credentials = navigator.credentials;
  const credential = await (form.dataset.passkey === "create" ? credentials.create(options) : credentials.get(options));
  field.value = JSON.stringify(answered(credential));
  form.submit();
}

function wire(form) {
  const [button, trouble] = ["button", "[data-trouble]"].map((one) => form.querySelector(one));
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    trouble.hidden = true;
    button.disabled = true;
    try {
      await ask(form);
    } catch {
      trouble.hidden = false;
    } finally {
      button.disabled = false;
    }
  });
}

if (can) {
  for (const form of document.querySelectorAll("[data-passkey]")) wire(form);
  for (const none of document.querySelectorAll("[data-no-passkeys]")) none.hidden = true;
}
