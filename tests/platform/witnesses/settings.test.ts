import { describe, expect, it } from "vitest";
import { verifierKeyText, verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { readWitnesses } from "#server/platform/witnesses/settings.ts";
import { fixedBytes } from "#tests/setup/app.ts";

const keyOf = (name: string, type: "ed25519" | "ed25519-cosignature" = "ed25519-cosignature") =>
  verifierKeyText(verifierOf({ name, type, secretKey: fixedBytes(name) }));
const read = (text: string | undefined) => readWitnesses({ EVENHAND_WITNESSES: text });

describe("EVENHAND_WITNESSES", () => {
  it("is empty unless set", () => {
    expect([read(undefined), read(""), read(" , ")]).toEqual([[], [], []]);
  });

  it("holds a key and an address for each witness", () => {
    const [a, b] = [keyOf("a.example"), keyOf("b.example")];
    const witnesses = read(`${a} https://a.example/,\n ${b}   http://127.0.0.1:3400/w`);
    expect(witnesses.map(({ key, address }) => [key, address])).toEqual([
      [a, "https://a.example"],
      [b, "http://127.0.0.1:3400/w"],
    ]);
  });

  it.each([
    ["no address", keyOf("a"), /a verifier key and an address/],
    ["an address of another kind", `${keyOf("a")} ftp://a.example`, /a verifier key and an address/],
    ["more than two words", `${keyOf("a")} https://a.example x`, /a verifier key and an address/],
    ["what is no key", "a+b+c https://a.example", /is no verifier key/],
    ["the key of a server", `${keyOf("a", "ed25519")} https://a.example`, /is no key of a witness/],
    ["one witness twice", `${keyOf("a")} http://a,${keyOf("a")} http://b`, /names a witness twice/],
  ])("with %s refuses to start with one sentence", (_, text, message) => {
    expect(() => read(text)).toThrow(StartError);
    expect(() => read(text)).toThrow(message);
  });
});
