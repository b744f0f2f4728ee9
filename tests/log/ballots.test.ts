import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countingBallots } from "#server/log/ballots.ts";

const ballot = (seatId: string, version: number) => ({ seatId, version, says: `${seatId} v${version}` });
/** s1 sealed twice, s2 never, s3 twelve times; s9 sat in place of s2 before and sealed then. */
const sealed = [
  ballot("s1", 1),
  ballot("s1", 2),
  ballot("s9", 1),
  ...Array.from({ length: 12 }, (_, index) => ballot("s3", index + 1)),
];

describe("the ballots that count", () => {
  it("are the last version of each seat on the panel, by place", () => {
    expect(countingBallots(["s3", "s1"], sealed)).toEqual([ballot("s3", 12), ballot("s1", 2)]);
    expect(countingBallots(["s1", "s2", "s3"], sealed)).toEqual([ballot("s1", 2), null, ballot("s3", 12)]);
  });

  it("leave out who sits there no more, and nobody else", () => {
    expect(countingBallots(["s1", "s2"], sealed)).toEqual([ballot("s1", 2), null]);
    expect(countingBallots(["s1", "s9"], sealed)).toEqual([ballot("s1", 2), ballot("s9", 1)]);
    expect(countingBallots([], sealed)).toEqual([]);
    expect(countingBallots(["s1"], [])).toEqual([null]);
  });

  it("are the last versions in whatever order the ballots come (property)", () => {
    const seats = ["s1", "s2", "s3"];
    fc.assert(
      fc.property(fc.shuffledSubarray(sealed, { minLength: sealed.length }), (shuffled) => {
        expect(countingBallots(seats, shuffled)).toEqual([ballot("s1", 2), null, ballot("s3", 12)]);
      }),
      { numRuns: 20 },
    );
  });
});
