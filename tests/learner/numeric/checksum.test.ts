import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checksumWithout, xxHash32 } from "#server/learner/numeric/checksum.ts";

/** Published values. */
const known: readonly (readonly [text: string, seed: number, hash: number])[] = [
  ["", 0, 0x02cc5d05],
  ["a", 0, 0x550d7456],
  ["abc", 0, 0x32d153ff],
  ["Nobody inspects the spammish repetition", 0, 0xe2293b2f],
];

describe("the checksum", () => {
  it.each(known)("of %j, seed %i, is that of xxHash32", (text, seed, hash) => {
    expect(xxHash32(new TextEncoder().encode(text), seed)).toBe(hash);
  });

  it("is the same wherever the bytes stand in memory", () => {
    const bytes = randomBytes(100);
    for (let start = 0; start < 8; start += 1) {
      const moved = new Uint8Array(120).subarray(start, start + bytes.length);
      moved.set(bytes);
      expect(xxHash32(moved, 7)).toBe(xxHash32(Uint8Array.from(bytes), 7));
    }
  });

  it("changes with each bit but those of its own four bytes", () => {
    for (const length of [24, 25, 40, 63]) {
      const bytes = randomBytes(length);
      for (const place of [0, 4, 20]) {
        const before = checksumWithout(bytes, place);
        for (let bit = 0; bit < 8 * length; bit += 1) {
          const changed = Uint8Array.from(bytes);
          changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
          const isOwn = bit >> 3 >= place && bit >> 3 < place + 4;
          expect(checksumWithout(changed, place) === before).toBe(isOwn);
        }
      }
    }
  });
});
