/** The signature of a public number (docs/log-format-beacon.md, section 1), as the equation of two pairings. */

import { createHash } from "node:crypto";
import { bls12_381 as bls } from "@noble/curves/bls12-381.js";

const DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** Answers by key, number and signature: the equation takes 50 ms, and tests replay logs that differ in one place. */
const answers = new Map<string, boolean>();

export function isNumber(key: string, number: number, signature: string): boolean {
  const question = `${key} ${number} ${signature}`;
  const answer = answers.get(question) ?? holds(key, number, signature);
  answers.set(question, answer);
  return answer;
}

function holds(key: string, number: number, signature: string): boolean {
  if (!/^[0-9a-f]{96}$/.test(signature)) return false;
  try {
    const [left, right] = [bls.G1.Point.fromHex(signature), bls.G2.Point.fromHex(key)];
    for (const point of [left, right]) point.assertValidity();
    if (left.is0() || right.is0() || !left.isTorsionFree() || !right.isTorsionFree()) return false;
    // one text a point
    if (left.toHex(true) !== signature) return false;
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(number));
    const message = createHash("sha256").update(bytes).digest();
    const hashed = bls.G1.Point.fromAffine(bls.G1.hashToCurve(message, { DST }).toAffine());
    const { Fp12 } = bls.fields;
    return Fp12.eql(bls.pairing(left, bls.G2.Point.BASE), bls.pairing(hashed, right));
  } catch {
    // no point
    return false;
  }
}
