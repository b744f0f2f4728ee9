import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectPanel } from "#server/audit-log/panel-selection.ts";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { openRandom, withRandom } from "#server/learner/numeric/randomness.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import { decidePanel, eligiblePairs } from "#server/learner/panel/panel.ts";
import { type CandidatesSpec, candidateAims } from "#server/simulation/engine/candidates.ts";
import { environment, labelsOf } from "#server/simulation/engine/environments.ts";
import { addRound, NO_ROUNDS } from "#server/simulation/engine/metrics.ts";
import { panelAgainst, type SimulatedSelection } from "#server/simulation/engine/panel-choice.ts";
import { judge, panels } from "#server/simulation/engine/panels.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { share } from "#tests/learner/fixtures.ts";
import { playAll, smallRun } from "./small-run.ts";

const rule = { kind: "at-least", flags: 2 } as const;
const chances = ["0.9", "0.6", "0.6", "0.3", "0"];
const eligible = eligiblePairs(chances, "0.1");

/** Lists all panels of `size` members as bits of a number, in another order than the code under test. */
function everyPanel(memberCount: number, size: number): number[][] {
  return Array.from({ length: 2 ** memberCount }, (_, bits) =>
    Array.from({ length: memberCount }, (_, member) => member).filter((member) => (bits >> member) & 1),
  ).filter(({ length }) => length === size);
}

/** Lists the pairs that a panel reports. */
function reported(flags: readonly (readonly Pair[])[], panel: readonly number[]): string[] {
  const ballots = panel.map((member) => flags[member] ?? []);
  const question = { chances, alpha: "0.1", rule, seatCount: panel.length, flags: ballots };
  return decidePanel({ ...question, pairRule: "average" }).violations.map(
    ({ high, low }) => `${high},${low}`,
  );
}

/** The flags of each of up to six members. */
const flagsOfPool = fc
  .array(fc.subarray(eligible), { minLength: 4, maxLength: 6 })
  .map((flags) => flags.map((own) => [...own]));

describe("a panel that is chosen against the policy", () => {
  it("reports the most pairs of any panel, and is the first such panel", () => {
    fc.assert(
      fc.property(flagsOfPool, fc.integer({ min: 2, max: 4 }), (flags, size) => {
        const chosen = panelAgainst({ how: "most-reports", size }, { flags, chances, alpha: "0.1", rule });
        const all = everyPanel(flags.length, size);
        const most = Math.max(...all.map((panel) => reported(flags, panel).length));
        const best = all.filter((panel) => reported(flags, panel).length === most).map(String);
        expect(best.sort()[0]).toBe(String(chosen));
      }),
      { numRuns: 200 },
    );
  });

  it("reports the widest gap of any panel", () => {
    const gapOf = (pair: string) => {
      const [high = 0, low = 0] = pair.split(",").map(Number);
      return Number(chances[high]) - Number(chances[low]);
    };
    fc.assert(
      fc.property(flagsOfPool, fc.integer({ min: 2, max: 4 }), (flags, size) => {
        const chosen = panelAgainst({ how: "widest-report", size }, { flags, chances, alpha: "0.1", rule });
        const all = everyPanel(flags.length, size).flatMap((panel) => reported(flags, panel));
        const widest = Math.max(-1, ...all.map(gapOf));
        expect(Math.max(-1, ...reported(flags, chosen).map(gapOf))).toBe(widest);
        expect(new Set(chosen).size).toBe(size);
      }),
      { numRuns: 200 },
    );
  });

  it("has the members who flag the widest pair, lowest number first, then the others", () => {
    const none: Pair[] = [];
    const [pair = [0, 1] as const] = eligible;
    const flags = [none, [pair], none, [pair], [pair]];
    const choose = (size: number) =>
      panelAgainst({ how: "widest-report", size }, { flags, chances, alpha: "0.1", rule });
    expect(choose(2)).toEqual([1, 3]);
    expect(choose(4)).toEqual([0, 1, 3, 4]);
    expect(
      panelAgainst(
        { how: "widest-report", size: 2 },
        { flags: [none, none, none], chances, alpha: "0.1", rule },
      ),
    ).toEqual([0, 1]);
  });
});

describe("a panel that is chosen like in a study", () => {
  const auditors = Array.from({ length: 5 }, () => ({ kind: "distance" as const, weights: {} }));
  const seatedIn = (selection: SimulatedSelection, rounds: number): number[][] => {
    const bound = panels({ auditors, selection }, smallRun.population);
    let state = bound.start(openRandom(4, "panel"));
    return Array.from({ length: rounds }, (_, round) => {
      const seated = bound.seat(state, { kinds: [0, 1], noiseSeed: String(round) });
      state = seated.state;
      return seated.panel.auditors.map(({ voice }) => voice);
    });
  };

  it("equals the study's lot from the round's seed", () => {
    const pool = ["s1", "s2", "s3", "s4", "s5"];
    for (const [round, seated] of seatedIn({ how: "by-lot", size: 2 }, 20).entries()) {
      const lot = { selection: { how: "by-lot" as const, size: 2 }, pool, named: [], panelCounts: new Map() };
      expect(selectPanel({ ...lot, seed: String(round) })?.panel).toEqual(
        seated.map((member) => `s${member + 1}`),
      );
    }
  });

  it("takes turns: no two members differ by more than one panel", () => {
    const counts = [0, 0, 0, 0, 0];
    for (const seated of seatedIn({ how: "rotation", size: 2 }, 23)) {
      for (const member of seated) counts[member] = (counts[member] ?? 0) + 1;
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
  });
});

describe("people who are chosen against the policy", () => {
  const spec: RunSpec = { ...smallRun, learner: { ...smallRun.learner, roundSize: 2 }, rule: share(1, 3) };

  it.each(candidateAims)("are the worst group of the candidates: %s", (aim) => {
    const candidates: CandidatesSpec = { aim, count: 4 };
    const run = bindRun({ ...spec, candidates });
    const world = environment(spec.environment, spec.population);
    const seats = panels(spec.panel, spec.population);
    const learner = learnerOf(spec.learner);
    let state = run.start();
    for (let round = 0; round < 25; round++) {
      const { arrival } = world.next(state.environment, 4);
      const noiseSeed = withRandom(state.noise, (random) => random.seed()).result;
      let best: { kinds: readonly number[]; value: number } = { kinds: [], value: -1 };
      for (const [a, b] of [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 2],
        [1, 3],
        [2, 3],
      ] as const) {
        const kinds = [arrival.kinds[a] ?? -1, arrival.kinds[b] ?? -1];
        const people = kinds.map((kind) => spec.population.kinds[kind]?.features ?? []);
        const opened = learner.open(state.learner, people, noiseSeed).chances;
        const policy = opened.map(Number);
        const labels = [labelsOf(arrival, [])[a] ?? 0, labelsOf(arrival, [])[b] ?? 0] as const;
        const { panel } = seats.seat(state.panel, { kinds, noiseSeed });
        const { flags } = judge(panel, policy, labels, {
          eligible: eligiblePairs(opened, "0.1"),
          alpha: 0.1,
        });
        const reportedPairs = new Set(flags.flat().map(String)).size;
        const errors = policy.reduce((sum, chance, i) => sum + Math.abs((labels[i] ?? 0) - chance), 0);
        const value = aim === "most-reports" ? reportedPairs : errors;
        if (value > best.value + 1e-12) best = { kinds, value };
      }
      const played = run.play(state);
      expect(played.round.kinds).toEqual(best.kinds);
      state = played.state;
    }
  });

  it("lead to more errors and reports than people in random order", () => {
    const totals = (more: Partial<RunSpec>) => playAll({ ...spec, ...more }, 150).reduce(addRound, NO_ROUNDS);
    const plain = totals({});
    expect(totals({ candidates: { aim: "most-errors", count: 6 } }).error).toBeGreaterThan(plain.error);
    expect(totals({ candidates: { aim: "most-reports", count: 6 } }).violatingRounds).toBeGreaterThan(
      plain.violatingRounds,
    );
  });
});

describe("mode guarded keeps its guarantee", () => {
  const learner: LearnerSpec = {
    ...smallRun.learner,
    ...{ mode: "guarded", horizon: null, afterHorizon: "anytime", pairRule: "all", draw: "even" },
    rejectedHalves: "at-close",
    prior: { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare },
    guarded: DEFAULTS.guarded,
  };
  const auditors = Array.from({ length: 6 }, (_, member) => ({
    kind: "distance" as const,
    weights: { east: 0.1 * member, north: 0.05 * member },
    slip: 0.1,
  }));
  const selections = ["by-lot", "rotation", "most-reports", "widest-report"] as const;
  const cases = selections.flatMap((how) =>
    [undefined, ...candidateAims].flatMap((aim) =>
      (["iid", "against"] as const).map((kind) => ({ how, aim, kind })),
    ),
  );

  it.each(cases)("with panels by $how, people by $aim and outcomes $kind", ({ how, aim, kind }) => {
    const promise = reportsUntil(guardedSettings(learner), 60);
    for (const seed of [1, 2]) {
      const rounds = playAll(
        {
          ...{ ...smallRun, learner, seed, rule: share(1, 3), environment: { kind } },
          ...(aim && { candidates: { aim, count: 5 } }),
          panel: { auditors, selection: { how, size: 3 } },
          openRounds: seed === 1 ? 1 : 6,
        },
        60,
      );
      let sums = NO_ROUNDS;
      for (const [index, round] of rounds.entries()) {
        sums = addRound(sums, round);
        expect(sums.cutRounds).toBe(0);
        expect(sums.violatingRounds).toBeLessThanOrEqual(promise[index + 1] ?? 0);
      }
    }
  });
});
