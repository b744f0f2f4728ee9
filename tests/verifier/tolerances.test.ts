/** How many points an auditor called still acceptable: the verifier and the replay find what contradicts the verdict. */

import { describe, expect, it } from "vitest";
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
