import { canonicalJson } from "./canonical.ts";
import { LogError } from "./errors.ts";
import { hex64Pattern } from "./hex.ts";
import { hmacHex, sha256Hex } from "./sha256.ts";

/** The purpose of a tagged hash. Each tag has one meaning, so a hash made for one purpose never passes for another. */
export type HashTag =
  | "guidelines"
  | "nonce"
  | "shown"
  | "ballot"
  | "seat-key"
  | "seed-link"
  | "seed-tree"
  | "noise"
  | "queue"
  | "docket"
  | "round-people"
  | "panel"
  | "panel-lot"
  | "lottery"
  | "round-inputs"
  | "draw-order"
  | "draw-commitment"
  | "resamples"
  | "state";

/**
 * H(tag, a, b, ...) = SHA-256 of {@link taggedText}.
 *
 * @returns 64 lower-case hex digits
 * @throws LogError what canonicalJson throws
 */
export function taggedHash(tag: HashTag, ...parts: readonly unknown[]): string {
  return sha256Hex(taggedText(tag, ...parts));
}

/**
 * Computes {@link taggedHash} of many messages with a common beginning that end in whole numbers. It takes a third of the
 * time, because the common beginning is written once.
 */
export function taggedHashes(
  tag: HashTag,
  ...parts: readonly unknown[]
): (...numbers: readonly number[]) => string {
  const begun = taggedText(tag, ...parts).slice(0, -1);
  return (...numbers) => sha256Hex(`${begun},${numbers.join(",")}]`);
}

/**
 * Returns the canonical JSON array ["evenhand/1/" + tag, a, b, ...], for callers that hash it in another way.
 *
 * @throws LogError what canonicalJson throws
 */
export function taggedText(tag: HashTag, ...parts: readonly unknown[]): string {
  return canonicalJson([`evenhand/1/${tag}`, ...parts]);
}

/**
 * Returns K(key, message) = HMAC-SHA256 with the bytes of `key` over the canonical JSON of `message`.
 *
 * @param key 32 bytes as 64 lower-case hex digits
 * @returns 64 lower-case hex digits
 * @throws LogError "not-hex"; what canonicalJson throws
 */
export function keyedHash(key: string, message: unknown): string {
  return hmacHex(asHex(key), canonicalJson(message));
}

/**
 * Returns the hash of an entry: a leaf of RFC 6962, SHA-256 of the byte 0x00 and the line.
 *
 * @param line the canonical text of the entry, without its LF
 * @returns 64 lower-case hex digits
 */
export function entryHash(line: string): string {
  // U+0000 is the byte 0x00 in UTF-8.
  return sha256Hex(`\0${line}`);
}

/**
 * Returns the text if it is 32 bytes in lower-case hex, as the format requires of hashes, keys, salts, nonces and
 * links.
 *
 * @throws LogError "not-hex"; the message omits the text, which may be a secret
 */
export function asHex(text: string): string {
  if (!hex64Pattern.test(text)) {
    throw new LogError("not-hex", "expected 64 lower-case hex digits");
  }
  return text;
}
