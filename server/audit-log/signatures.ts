import { ed25519 } from "@noble/curves/ed25519.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** The signature check that a verifier uses: {@link isSigned}, or a faster function with the same answers. */
export type IsSigned = (key: string, text: string, signature: string) => boolean;

/**
 * Checks whether an Ed25519 key signed exactly this text, RFC 8032.
 *
 * @param key       32 bytes, hex
 * @param signature 64 bytes, hex
 * Cost: about a millisecond.
 */
export function isSigned(key: string, text: string, signature: string): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), utf8ToBytes(text), hexToBytes(key), { zip215: false });
  } catch {
    // The bytes are not a point of the curve.
    return false;
  }
}
