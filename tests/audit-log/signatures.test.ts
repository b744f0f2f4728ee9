import { generateKeyPairSync, sign } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { expect, it } from "vitest";
import { isSigned } from "#server/audit-log/signatures.ts";
import { isSignedFast } from "#server/cli/fast-signatures.ts";
import { isSignedBy } from "#server/rounds/judging/signatures.ts";
import { isSigned as isSignedInReplay } from "#tests/replay/hashes.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
const text = '["evenhand/1/ballot",1]';
const signature = sign(null, Buffer.from(text), privateKey).toString("hex");

/** Checks a signature with the server's, the browser's, the command line's and the second implementation's code. */
function answersFor(...[byKey, ofText, signed]: readonly [string, string, string]) {
  return [
    isSignedBy(byKey, ofText, signed),
    isSigned(byKey, ofText, signed),
    isSignedFast(byKey, ofText, signed),
    isSignedInReplay(byKey, signed, "ballot", Number(JSON.parse(ofText)[1])),
  ];
}

it("gets the same answer from all implementations", () => {
  expect(answersFor(key, text, signature)).toEqual([true, true, true, true]);
  expect(answersFor(key, '["evenhand/1/ballot",2]', signature)).toEqual([false, false, false, false]);
  expect(answersFor(key, text, signature.replace(/^../, "00"))).toEqual([false, false, false, false]);
  expect(answersFor(key, text, signature.slice(2))).toEqual([false, false, false, false]);
  expect(answersFor(key, text, withOrder(signature))).toEqual([false, false, false, false]);
});

it("is refused for keys under which one signature fits many texts", () => {
  const points = ed25519.Point;
  const torsion = points.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", true);
  const small = Array.from({ length: 8 }, (_, n) =>
    (n === 0 ? points.ZERO : torsion.multiply(BigInt(n))).toHex(),
  );
  const spelled = [`ee${"ff".repeat(30)}7f`, `ed${"ff".repeat(30)}ff`, `01${"00".repeat(30)}80`];
  expect(new Set(small).size).toBe(8);
  for (const odd of [...small, ...spelled]) {
    // R is the neutral point and s is 0: valid for every text whose hash is a multiple of the order.
    const forged = `01${"00".repeat(63)}`;
    for (let n = 0; n < 16; n += 1) {
      expect(answersFor(odd, `["evenhand/1/ballot",${n}]`, forged)).toEqual([false, false, false, false]);
    }
  }
});

/** Adds the order of the group to s: the same point, but another signature. */
function withOrder(signature: string): string {
  const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
  const s = BigInt(`0x${Buffer.from(signature.slice(64), "hex").reverse().toString("hex")}`) + order;
  const bytes = Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse();
  return signature.slice(0, 64) + bytes.toString("hex");
}
