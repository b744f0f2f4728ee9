import { createHash, createHmac } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { hashing, hmacHex, sha256Hex, sha256OfHex } from "#server/audit-log/sha256.ts";

const texts = ["", "abc", "ä€𝄞", "x".repeat(10_000)];
const key = Buffer.from(Uint8Array.from({ length: 32 }, (_, at) => 7 * at)).toString("hex");

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The module as loaded in a browser, without Node. */
async function inBrowser() {
  vi.stubGlobal("process", undefined);
  vi.resetModules();
  return import("#server/audit-log/sha256.ts");
}

it("is equal with and without Node", async () => {
  const browser = await inBrowser();
  vi.unstubAllGlobals();
  for (const text of texts) {
    const expected = createHash("sha256").update(text).digest("hex");
    const bytes = new TextEncoder().encode(text);
    for (const one of [sha256Hex, browser.sha256Hex])
      expect([one(text), one(bytes)]).toEqual([expected, expected]);
    const hex = Buffer.from(bytes).toString("hex");
    expect([sha256OfHex(hex), browser.sha256OfHex(hex)]).toEqual([expected, expected]);
    const signed = createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("hex");
    expect([hmacHex(key, text), browser.hmacHex(key, text)]).toEqual([signed, signed]);
  }
});

it("accepts chunks, and gives the hash so far", async () => {
  const browser = await inBrowser();
  vi.unstubAllGlobals();
  for (const hash of [hashing(), browser.hashing()]) {
    hash.update("a");
    expect(hash.hex()).toBe(createHash("sha256").update("a").digest("hex"));
    hash.update("bc");
    expect(hash.hex()).toBe(createHash("sha256").update("abc").digest("hex"));
  }
});
