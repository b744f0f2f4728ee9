import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import type { BeaconChain } from "../beacon-chain.ts";

const { Signature, hash, verify } = bls12_381.shortSignatures;
const domain = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

export type IsBeaconSignature = (chain: BeaconChain, round: number, signature: string) => boolean;

/**
 * Checks that this is the only valid signature of a round of the chain: BLS in G1 over SHA-256 of the round's number. A
 * key and a round have exactly one valid point, and a point has exactly one encoding that passes here. So a signer
 * cannot choose among several.
 *
 * @param signature as relays give it, 96 lower-case hex digits
 * Cost: 50 ms.
 */
export function isBeaconSignature({ key }: BeaconChain, round: number, signature: string): boolean {
  try {
    // fromHex accepts only points of the group.
    const point = Signature.fromHex(signature);
    const isOnly = !point.is0() && Signature.toHex(point) === signature;
    return isOnly && verify(point, hash(messageOf(round), domain), hexToBytes(key));
  } catch {
    // The signature or the key is not a point of the curve.
    return false;
  }
}

/**
 * SHA-256 of the round's number as eight bytes, big-endian.
 * @internal
 */
export function messageOf(round: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return sha256(bytes);
}
