import { ed25519 } from "@noble/curves/ed25519.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { LogError } from "../errors.ts";
import { keyId, type VerifierKey } from "./keys.ts";
import type { NoteSignature, SignedNote } from "./note.ts";

/** A checked signature. */
export type Verified = {
  readonly key: VerifierKey;
  /** POSIX seconds that a cosignature attests; null for a note's author. */
  readonly at: number | null;
};

/**
 * Returns which of these keys signed a note. Signatures of other keys are ignored.
 *
 * @throws LogError "note-signature" if a signature under one of these keys is forged: then the whole note is rejected
 */
export function verifyNote({ text, signatures }: SignedNote, keys: readonly VerifierKey[]): Verified[] {
  return keys.flatMap((key) => {
    const id = keyId(key);
    const own = signatures.filter((one) => one.name === key.name && one.keyId === id);
    return own.map((one) => verified(text, one, key)).slice(0, 1);
  });
}

/**
 * Returns the bytes that an Ed25519 cosignature signs: a line with its kind, a line with the time, the checkpoint's
 * text.
 */
export function cosignedBytes(text: string, at: number): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${at}\n${text}`);
}

function verified(text: string, { bytes }: NoteSignature, key: VerifierKey): Verified {
  const at = key.type === "ed25519" ? null : timeIn(bytes);
  const [signature, message] =
    at === null ? [bytes, utf8ToBytes(text)] : [bytes.slice(8), cosignedBytes(text, at)];
  // Returns false for bytes that are not a point of the curve.
  const isSigned = () => ed25519.verify(signature, message, hexToBytes(key.publicKey), { zip215: false });
  if (signature.length === 64 && isSigned()) return { key, at };
  throw new LogError("note-signature", `the signature of ${key.name} does not belong to this text`);
}

function timeIn(bytes: Uint8Array): number {
  if (bytes.length !== 72) throw new LogError("note-signature", "a cosignature has a time and 64 bytes");
  const at = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0);
  if (at > BigInt(Number.MAX_SAFE_INTEGER)) throw new LogError("note-signature", "the time is out of range");
  return Number(at);
}
