import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { checksumWithout } from "#server/learner/numbers/checksum.ts";

it("is the CRC-32 of all bytes but its own four, whatever is left over by eights", () => {
  for (let length = 24; length < 64; length += 1) {
    const bytes = randomBytes(length);
    for (const place of [0, 1, 20]) {
      const others = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 4)]);
      expect(checksumWithout(bytes, place)).toBe(crc32(others));
    }
  }
});
