import { isLittleEndian } from "./doubles.ts";

/** The primes of xxHash32. */
const P1 = 0x9e3779b1;
const P2 = 0x85ebca77;
const P3 = 0xc2b2ae3d;
const P4 = 0x27d4eb2f;
const P5 = 0x165667b1;

/**
 * xxHash32 of all bytes after the four of the checksum, seeded by the hash of the bytes before it. It detects
 * accidents, and is no commitment.
 *
 * @param place the offset of the checksum
 * Cost: O(bytes), sixteen at a time.
 */
export function checksumWithout(bytes: Uint8Array, place: number): number {
  return xxHash32(bytes.subarray(place + 4), xxHash32(bytes.subarray(0, place), 0));
}

/**
 * xxHash32, as its author Yann Collet specifies it.
 *
 * @param seed 32 bits
 * @returns 32 bits, >= 0
 * @internal
 */
export function xxHash32(bytes: Uint8Array, seed: number): number {
  const { length } = bytes;
  const words = wordsOf(bytes);
  const inStripes = length - (length % 16);
  let hash = (seed + P5) | 0;
  if (inStripes > 0) {
    let [a, b, c, d] = [(seed + P1 + P2) | 0, (seed + P2) | 0, seed | 0, (seed - P1) | 0];
    for (let i = 0; i < inStripes / 4; i += 4) {
      a = mixed(a, words[i] as number);
      b = mixed(b, words[i + 1] as number);
      c = mixed(c, words[i + 2] as number);
      d = mixed(d, words[i + 3] as number);
    }
    hash = (rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18)) | 0;
  }
  hash = (hash + length) | 0;
  for (let i = inStripes / 4; i < words.length; i += 1) {
    hash = Math.imul(rotated((hash + Math.imul(words[i] as number, P3)) | 0, 17), P4);
  }
  for (let i = 4 * words.length; i < length; i += 1) {
    hash = Math.imul(rotated((hash + Math.imul(bytes[i] as number, P5)) | 0, 11), P1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), P2);
  hash = Math.imul(hash ^ (hash >>> 13), P3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function mixed(lane: number, word: number): number {
  return Math.imul(rotated((lane + Math.imul(word, P2)) | 0, 13), P1);
}

function rotated(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

/**
 * Returns the whole words of some bytes, little-endian. They are copied where the machine cannot read them in place.
 */
function wordsOf(bytes: Uint8Array): Int32Array {
  const count = bytes.length >> 2;
  if (isLittleEndian && bytes.byteOffset % 4 === 0)
    return new Int32Array(bytes.buffer, bytes.byteOffset, count);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int32Array.from({ length: count }, (_, i) => view.getInt32(4 * i, true));
}
