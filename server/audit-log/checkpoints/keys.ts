import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { LogError } from "../errors.ts";
import { asHex } from "../hash.ts";
import { fromBase64, toBase64 } from "./base64.ts";

/** The supported signature types of C2SP signed-note, by their byte. */
export const keyTypes = { ed25519: 0x01, "ed25519-cosignature": 0x04 } as const;

export type KeyType = keyof typeof keyTypes;

/** A key with which signatures are checked. */
export type VerifierKey = {
  /** Usually a URL without its scheme. */
  readonly name: string;
  readonly type: KeyType;
  /** 32 bytes in hex. */
  readonly publicKey: string;
};

/** A key that signs: the secret key is 32 bytes in hex. */
export type Signer = { readonly name: string; readonly type: KeyType; readonly secretKey: string };

const textPattern = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u;

/** Returns the verifier key of a signer. @throws LogError "not-hex", "key-shape" */
export function verifierOf({ name, type, secretKey }: Signer): VerifierKey {
  const publicKey = bytesToHex(ed25519.getPublicKey(hexToBytes(asHex(secretKey))));
  return { name: asKeyName(name), type, publicKey };
}

/**
 * Returns the key id that a signature line carries: the first four bytes of SHA-256 of name, LF, type byte and public
 * key, as hex.
 */
export function keyId(key: VerifierKey): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`${key.name}\n`), typedKey(key)))).slice(0, 8);
}

/** Returns a verifier key as text: name+id+base64. */
export function verifierKeyText(key: VerifierKey): string {
  return `${key.name}+${keyId(key)}+${toBase64(typedKey(key))}`;
}

/** @throws LogError "key-shape" unless the text is a verifier key of a known type and names its own id */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = "", id, encoded = ""] = textPattern.exec(text) ?? [];
  if (id === undefined) throw new LogError("key-shape", "a verifier key is written name+id+base64");
  const [byte, ...bytes] = fromBase64(encoded);
  const type = (Object.keys(keyTypes) as KeyType[]).find((one) => keyTypes[one] === byte);
  if (type === undefined) throw new LogError("key-shape", `keys of type ${byte} are not supported`);
  if (bytes.length !== 32) throw new LogError("key-shape", "an Ed25519 key has 32 bytes");
  const key = { name: asKeyName(name), type, publicKey: bytesToHex(Uint8Array.from(bytes)) };
  if (keyId(key) !== id)
    throw new LogError("key-shape", `the key's id is ${keyId(key)}, but the text has ${id}`);
  return key;
}

/** @throws LogError "key-shape" if the name is empty or contains spaces, control characters or `+` */
export function asKeyName(name: string): string {
  if (/^[^\s\p{Cc}+]+$/u.test(name) && name.isWellFormed()) return name;
  throw new LogError("key-shape", "the name of a key has no spaces and no +");
}

function typedKey({ type, publicKey }: VerifierKey): Uint8Array {
  return concatBytes(Uint8Array.of(keyTypes[type]), hexToBytes(publicKey));
}
