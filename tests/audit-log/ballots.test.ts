import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { isVerdict, parseVerdicts } from "#server/audit-log/verdicts.ts";
import { codeOf } from "./log-error-code.ts";

const ballot = (seatId: string, version: number) => ({ seatId, version, says: `${seatId} v${version}` });
/** s1 sealed twice, s2 never, s3 twelve times; s9 sealed before s2 replaced it. */
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

  it("leave out only seats that were replaced", () => {
    expect(countingBallots(["s1", "s2"], sealed)).toEqual([ballot("s1", 2), null]);
    expect(countingBallots(["s1", "s9"], sealed)).toEqual([ballot("s1", 2), ballot("s9", 1)]);
    expect(countingBallots([], sealed)).toEqual([]);
    expect(countingBallots(["s1"], [])).toEqual([null]);
  });

  it("are the last versions for any order of ballots (property)", () => {
    const seats = ["s1", "s2", "s3"];
    fc.assert(
      fc.property(fc.shuffledSubarray(sealed, { minLength: sealed.length }), (shuffled) => {
        expect(countingBallots(seats, shuffled)).toEqual([ballot("s1", 2), null, ballot("s3", 12)]);
      }),
      { numRuns: 20 },
    );
  });
});

describe("the verdicts of a stored ballot", () => {
  it("are two positions and a word each", () => {
    const held = [
      [0, 1, "unfair"],
      [2, 0, "acceptable"],
      [0, 2 ** 53 - 1, "unsure"],
    ];
    expect(parseVerdicts(JSON.stringify(held))).toEqual(held);
    const places = [-1, 0.5, 2 ** 53, "0", null].flatMap((at) => [
      [at, 1, "unfair"],
      [0, at, "unfair"],
    ]);
    const others = [[], [0, 1], [0, 1, "fair"], [0, 1, null], null, 7, "unfair", {}];
    expect([...places, ...others].filter(isVerdict)).toEqual([]);
  });

  it("are all refused if one of them is invalid, or if they are not a list", () => {
    const codes = ['[[0,1,"unfair"],null]', "[null]", "null", '{"length":0}'].map((text) =>
      codeOf(() => parseVerdicts(text)),
    );
    expect(codes).toEqual(codes.map(() => "verdict-pair"));
  });
});
