import { expect, it } from "vitest";
import { openSecret, sealSecret } from "#server/accounts/factors/secret-box.ts";
import { fixedSecrets } from "#tests/setup/app.ts";

const secrets = { ...fixedSecrets, accountKey: "ab".repeat(32) };
const [account, secret] = ["ada", "JBSWY3DPEHPK3PXP"];

it("opens texts sealed before this version: 12 bytes of nonce, the text, 16 bytes of tag", () => {
  const before = "6CUO6PVdOxOZsQAhpVgjeShlafON7Nz1sKz5zGPpq81HqG0cUxL6lvWgig0";
  expect(openSecret(secrets, account, before)).toBe(secret);
  expect(Buffer.from(sealSecret(secrets, account, secret), "base64url")).toHaveLength(
    12 + secret.length + 16,
  );
});

it("opens nothing for another account, with another key, or after a change", () => {
  const sealed = sealSecret(secrets, account, secret);
  expect(openSecret(secrets, account, sealed)).toBe(secret);
  expect(() => openSecret(secrets, "ben", sealed)).toThrow();
  expect(() => openSecret({ ...secrets, accountKey: "ac".repeat(32) }, account, sealed)).toThrow();
  const bytes = Buffer.from(sealed, "base64url");
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openSecret(secrets, account, changed.toString("base64url"))).toThrow();
  }
});
