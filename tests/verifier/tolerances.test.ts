/** How many points an auditor called still acceptable: the verifier and the replay find what contradicts the verdict. */

import { describe, expect, it } from "vitest";
import { sealed } from "#tests/replay/fixture.ts";
import { auditLog } from "#tests/replay/fixture-audit.ts";
import type { Verdict } from "#tests/replay/fixture-ballots.ts";
import { replay } from "#tests/replay/replay.ts";
import { verified } from "#tests/setup/verify.ts";

/** Of logs that are whole but for this: every hash, commitment and signature is right. */
function found(said: Verdict, asksTolerance = true) {
  const log = auditLog({ said, asksTolerance });
  const { problems } = verified({ log: log.text(), features: log.features(), totals: "" });
  return {
    verifier: problems.map(({ what, found }) => `${what}: ${found}`),
    replay: replay(log.text(), log.features()).problems.map(({ what }) => what),
  };
}

const nothing = { verifier: [], replay: [] };

describe("a tolerance in an opened ballot", () => {
  it("holds where it agrees with its verdict, at the limit too", () => {
    expect(found([0, 1, "acceptable", 38])).toEqual(nothing);
    expect(found([0, 1, "unfair", 37])).toEqual(nothing);
    expect(found([0, 1, "acceptable"])).toEqual(nothing);
    expect(found([0, 1, "unsure"])).toEqual(nothing);
  });

  it.each<[string, Verdict]>([
    ["unfair within it", [0, 1, "unfair", 38]],
    ["acceptable beyond it", [0, 1, "acceptable", 37]],
    ["not sure", [0, 1, "unsure", 38]],
  ])("is found beside %s", (_, said) => {
    expect(found(said)).toEqual({
      verifier: [`ballot: positions 0 and 1 are called ${said[2]} with a tolerance of ${said[3]} points`],
      replay: ["tolerance of a verdict"],
    });
  });

  it("is found in a study that asks for none", () => {
    expect(found([0, 1, "acceptable", 38], false)).toEqual({
      verifier: ["ballot: this study asks for no tolerance"],
      replay: ["tolerance of a verdict"],
    });
  });

  it.each([101, -1])("is no number of points: %s", (points) => {
    const { verifier, replay } = found([0, 1, "acceptable", points]);
    expect(verifier).not.toEqual([]);
    expect(replay).not.toEqual([]);
  });
});

describe("a panel asked for tolerances", () => {
  /** The gap is 0.375, and alpha 0.5. */
  const asked = { round: 3, pairs: [[0, 1]] };

  function problems(said: Verdict, question: typeof asked = asked) {
    const log = auditLog({ said, asked: question });
    const verifier = verified({ log: log.text(), features: log.features(), totals: "" }).problems;
    const { problems: replayed } = replay(log.text(), log.features());
    const first = (found: readonly { readonly seq: number }[]) => found[0]?.seq ?? null;
    expect(first(verifier)).toBe(first(replayed));
    return [verifier[0]?.what, replayed[0]?.what];
  }

  it("may be the reason why a round stays open that would close at once", () => {
    const log = auditLog({ said: [0, 1, "acceptable", 38], asked, closesWithoutPairs: true });
    const check = (text: string) => [
      verified({ log: text, features: log.features(), totals: "" }).problems,
      replay(text, log.features()).problems,
    ];
    expect(check(log.text())).toEqual([[], []]);
    // A log may end after any entry.
    const opening = log.entries.findLastIndex(({ type }) => type === "round.opened");
    expect(check(sealed(log.entries.slice(0, opening + 1)))).toEqual([[], []]);
  });

  it("answers with a number, which is never a flag", () => {
    expect(problems([0, 1, "acceptable", 38])).toEqual([undefined, undefined]);
    expect(problems([0, 1, "unfair", 37])).toEqual([undefined, undefined]);
  });

  it.each<[string, Verdict]>([
    ["no number", [0, 1, "acceptable"]],
    ["a number that contradicts the word", [0, 1, "acceptable", 37]],
    ["not sure", [0, 1, "unsure", 38]],
    ["the pair the other way round", [1, 0, "acceptable", 38]],
  ])("is refused by both at the ballot: %s", (_, said) => {
    expect(problems(said)).not.toContain(undefined);
  });

  it.each<[string, typeof asked]>([
    ["another pair", { round: 3, pairs: [[1, 0]] }],
    ["no pair of the round", { round: 3, pairs: [[0, 2]] }],
    [
      "a pair twice",
      {
        round: 3,
        pairs: [
          [0, 1],
          [0, 1],
        ],
      },
    ],
    ["another round", { round: 2, pairs: [[0, 1]] }],
  ])("is refused by both at the question: %s", (_, question) => {
    expect(problems([0, 1, "acceptable", 38], question)).not.toContain(undefined);
  });
});
