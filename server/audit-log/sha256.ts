import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

type NodeCrypto = typeof import("node:crypto");

/** Node's own SHA-256 takes a tenth of the time. Without Node, as in a browser, JavaScript computes the same. */
const node: Pick<NodeCrypto, "hash" | "createHash"> | undefined =
  globalThis.process?.getBuiltinModule?.("node:crypto");

/** Node's Buffer, looked up at run time so that bundlers do not ship a substitute to browsers. */
const bytesInNode: typeof import("node:buffer").Buffer | undefined =
  globalThis.process?.getBuiltinModule?.("node:buffer")?.Buffer;

/** Returns SHA-256 as 64 lower-case hex digits; a text is hashed as its UTF-8 bytes. */
export function sha256Hex(data: string | Uint8Array): string {
  return node?.hash?.("sha256", data, "hex") ?? bytesToHex(sha256(bytesOf(data)));
}

/** Returns SHA-256 of the bytes that hex digits encode. @param hex lower case, an even number of digits */
export function sha256OfHex(hex: string): string {
  return sha256Hex(bytesOfHex(hex));
}

const blockSize = 64;

/**
 * Returns HMAC-SHA256 (RFC 2104) of a text, as hex. It uses two plain hashes; Node's own HMAC takes six times as long,
 * because it makes an object of every key.
 *
 * @param key at most 64 bytes as lower-case hex digits
 */
export function hmacHex(key: string, text: string): string {
  const bytes = bytesOfHex(key);
  const longest = blockSize + 3 * text.length;
  if (scratch.length < longest) scratch = new Uint8Array(longest);
  pad(scratch, bytes, 0x36);
  const { written } = utf8.encodeInto(text, scratch.subarray(blockSize));
  const inner = sha256Hex(scratch.subarray(0, blockSize + written));
  pad(outer, bytes, 0x5c);
  outer.set(bytesOfHex(inner), blockSize);
  return sha256Hex(outer);
}

const utf8 = new TextEncoder();
const outer = new Uint8Array(blockSize + 32);
let scratch = new Uint8Array(4_096);

function pad(block: Uint8Array, key: Uint8Array, by: number): void {
  block.fill(by, key.length, blockSize);
  // Stryker disable next-line EqualityOperator: the next step overwrites what is written past the key
  for (let at = 0; at < key.length; at++) block[at] = (key[at] as number) ^ by;
}

/** SHA-256 of data that arrives piece by piece. */
export type Hashing = { update(text: string): void; hex(): string };

export function hashing(): Hashing {
  const hash = node?.createHash("sha256");
  if (hash !== undefined)
    return { update: (text) => hash.update(text), hex: () => hash.copy().digest("hex") };
  const slow = sha256.create();
  return { update: (text) => slow.update(utf8ToBytes(text)), hex: () => bytesToHex(slow.clone().digest()) };
}

function bytesOfHex(hex: string): Uint8Array {
  return bytesInNode?.from(hex, "hex") ?? hexToBytes(hex);
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  if (typeof data !== "string") return data;
  return bytesInNode?.from(data) ?? utf8ToBytes(data);
}
