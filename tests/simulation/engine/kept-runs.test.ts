import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import { fairComparators } from "#server/simulation/engine/comparator.ts";
import { openLedger } from "#server/simulation/engine/ledger.ts";
import { addRound, NO_ROUNDS, regrets } from "#server/simulation/engine/metrics.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { syntheticPopulation } from "#server/simulation/engine/worlds.ts";
import { loadSolver } from "#server/solver/highs.ts";
import { playAll, smallRun } from "./small-run.ts";

const everyHabit: readonly AuditorSpec[] = [
  { kind: "distance", weights: { east: 0.3, north: 0.1 }, cutOff: 0.2, slip: 0.1 },
  { kind: "distance", weights: { north: 0.2 }, wrong: 0.05, overlooks: 0.2 },
  { kind: "score", column: "east", range: 4, looksAt: 2 },
  { kind: "copy", of: 0 },
  { kind: "distance", weights: {}, isHostile: true },
  { kind: "silent" },
];
const learner: LearnerSpec = { ...smallRun.learner, roundSize: 4, horizon: 60 };
const half = { kind: "share", gamma: { numerator: 1, denominator: 2 } } as const;

/** Runs that cover every environment, delay, kind of auditor and mode, with the digest of their rounds. */
const runs: Record<string, [digest: string, changes: Partial<RunSpec>]> = {
  "people of a table, a panel that is redrawn, delays of any length": [
    "3de26982b729a26e",
    {
      environment: { kind: "passes" },
      panel: { auditors: everyHabit, selection: { how: "by-lot", size: 4 } },
      rule: half,
      outcomes: { delay: { kind: "geometric", mean: 2 }, lostShare: 0.2 },
    },
  ],
  "a slow drift and mode ix": [
    "d92d57486bc9924f",
    {
      environment: { kind: "drift", period: 7 },
      learner: { ...learner, mode: "ix", delta: "0.05", pairRule: "largest-gap", draw: "even" },
      outcomes: { delay: { kind: "fixed", rounds: 2 }, lostShare: 0.1 },
    },
  ],
  "a flip and mode guarded": [
    "906aba4103b851bd",
    {
      environment: { kind: "flip", after: 20 },
      learner: {
        ...learner,
        mode: "guarded",
        pairRule: "all",
        rejectedHalves: "at-close",
        draw: "even",
        guarded: DEFAULTS.guarded,
      },
      panel: { auditors: everyHabit },
      rule: half,
    },
  ],
  "blocks and mode paper": [
    "8cbfdc56e7b4c30b",
    {
      environment: { kind: "blocks" },
      learner: { ...learner, mode: "paper", pairRule: "most-flags" },
    },
  ],
  "an adversary and FTPL": [
    "180e39630f3d3af2",
    {
      environment: { kind: "against" },
      learner: { ...learner, learner: "ftpl", resampleCount: 50 },
      showing: ({ eligible }) => ({ asked: eligible.slice(1), queueOf: () => eligible.toReversed() }),
      panel: { auditors: everyHabit.slice(0, 3) },
      rule: { kind: "at-least", flags: 1 },
    },
  ],
};

const specOf = (name: string): RunSpec => ({ ...smallRun, seed: 7, learner, ...runs[name]?.[1] });
const digest = (value: unknown) =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

const solve = await loadSolver();

// A stored spec repeats its run with the same people, flags and chances: published figures depend on it.
// A deliberate change of these digests changes the runs of all stored specs, and must say so.
describe("a stored run gives the same result when repeated", () => {
  it.each(Object.keys(runs))("with %s", (name) => {
    const said = playAll(specOf(name), 60).map((round) => [
      ...[round.kinds, round.labels, round.chances, round.decisions, round.fairnessWeight, round.guard],
      ...[round.flags, round.violations.map(({ high, low, weight }) => [high, low, weight])],
      ...[[...round.pivotal], round.eligibleCount, round.askedCount, round.isUnfair],
    ]);
    expect(digest(said)).toBe(runs[name]?.[0]);
  });

  it.each([
    [
      "people of a table, a panel that is redrawn, delays of any length",
      {
        rounds: 60,
        people: 240,
        error: 81.659891,
        drawnErrors: 71,
        violatingRounds: 38,
        unfairRounds: 38,
        judgedRounds: 45,
        cutRounds: 0,
        cutViolatingRounds: 0,
        spent: 0,
        violatingPairs: 103,
        lagrangian: 97.236735,
        weightedUnfair: 43.37469,
        accepted: 166.275233,
        yes: 177,
      },
      {
        error: 20.053634,
        unfair: 38,
        lagrangian: 34.236735,
        errorToBestRule: 44.659891,
        comparatorError: 61.606256,
        bestRuleError: 37,
        lemmaLeft: 22.222369,
        comparatorAccepted: 0.991066,
        pairsUsed: 5,
        pairCount: 30,
      },
      [
        [33, 7, 7.229115],
        [35, 5, 8.941274],
        [31, 9, 8.941274],
        [36, 4, 9.131514],
        [35, 5, 9.131514],
        [7, 33, -43.37469],
      ],
    ],
    [
      "a flip and mode guarded",
      {
        rounds: 60,
        people: 240,
        yes: 102,
        error: 110.259304,
        drawnErrors: 116,
        violatingRounds: 6,
        unfairRounds: 8,
        judgedRounds: 30,
        cutRounds: 0,
        cutViolatingRounds: 0,
        spent: 3.556881,
        violatingPairs: 8,
        lagrangian: 110.259304,
        weightedUnfair: 0,
        accepted: 156.311456,
      },
      {
        error: 8.474533,
        unfair: 6,
        lagrangian: 8.474533,
        errorToBestRule: 11.259304,
        comparatorError: 101.784771,
        bestRuleError: 99,
        lemmaLeft: 8.474533,
        comparatorAccepted: 0.021822,
        pairsUsed: 8,
        pairCount: 30,
      },
      [
        [11, 19, 0],
        [20, 28, 0],
        [10, 31, 0],
        [27, 16, 0],
        [26, 27, 0],
        [8, 17, 0],
      ],
    ],
  ])("in sums and regrets, with %s", (name, sums, regretted, contexts) => {
    const { learner } = specOf(name);
    const rounds = playAll(specOf(name), 60);
    const ledger = openLedger(hypothesisClass(learner.columns, learner.hypotheses));
    for (const round of rounds) ledger.add(round);
    const added = rounds.reduce(addRound, NO_ROUNDS);
    const near = (values: object) =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value.toFixed(6))]));
    expect(near(added)).toEqual(sums);
    expect(near(regrets(added, ledger, fairComparators(ledger, 0.05, solve), 0.05))).toEqual(regretted);
    // Each of six contexts with each other.
    expect(ledger.pairs()).toHaveLength(30);
    expect(ledger.contexts.map(({ bits, ...counts }) => Object.values(near(counts)))).toEqual(contexts);
  });

  it("in the same synthetic world", () => {
    expect(digest(syntheticPopulation({ types: 5, rules: 7, seed: 3 }))).toBe("0a8fa1b39538f788");
  });
});
