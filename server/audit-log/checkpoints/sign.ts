import { ed25519 } from "@noble/curves/ed25519.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { asHex } from "../hash.ts";
import { keyId, type Signer, verifierOf } from "./keys.ts";
import type { NoteSignature } from "./note.ts";
import { cosignedBytes } from "./verify.ts";

/**
 * Signs a note's text as its author (type 0x01): Ed25519 over the text.
 *
 * @param text ends with LF
 * @throws LogError "not-hex", "key-shape"
 */
export function signNote(text: string, signer: Signer & { readonly type: "ed25519" }): NoteSignature {
  return signatureOf(signer, ed25519.sign(utf8ToBytes(text), secretOf(signer)));
}

/**
 * Signs a checkpoint as a witness (type 0x04): at that time it was the largest consistent tree of its origin that the
 * witness had seen.
 *
 * @param at POSIX seconds
 */
export function cosign(
  text: string,
  signer: Signer & { readonly type: "ed25519-cosignature" },
  at: number,
): NoteSignature {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(at));
  return signatureOf(signer, concatBytes(time, ed25519.sign(cosignedBytes(text, at), secretOf(signer))));
}

function signatureOf(signer: Signer, bytes: Uint8Array): NoteSignature {
  const key = verifierOf(signer);
  return { name: key.name, keyId: keyId(key), bytes };
}

function secretOf({ secretKey }: Signer): Uint8Array {
  return hexToBytes(asHex(secretKey));
}
