import { expect, test } from "vitest";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { openRandom } from "#server/learner/numeric/randomness.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import { fitExponent, fitExponentBesideConstant } from "#server/simulation/engine/fit.ts";
import { redecideFlags } from "#server/simulation/engine/frontier.ts";
import { addRound, NO_ROUNDS } from "#server/simulation/engine/metrics.ts";
import { type OutcomeSpec, passOutcomes, startOutcomes } from "#server/simulation/engine/outcomes.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { playRound, refuses, share } from "#tests/learner/fixtures.ts";
import { playAll, smallRun } from "./small-run.ts";

test("equal specs give equal rounds bit for bit, and another seed gives others", () => {
  expect(playAll(smallRun, 60)).toEqual(playAll(smallRun, 60));
  expect(playAll({ ...smallRun, seed: 2 }, 5)).not.toEqual(playAll(smallRun, 5));
});

test("a state can be reused: the first play does not change it", () => {
  const run = bindRun({ ...smallRun, outcomes: { delay: { kind: "geometric", mean: 3 }, lostShare: 0.1 } });
  let state = run.start();
  for (let i = 0; i < 20; i++) state = run.play(state).state;
  expect(run.play(state).round).toEqual(run.play(state).round);
  expect(run.play(run.play(state).state).round).toEqual(run.play(run.play(state).state).round);
});

test("people, panels and labels do not depend on the learner", () => {
  const loud = playAll(smallRun, 40);
  const paper = { ...smallRun.learner, mode: "paper" as const, pairRule: "largest-gap" as const };
  const other = playAll({ ...smallRun, learner: paper }, 40);
  expect(other.map(({ kinds, labels, pivotal }) => ({ kinds, labels, pivotal }))).toEqual(
    loud.map(({ kinds, labels, pivotal }) => ({ kinds, labels, pivotal })),
  );
});

test("every flag is on an eligible pair, and every violation has enough flags", () => {
  const rounds = playAll(smallRun, 200);
  expect(rounds.some(({ violations }) => violations.length > 0)).toBe(true);
  for (const { chances, flags, violations } of rounds) {
    const eligible = eligiblePairs(chances, "0.1").map(String);
    expect(flags.flat().every((pair) => eligible.includes(String(pair)))).toBe(true);
    expect(violations.every(({ flagCount }) => flagCount >= 2)).toBe(true);
  }
});

test("a learner that ignores the panel equals one whose panel never answers", () => {
  const deaf = playAll({ ...smallRun, hearsPanel: false }, 200);
  const silent = playAll({ ...smallRun, panel: { auditors: [{ kind: "silent" }] } }, 200);
  expect(deaf.map(({ chances }) => chances)).toEqual(silent.map(({ chances }) => chances));
  const violating = (rounds: typeof deaf) => rounds.filter(({ violations }) => violations.length > 0).length;
  expect(violating(silent)).toBe(0);
  expect(violating(deaf)).toBeGreaterThan(violating(playAll(smallRun, 200)));
});

const late: OutcomeSpec = { delay: { kind: "fixed", rounds: 2 }, lostShare: 0 };

function awaited(t: number, decisions: (0 | 1)[]) {
  return {
    t,
    people: decisions.map((_, i) => [`${t}/${i}`]),
    chances: decisions.map(() => 0.5),
    decisions,
    labels: decisions.map(() => 1 as const),
    resamples: [],
  };
}

test("with a delay of two rounds, outcomes of round 1 come at the end of round 3 and settle it", () => {
  let state = startOutcomes(openRandom(1, "outcomes"));
  const due: string[][] = [];
  const settled: number[][] = [];
  for (let t = 1; t <= 5; t++) {
    const passed = passOutcomes(late, state, awaited(t, t === 2 ? [0, 0, 0] : [1, 1, 0]));
    state = passed.state;
    due.push(passed.due.map(({ individual }) => String(individual)));
    settled.push(passed.due.map(({ settledRejected }) => settledRejected.length));
  }
  expect(due).toEqual([[], [], ["1/0", "1/1"], [], ["3/0", "3/1"]]);
  expect(settled).toEqual([[], [], [0, 1], [], [0, 1]]);
  expect(state.pending.map(({ t }) => t)).toEqual([4, 4, 5, 5]);
  expect([...state.unsettled.keys()]).toEqual([4, 5]);
});

test("lost outcomes have the set share, and settle like others", () => {
  const spec: OutcomeSpec = { delay: { kind: "none" }, lostShare: 0.25 };
  let state = startOutcomes(openRandom(1, "outcomes"));
  let lost = 0;
  for (let t = 1; t <= 2000; t++) {
    const passed = passOutcomes(spec, state, awaited(t, [1, 0]));
    state = passed.state;
    expect(passed.due[0]?.settledRejected.length).toBe(1);
    if (passed.due[0]?.after === "lost") lost += 1;
  }
  // 4 sqrt(0.1875/2000) = 0.0388
  expect(Math.abs(lost / 2000 - 0.25)).toBeLessThan(0.0388);
});

test("geometric delays have their mean", () => {
  const spec: OutcomeSpec = { delay: { kind: "geometric", mean: 3 }, lostShare: 0 };
  let state = startOutcomes(openRandom(2, "outcomes"));
  let total = 0;
  for (let t = 1; t <= 4000; t++) {
    const before = state.pending.length;
    const passed = passOutcomes(spec, state, awaited(t, [1]));
    total += before + 1 - passed.due.length;
    state = passed.state;
  }
  // Little's law: mean number pending = mean delay; variance of a delay 12, delays overlap: a generous 10 %.
  expect(Math.abs(total / 4000 - 3)).toBeLessThan(0.3);
});

test("the simulated round updates the learner like the services: equal to a manual replay", () => {
  const spec: RunSpec = { ...smallRun, outcomes: { delay: { kind: "fixed", rounds: 1 }, lostShare: 0.2 } };
  const run = bindRun(spec);
  const learner = learnerOf(spec.learner);
  let state = run.start();
  let replayed = learner.init(spec.learner);
  let outcomes = startOutcomes(openRandom(spec.seed, "outcomes"));
  for (let i = 0; i < 60; i++) {
    const { round, state: next } = run.play(state);
    expect(learner.open(replayed, round.people, "0".repeat(64)).chances).toEqual(round.chances);
    const { people, policy, decisions, labels, t, violations } = round;
    const pairs = violations.map(({ high, low, weight }) => ({ high, low, weight: Number(weight) }));
    const { fairnessWeight } = round;
    replayed = playRound(learner, replayed, { people, chances: policy, decisions, pairs, fairnessWeight });
    const passed = passOutcomes(spec.outcomes, outcomes, {
      t,
      people,
      chances: policy,
      decisions,
      labels,
      resamples: [],
    });
    for (const change of passed.due) replayed = learner.applyOutcome(replayed, change);
    outcomes = passed.state;
    state = next;
  }
  expect(learner.serialise(replayed)).toEqual(learner.serialise(state.learner));
});

test("FTPL plays through the same rounds in both modes", () => {
  const cuts = ["0.3", "0.6"].map((cut) => ({ column: "east", cut }));
  const population = {
    ...smallRun.population,
    columns: smallRun.population.shownColumns,
    kinds: smallRun.population.kinds.map((kind) => ({ ...kind, features: kind.shown })),
  };
  const learner = {
    ...smallRun.learner,
    learner: "ftpl" as const,
    columns: population.columns,
    hypotheses: { kind: "thresholds" as const, version: 1 as const, cuts },
    horizon: 30,
  };
  const known = { ...learner, resampleCount: 100 };
  const paper = { ...learner, mode: "paper" as const, pairRule: "largest-gap" as const };
  for (const each of [known, paper]) {
    const rounds = playAll({ ...smallRun, population, learner: each }, 30);
    expect(rounds).toHaveLength(30);
    refuses("horizon-passed", () => playAll({ ...smallRun, population, learner: each }, 31));
  }
});

test("expected losses are those of pi, drawn losses those of the rule", () => {
  const rounds = playAll(smallRun, 100);
  const sums = rounds.reduce(addRound, NO_ROUNDS);
  const drawn = rounds.flatMap(({ decisions, labels }) => decisions.filter((d, i) => d !== labels[i]));
  expect(sums.drawnErrors).toBe(drawn.length);
  expect(sums.people).toBe(300);
  expect(sums.violatingPairs).toBe(rounds.flatMap(({ violations }) => violations).length);
  // The difference is a martingale with steps of at most k = 3: 4 · 3 sqrt(100).
  expect(Math.abs(sums.error - sums.drawnErrors)).toBeLessThan(120);
});

test("re-decided flags give the run's violations for its gamma, and fewer as gamma grows", () => {
  const rounds = playAll(smallRun, 200);
  const tally = redecideFlags([1, 2, 3].map((numerator) => share(numerator, 3)));
  for (const round of rounds) tally.add({ ...round, alpha: "0.1" });
  const counts = tally.points().map(({ violatingRounds }) => violatingRounds);
  expect(counts[1]).toBe(rounds.filter(({ violations }) => violations.length > 0).length);
  expect(tally.points()[1]?.violatingPairs).toBe(rounds.flatMap(({ violations }) => violations).length);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(counts[0]).toBeGreaterThan(counts[2] ?? 0);
  refuses("shape", () => redecideFlags([]));
});

test("any rule can be played and re-decided equally, and a silent seat keeps its number", () => {
  const rule: PanelRule = {
    kind: "any",
    rules: [
      { kind: "auditor", auditor: 3 },
      {
        kind: "all",
        rules: [
          { kind: "auditor", auditor: 0 },
          { kind: "at-least", flags: 2 },
        ],
      },
    ],
  };
  const silent: AuditorSpec = { kind: "silent" };
  const auditors = smallRun.panel.auditors.toSpliced(1, 0, silent);
  const spec = { ...smallRun, seed: 2, panel: { auditors }, rule };
  const rounds = playAll(spec, 200);
  const own = rounds.filter(({ violations }) => violations.length > 0).length;
  const tally = redecideFlags([
    rule,
    { kind: "auditor", auditor: 1 },
    { kind: "auditor", auditor: 3 },
    share(4, 4),
  ]);
  for (const round of rounds) tally.add({ ...round, alpha: "0.1" });
  const counts = tally.points().map(({ violatingRounds }) => violatingRounds);
  expect(counts[0]).toBe(own);
  // Seat 1 is silent; the rule reports more often than auditor 3 alone.
  expect([counts[1], counts[3]]).toEqual([0, 0]);
  expect(own).toBeGreaterThan(counts[2] ?? 0);
  expect(counts[2]).toBeGreaterThan(0);
});

test("an exponent is fitted per seed; its interval is Student's", () => {
  const powers = (b: number) => [1, 4, 16].map((rounds) => [rounds, rounds ** b] as const);
  const one = fitExponent([powers(0.5)]);
  expect(one?.value).toBeCloseTo(0.5, 12);
  expect([one?.margin, one?.seeds]).toEqual([undefined, 1]);
  // Slopes 0.4, 0.5, 0.6: mean 0.5, s = 0.1, 4.303 · 0.1/sqrt(3) = 0.2484.
  const three = fitExponent([powers(0.4), powers(0.5), powers(0.6)]);
  expect(three?.value).toBeCloseTo(0.5, 12);
  expect(three?.margin).toBeCloseTo(0.2484, 4);
  expect(
    fitExponent([
      [
        [1, 0],
        [4, 2],
      ],
    ]),
  ).toBeUndefined();
  refuses("shape", () =>
    fitExponent([
      [
        [4, 1],
        [4, 2],
      ],
    ]),
  );
});

test("an exponent plus a constant is fitted exactly, unlike a plain exponent", () => {
  const series = (b: number, c: number, all = [1_000, 4_000, 16_000, 64_000]) =>
    all.map((rounds) => [rounds, b + 5 * rounds ** c] as const);
  for (const b of [-100, 0, 100]) {
    for (const c of [0.5, 0.8, 1]) {
      expect(fitExponentBesideConstant([series(b, c)])?.value).toBeCloseTo(c, 9);
      const bent = (fitExponent([series(b, c)])?.value ?? Number.NaN) - c;
      // A negative constant makes the growth look steeper.
      expect(b < 0 ? bent > 1e-4 : b > 0 ? bent < -1e-4 : Math.abs(bent) < 1e-9).toBe(true);
    }
  }
  const seeds = fitExponentBesideConstant([series(-50, 0.5), series(50, 0.6)]);
  expect([seeds?.value.toFixed(9), seeds?.seeds]).toEqual(["0.550000000", 2]);
  // In any order; not without a progression, with two T, or with a falling value.
  expect(fitExponentBesideConstant([series(7, 0.5).toReversed()])?.value).toBeCloseTo(0.5, 9);
  expect(fitExponentBesideConstant([series(0, 0.5, [1_000, 4_000, 17_000])])).toBeUndefined();
  expect(fitExponentBesideConstant([series(0, 0.5, [1_000, 4_000])])).toBeUndefined();
  expect(fitExponentBesideConstant([series(0, -0.5)])).toBeUndefined();
});

test("with three open rounds, the learner learns from a round when it is closed", () => {
  const spec: RunSpec = { ...smallRun, openRounds: 3 };
  const learner = learnerOf(spec.learner);
  let replayed = learner.init(spec.learner);
  let outcomes = startOutcomes(openRandom(spec.seed, "outcomes"));
  const open: ReturnType<typeof playAll>[number][] = [];
  for (const round of playAll(spec, 40)) {
    expect(learner.open(replayed, round.people, "0".repeat(64)).chances).toEqual(round.chances);
    replayed = learner.applyOpening(replayed, round.people, round.chances);
    open.push(round);
    const closing = open.length === 3 ? open.shift() : undefined;
    if (closing === undefined) continue;
    const { t, people, policy, decisions, labels, violations, fairnessWeight } = closing;
    const pairs = violations.map(({ high, low, weight }) => ({ high, low, weight: Number(weight) }));
    const closed = { t, people, chances: policy, decisions };
    replayed = learner.applyRound(replayed, { ...closed, pairs, fairnessWeight });
    const passed = passOutcomes(spec.outcomes, outcomes, { ...closed, labels, resamples: [] });
    for (const change of passed.due) replayed = learner.applyOutcome(replayed, change);
    outcomes = passed.state;
  }
});

test("one open round at a time is the default", () => {
  expect(playAll({ ...smallRun, openRounds: 1 }, 30)).toEqual(playAll(smallRun, 30));
});
