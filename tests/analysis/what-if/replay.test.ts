import { describe, expect, test } from "vitest";
import { estimatePlayed } from "#server/analysis/what-if/estimates.ts";
import { ErasedPersonError, replay } from "#server/analysis/what-if/replay.ts";
import { summariseReplays } from "#server/analysis/what-if/summary.ts";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec, PanelRule } from "#server/learner/config/spec.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { share } from "#tests/learner/fixtures.ts";
import { playAll, smallRun } from "#tests/simulation/engine/small-run.ts";
import { asLogged, eventsOf, playedWithEverythingKnown, playedWithTolerances } from "./simulated.ts";

const known: LearnerSpec = smallRun.learner;
const guarded: LearnerSpec = {
  ...known,
  mode: "guarded",
  horizon: null,
  afterHorizon: "anytime",
  pairRule: "all",
  rejectedHalves: "at-close",
  prior: { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare },
  draw: "even",
  guarded: DEFAULTS.guarded,
};
const learners: readonly [string, LearnerSpec][] = [
  ["Exp2", known],
  ["Exp2, T unknown", { ...known, horizon: null, afterHorizon: "anytime", rejectedHalves: "at-close" }],
  ["mode ix, even draw", { ...known, mode: "ix", delta: DEFAULTS.delta, draw: "even" }],
  ["mode paper", { ...known, mode: "paper", pairRule: "largest-gap" }],
  ["mode guarded", guarded],
  ["FTPL", { ...known, learner: "ftpl", resampleCount: 50, omegaMultiplier: "16" }],
  ["FTPL, mode paper", { ...known, learner: "ftpl", mode: "paper", pairRule: "largest-gap", horizon: 50 }],
];

/** Auditors whose verdicts depend on labels and chance, never on the policy: each seat has a fixed verdict on every pair. */
const auditors: readonly AuditorSpec[] = [0.3, 0.5, 0.7].map((wrong) => ({
  kind: "distance",
  weights: {},
  isHostile: true,
  wrong,
}));
const anyOf: PanelRule = {
  kind: "any",
  rules: [
    { kind: "auditor", auditor: 0 },
    { kind: "at-least", flags: 3 },
  ],
};

describe("the replay of a learner", () => {
  test.each(learners)("%s: equals a new run with the same seed", (_, learner) => {
    const spec: RunSpec = { ...smallRun, learner, panel: { auditors } };
    const { played, ...history } = playedWithEverythingKnown(spec, 40);
    let others = 0;
    for (const [alpha, rule] of [
      ["0.1", share(1, 3)],
      ["0.25", anyOf],
    ] as const) {
      const fresh = playAll({ ...spec, rule, learner: { ...learner, alpha } }, 40);
      const replayed = [...replay({ ...history, spec: learner, setting: { alpha, rule } })];
      expect(replayed.map(({ chances }) => chances)).toEqual(fresh.map(({ chances }) => chances));
      expect(replayed.map(({ decisions }) => decisions)).toEqual(fresh.map(({ decisions }) => decisions));
      expect(replayed.map(({ reported }) => reported)).toEqual(fresh.map(({ violations }) => violations));
      expect(replayed.every(({ unjudgedCount }) => unjudgedCount >= 0)).toBe(true);
      others += fresh.filter(({ chances }, i) => String(chances) !== String(played[i]?.chances)).length;
    }
    // The played run differs; in mode paper FTPL has learned nothing visible after 40 rounds.
    const isStill = learner.learner === "ftpl" && learner.mode === "paper";
    expect(others).toBeGreaterThanOrEqual(isStill ? 0 : 20);
  });

  test.each(learners)("%s: equals a new run for panels that state tolerances", (_, learner) => {
    const { population } = smallRun;
    // Odd distances with the limit, where FTPL's chances lie even points apart: nothing depends on the last bit of a double.
    const inPoints = population.kinds.map((kind) => ({
      ...kind,
      shown: kind.shown?.map((cell) => String(Math.round(Number(cell) * 50) / 50)) ?? [],
    }));
    const auditors: readonly AuditorSpec[] = [{ east: 1 }, { north: 1 }, { east: 1, north: 1 }].map(
      (weights) => ({ kind: "distance", weights }),
    );
    const alpha = "0.11";
    const spec: RunSpec = {
      ...smallRun,
      learner: { ...learner, alpha },
      population: { ...population, kinds: inPoints },
      panel: { auditors },
    };
    const { played, ...history } = playedWithTolerances(spec, 40);
    const setting = { alpha, rule: share(1, 3) };
    const fresh = playAll({ ...spec, rule: setting.rule }, 40);
    const replayed = [...replay({ ...history, spec: spec.learner, setting })];
    expect(replayed.map(({ chances }) => chances)).toEqual(fresh.map(({ chances }) => chances));
    expect(replayed.map(({ reported }) => reported)).toEqual(fresh.map(({ violations }) => violations));
    const { askedCount, statedCount, turnedCount } = summariseReplays(replayed);
    expect(statedCount).toBe(3 * askedCount);
    // Mode paper has learned too little in 40 rounds to change any verdict.
    const isStill = learner.mode === "paper";
    expect(turnedCount > 0).toBe(!isStill);
    const words = history.rounds.map((round) => ({
      ...round,
      pairs: round.pairs.map(([high, low, flags]) => [high, low, flags] as const),
    }));
    const byWords = [...replay({ ...history, rounds: words, spec: spec.learner, setting })];
    expect(summariseReplays(byWords)).toMatchObject({ statedCount: 0, turnedCount: 0 });
    const reported = (rounds: typeof replayed) => rounds.map((round) => round.reported);
    if (isStill) expect(reported(byWords)).toEqual(reported(replayed));
    else expect(reported(byWords)).not.toEqual(reported(replayed));
  });

  test.each(learners)("%s: with the study's settings every chance is the published one", (_, learner) => {
    const spec: RunSpec = { ...smallRun, learner };
    const played = playAll(spec, 40);
    const rounds = played.map((round) => asLogged(round, 2));
    const history = { ...eventsOf(spec, played, rounds), rounds, spec: learner };
    const setting = { alpha: learner.alpha, rule: spec.rule };
    const replayed = [...replay({ ...history, setting })];
    expect(replayed.map(({ chances }) => chances)).toEqual(played.map(({ chances }) => chances));
    expect(replayed.map(({ reported }) => reported)).toEqual(played.map(({ violations }) => violations));
    expect(replayed.map(({ loss }) => loss)).toEqual(rounds.map(estimatePlayed));
    expect(summariseReplays(replayed)).toMatchObject({ unknownCount: 0, moved: 0, rounds: 40 });
  });
});

describe("unknown values", () => {
  const spec = { ...smallRun, learner: guarded, panel: { auditors } };
  const played = playAll(spec, 60);
  const rounds = played.map((round) => asLogged(round, 2));
  const history = { ...eventsOf(spec, played, rounds), rounds, spec: guarded };
  const setting = { alpha: "0.1", rule: share(1, 3) };

  test("are counted: unjudged pairs, and people that the study did not pick", () => {
    const replayed = [...replay({ ...history, setting })];
    for (const [i, { decisions, unknownCount, askedCount, unjudgedCount, reported }] of replayed.entries()) {
      const picked = rounds[i]?.selected ?? [];
      expect(unknownCount).toBe(decisions.filter((decision, j) => decision === 1 && picked[j] === 0).length);
      // A reported pair was judged.
      expect(reported.length).toBeLessThanOrEqual(askedCount - unjudgedCount);
    }
    const { unknownCount, unjudgedCount, moved, pickedCount } = summariseReplays(replayed);
    expect(unknownCount).toBeGreaterThan(0);
    expect(pickedCount).toBeGreaterThan(unknownCount);
    expect(unjudgedCount).toBeGreaterThan(0);
    expect(moved).toBeGreaterThan(0);
  });

  test("are not needed of rounds after the known ones", () => {
    const some = [...replay({ ...history, rounds: rounds.slice(0, 7), setting })];
    expect(some).toEqual([...replay({ ...history, setting })].slice(0, 7));
  });

  test("end a replay at an erasure, after the earlier rounds", () => {
    const gone = played[9]?.kinds[0];
    const cellsOf = (name: string) => (name === String(gone) ? undefined : history.cellsOf(name));
    const first = played.findIndex(({ kinds }) => kinds.includes(gone ?? -1));
    const replayed: number[] = [];
    const run = () => {
      for (const { number } of replay({ ...history, cellsOf, setting })) replayed.push(number);
    };
    expect(run).toThrow(ErasedPersonError);
    expect(replayed).toEqual(played.slice(0, first).map(({ t }) => t));
  });

  test("include nothing of a cancelled round except outcomes that came meanwhile", () => {
    for (const learner of [known, guarded]) {
      const spec = { ...smallRun, learner };
      const own = playAll(spec, 12);
      const ownRounds = own.map((round) => asLogged(round, 2));
      const { events, ...rest } = eventsOf(spec, own, ownRounds);
      const opened = events.findIndex((event) => event.kind === "opened" && event.round === 6);
      const cancelled = { ...events[opened], round: 99 } as (typeof events)[number];
      const withCancelled = [
        ...events.slice(0, opened),
        cancelled,
        { kind: "cancelled", round: 99 } as const,
        ...events.slice(opened),
      ];
      const input = { ...rest, rounds: ownRounds, spec: learner, setting };
      expect([...replay({ ...input, events: withCancelled })]).toEqual([...replay({ ...input, events })]);
    }
  });
});
