import assert from "node:assert/strict";
import { answered, asked, bytes, text } from "../../static/js/credential.js";

Deno.test("bytes come through text unharmed, whatever they are", () => {
  for (let length = 0; length < 70; length++) {
    const some = Uint8Array.from({ length }, (_, place) => (place * 37 + length) % 256);
    assert.match(text(some), /^[\w-]*$/);
    assert.deepEqual(bytes(text(some)), some);
  }
});

Deno.test("what the server asks has bytes where the browser wants them, and the rest as it is", () => {
  const { publicKey } = asked({
    publicKey: {
      rp: { id: "localhost", name: "localhost" },
      challenge: "_-8",
      user: { id: "MQ", name: "Ann" },
      excludeCredentials: [{ type: "public-key", id: "AQI" }],
    },
  });
  assert.deepEqual(publicKey.challenge, Uint8Array.of(255, 239));
  assert.deepEqual(publicKey.user, { id: Uint8Array.of(49), name: "Ann" });
  assert.deepEqual(publicKey.excludeCredentials, [{ type: "public-key", id: Uint8Array.of(1, 2) }]);
  assert.equal(publicKey.rp.id, "localhost");
  assert.ok(!("allowCredentials" in publicKey));
});

Deno.test("what is asked to open names the passkeys that may", () => {
  const { publicKey } = asked({ publicKey: { challenge: "AA", allowCredentials: [{ type: "public-key", id: "AQ" }] } });
  assert.deepEqual(publicKey.allowCredentials, [{ type: "public-key", id: Uint8Array.of(1) }]);
  assert.ok(!("user" in publicKey));
});

Deno.test("an answer says what there is in it, as text", () => {
  const said = answered({
    id: "AQI",
    rawId: Uint8Array.of(1, 2).buffer,
    type: "public-key",
    authenticatorAttachment: null,
    getClientExtensionResults: () => ({ credProps: { rk: true } }),
    response: {
      clientDataJSON: Uint8Array.of(123, 125).buffer,
      attestationObject: Uint8Array.of(9).buffer,
      userHandle: null,
    },
  });
  assert.deepEqual(JSON.parse(JSON.stringify(said)), {
    id: "AQI",
    rawId: "AQI",
    type: "public-key",
    clientExtensionResults: { credProps: { rk: true } },
    response: { clientDataJSON: "e30", attestationObject: "CQ" },
  });
});
