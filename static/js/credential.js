/* What a passkey is asked and answers, between the JSON of the server and the bytes of the browser. Pure. */

/* base64url, without padding, as bytes. */
export function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/* Bytes as base64url, without padding. */
export function text(buffer) {
  const plain = [...new Uint8Array(buffer)].map((one) => String.fromCharCode(one)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const known = (list) => list?.map((one) => ({ ...one, id: bytes(one.id) }));

/* What the server asks, as the browser wants it. */
export function asked({ publicKey }) {
  const { challenge, user, excludeCredentials, allowCredentials } = publicKey;
  const options = { ...publicKey, challenge: bytes(challenge) };
  if (user) options.user = { ...user, id: bytes(user.id) };
  if (excludeCredentials) options.excludeCredentials = known(excludeCredentials);
  if (allowCredentials) options.allowCredentials = known(allowCredentials);
  return { publicKey: options };
}

const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

/* What the browser answers, as the server wants it. */
export function answered(credential) {
  const { response } = credential;
  const said = Object.fromEntries(PARTS.filter((part) => response[part]).map((part) => [part, text(response[part])]));
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: said,
  };
}
