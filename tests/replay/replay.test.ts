/** The replay agrees with logs whose numbers were worked out by hand. */

import { describe, expect, it } from "vitest";
import { shareOf } from "./decision.ts";
import type { Body } from "./fixture.ts";
import { averageLog } from "./fixture-average.ts";
import { guardedLog } from "./fixture-guarded.ts";
import { IX, ixLog } from "./fixture-ix.ts";
import { KNOWN_END, knownLog } from "./fixture-known.ts";
import { paperLog } from "./fixture-paper.ts";
import { recordsLog } from "./fixture-records.ts";
import { replay } from "./replay.ts";

describe("replay of an honest log", () => {
  it("known mode: late, corrected and lost outcomes, a violation, a cancelled round, a replaced seat", () => {
    const { log } = knownLog();
    const report = replay(log.text(), log.features());
    expect(report.problems).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.chanceCount).toBe(10);
    expect(report.rounds.map(({ t }) => t)).toEqual([1, 2, 3, 3, 4]);
    expect(report.rounds.some(({ drawAtBoundary }) => drawAtBoundary)).toBe(false);
    expect(report.largestChanceDifference).toBeLessThan(1e-15);
    expect(report.erasedRounds).toEqual([]);
  });

  it("paper mode: conjunctions, draw at opening, halves when settled, no one selected", () => {
    const log = paperLog();
    const report = replay(log.text(), log.features());
    expect(report.problems).toEqual([]);
    expect(report.chanceCount).toBe(7);
    expect(report.largestChanceDifference).toBeLessThan(1e-15);
  });

  it("mode ix: parities, a correction, each label over p + g", () => {
    const log = ixLog();
    const report = replay(log.text(), log.features());
    expect(report.problems).toEqual([]);
    expect(report.chanceCount).toBe(5);
    expect(report.largestChanceDifference).toBeLessThan(1e-15);
  });

  it.each(["even", "rule"] as const)(
    "mode guarded, %s draw: a score, verdicts, cuts, a cancelled round, all kinds of labels",
    (way) => {
      const { log } = guardedLog(way);
      const report = replay(log.text(), log.features());
      expect(report.problems).toEqual([]);
      expect(report.chanceCount).toBe(14);
      expect(report.largestChanceDifference).toBeLessThan(1e-14);
      expect(report.rounds.map(({ t }) => t)).toEqual([1, 2, 3, 3, 4]);
    },
  );

  it("mode guarded, two verdicts that expire after two openings", () => {
    const { log } = guardedLog("even", "expired");
    const report = replay(log.text(), log.features());
    expect(report.problems).toEqual([]);
    expect(report.chanceCount).toBe(14);
    expect(report.largestChanceDifference).toBeLessThan(1e-14);
  });

  it("past records before the first round, and even draws at opening, one of which was never shown", () => {
    const log = recordsLog();
    const report = replay(log.text(), log.features());
    expect(report.problems).toEqual([]);
    expect(report.chanceCount).toBe(4);
    expect(report.largestChanceDifference).toBeLessThan(1e-15);
  });

  it("past the horizon: blocks, a multiplier, an averaged violation, null cells", () => {
    const log = averageLog();
    const report = replay(log.text(), log.features());
    expect(report.problems).toEqual([]);
    expect(report.rounds.map(({ round, t }) => [round, t])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
});

describe("replay of a log with false settings", () => {
  const problems = (learner: Body) => {
    const log = ixLog(learner);
    return replay(log.text(), log.features()).problems.map(({ what }) => what);
  };
  const { delta: _, ...withoutDelta } = IX;

  it("detects mode known instead of ix, another delta, and invalid settings of mode ix", () => {
    // Nothing depends on g before the first "no" is applied.
    expect(problems({ ...withoutDelta, mode: "known" })[0]).toBe("state hash");
    expect(problems({ ...IX, delta: "0.06" }).slice(0, 2)).toEqual(["state hash", "chance of p3"]);
    for (const wrong of [
      { ...withoutDelta },
      { ...IX, mode: "known" },
      { ...IX, delta: "0" },
      { ...IX, delta: "1" },
      { ...IX, horizon: null },
    ]) {
      expect(problems(wrong)[0]).toMatch(/delta|horizon/);
    }
    expect(problems({ ...IX, afterHorizon: "anytime" })).toEqual(["after the horizon"]);
  });

  it("detects another class over the same predicates", () => {
    for (const kind of ["conjunctions", "disjunctions"]) {
      const hypotheses = { ...(IX.hypotheses as Body), kind };
      expect(problems({ ...IX, hypotheses })).not.toEqual([]);
    }
  });
});

describe("erasure", () => {
  it("replays what does not depend on the erased person", () => {
    // p4 of round 2 had a lost outcome in known mode: nothing was ever charged for them.
    const { log, ended } = knownLog();
    log.erase("p4", KNOWN_END, ended.at(-1));
    const report = replay(log.text(), log.features(["p4"]));
    expect(report.problems).toEqual([]);
    expect(report.erasedRounds).toEqual([2]);
    expect(report.chanceCount).toBe(9);
  });

  it("lists the later rounds whose chances depend on the erased person", () => {
    const { log, ended } = knownLog();
    log.erase("p2", KNOWN_END, ended.at(-1));
    const report = replay(log.text(), log.features(["p2"]));
    expect(report.problems).toEqual([]);
    expect(report.erasedRounds).toEqual([1, 2, 3, 4, 5]);
    expect(report.rounds.map(({ largestChanceDifference }) => largestChanceDifference)).toEqual([
      0,
      null,
      null,
      null,
      null,
    ]);
  });

  it("detects features missing without an erasure, or present despite one", () => {
    const gone = knownLog().log;
    expect(replay(gone.text(), gone.features(["p5"])).problems.map(({ what }) => what)).toEqual([
      "features file: features of p5",
    ]);
    const stayed = knownLog().log;
    stayed.erase("p5", KNOWN_END, knownLog().ended.at(-1));
    expect(replay(stayed.text(), stayed.features()).problems.map(({ what }) => what)).toEqual([
      "features file: features of p5",
    ]);
  });
});

describe("needed flags", () => {
  it("are the smallest number that reaches the share", () => {
    const gamma = (numerator: number, denominator: number) => ({ numerator, denominator });
    expect(shareOf(gamma(1, 2), 3)).toBe(2);
    expect(shareOf(gamma(1, 3), 3)).toBe(1);
    expect(shareOf(gamma(2, 3), 3)).toBe(2);
    expect(shareOf(gamma(1, 1000), 5)).toBe(1);
    expect(shareOf(gamma(1, 1), 5)).toBe(5);
  });
});
