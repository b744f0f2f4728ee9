import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { Exp2State } from "#server/learner/exp2/exp2.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { ftpl } from "#server/learner/ftpl/ftpl.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { ChargedRound } from "#server/learner/interface/estimators.ts";
import type { OutcomeChange } from "#server/learner/interface/learner.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { LARGEST_TOTAL, onGrid } from "#server/learner/numeric/cost-grid.ts";
import {
  bit,
  ftplSpec,
  guardedSpec,
  ixSpec,
  paperSpec,
  person,
  playRound,
  refuses,
  smallSpec,
  spread,
  totalsWith,
} from "../fixtures.ts";

const seed = "00".repeat(32);
const people = [person(0.5), person(1.5), person(3.5)];

/** A draw's 53 random bits. */
const u = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }).map((bits) => Number(bits) / 2 ** 53);

function closedRound(state: Exp2State, rows: readonly Features[], draw: number): ChargedRound {
  const opening = exp2.open(state, rows, seed);
  const { decisions } = exp2.draw(state.rules, opening, rows, draw);
  const chances = opening.chances.map(Number);
  return { people: rows, chances, decisions, pairs: [], fairnessWeight: Number(opening.fairnessWeight) };
}

const knownOutcome: OutcomeChange = {
  individual: person(0.5),
  chance: 0.5,
  before: null,
  after: "no",
  settledRejected: [],
};

describe("Exp2", () => {
  test("starts with equal weights: a chance is the share of the rules that accept", () => {
    // 0.5 is accepted by: all, <= 1, <= 2, <= 3; 1.5 by: all, > 1, <= 2, <= 3; 3.5 by: all, > 1, > 2, > 3: 4 of 8 each
    const opening = exp2.open(exp2.init(smallSpec), people, seed);
    expect(opening.t).toBe(1);
    expect(opening.chances).toEqual(["0.5", "0.5", "0.5"]);
    // no one, everyone, and one run of three cuts, both ways
    expect([...(opening.runs?.cumulative ?? [])]).toEqual([1, 2, 8]);
  });

  test("weighs rules by exp(-eta L) after a round and its outcomes, as calculated by hand", () => {
    const state = exp2.init({ ...smallSpec, rejectedHalves: "at-close" });
    const opening = exp2.open(state, people, seed);
    // u = 0.25: 0.25 × 8 = 2, the first running total above 2 is that of rule 2, `<= 1`: accepts the first person only
    const { hypothesis, decisions } = exp2.draw(state.rules, opening, people, 0.25);
    expect(hypothesis).toBe(2);
    expect(decisions).toEqual([1, 0, 0]);
    const eta = Number(opening.eta);
    const C = Number(opening.fairnessWeight);
    const closed = playRound(exp2, state, {
      people,
      chances: opening.chances.map(Number),
      decisions,
      pairs: [{ high: 0, low: 1, weight: 1 }],
      fairnessWeight: C,
    });
    const after = exp2.applyOutcome(closed, knownOutcome);
    // x0: C/2 + (1/0.5 - 1/2), x1: -C/2 - 1/2, x2: -1/2
    const cost = [onGrid(C / 2) + 1.5, onGrid(-C / 2 - 0.5), -0.5];
    const accepts = [[], [0, 1, 2], [0], [1, 2], [0, 1], [2], [0, 1], [2]];
    const losses = accepts.map((who) => who.reduce((sum, i) => sum + (cost[i] ?? 0), 0));
    const weights = losses.map((loss) => Math.exp(-eta * loss));
    const total = weights.reduce((sum, w) => sum + w, 0);
    const next = exp2.open(after, people, seed);
    for (const i of [0, 1, 2]) {
      const accepted = weights.filter((_, h) => accepts[h]?.includes(i)).reduce((sum, w) => sum + w, 0);
      expect(Number(next.chances[i])).toBeCloseTo(accepted / total, 12);
    }
    expect(next.t).toBe(2);
  });

  test("is found by its name", () => {
    expect(learnerOf(smallSpec)).toBe(exp2);
    expect(learnerOf({ learner: "ftpl", mode: "known" })).toBe(ftpl);
    expect(learnerOf(guardedSpec)).toBe(guarded);
    refuses("unknown-kind", () => learnerOf({ learner: "ucb" as "exp2", mode: "known" }));
    refuses("unknown-kind", () => learnerOf({ learner: "toString" as "exp2", mode: "known" }));
    refuses("unknown-kind", () => exp2.init(ftplSpec));
    refuses("unknown-kind", () => ftpl.init(smallSpec));
    refuses("unknown-kind", () => guarded.init(smallSpec));
  });

  test("never changes its arguments, and equal arguments give equal bytes", () => {
    const state = exp2.init(smallSpec);
    const before = exp2.serialise(state);
    const play = () => {
      const round = closedRound(state, people, 0.25);
      return exp2.applyOutcome(playRound(exp2, state, round), knownOutcome);
    };
    expect(exp2.serialise(play())).toEqual(exp2.serialise(play()));
    expect(exp2.serialise(state)).toEqual(before);
  });

  test("keeps chances in [0, 1] and the draw consistent with them for any history", () => {
    const step = fc.record({
      scores: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
      u,
      y: bit,
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), (steps, isPaper) => {
        let state = exp2.init({ ...(isPaper ? paperSpec : smallSpec), rejectedHalves: "at-close" });
        for (const { scores, u: draw, y } of steps) {
          const rows = scores.map(person);
          const round = closedRound(state, rows, draw);
          round.chances.forEach((chance, i) => {
            expect(chance).toBeGreaterThanOrEqual(0);
            expect(chance).toBeLessThanOrEqual(1);
            if (round.decisions[i] === 1) expect(chance).toBeGreaterThan(0);
          });
          state = playRound(exp2, state, round);
          for (const [i, decision] of round.decisions.entries()) {
            if (decision === 0) continue;
            state = exp2.applyOutcome(state, {
              individual: rows[i] ?? [],
              chance: round.chances[i] ?? 0,
              before: null,
              after: y === 1 ? "yes" : "no",
              settledRejected: [],
            });
          }
        }
      }),
    );
  });

  test("gives rules with much larger loss weight exactly 0, and chances of exactly 0 and 1", () => {
    const charged = exp2.applyOutcome(exp2.init(smallSpec), { ...knownOutcome, chance: 1e-6 });
    const opening = exp2.open(charged, [person(0.5), person(3.5)], seed);
    expect(opening.chances).toEqual(["0", "0.75"]);
  });

  test("draws from the opening alone, with the same class or an equal rebuilt one", () => {
    const state = exp2.init(smallSpec);
    const opening = exp2.open(state, people, seed);
    const rules = hypothesisClass(smallSpec.columns, smallSpec.hypotheses);
    for (let i = 0; i < 8; i++) {
      expect(exp2.draw(rules, opening, people, i / 8)).toEqual(
        exp2.draw(state.rules, opening, people, i / 8),
      );
    }
  });

  test("changes its learning rate at a block from the raw losses, with nothing carried over", () => {
    const spec: LearnerSpec = { ...smallSpec, horizon: null, rejectedHalves: "at-close" };
    let state = exp2.init(spec);
    for (let t = 1; t <= 9; t++) {
      const opening = exp2.open(state, people, seed);
      const weights = state.totals.loss.map((loss) =>
        Math.exp(-Number(opening.eta) * (loss - Math.min(...state.totals.loss))),
      );
      expect(opening.runs?.cumulative.at(-1)).toBeCloseTo(
        weights.reduce((sum, w) => sum + w, 0),
        12,
      );
      state = playRound(exp2, state, closedRound(state, people, spread(t) - (spread(t) % 2 ** -53)));
    }
  });

  test("settles late outcomes with their recorded chances, and ends where immediate settlement ends", () => {
    const state = exp2.init(smallSpec);
    const round = closedRound(state, people, 0.25);
    const settledRejected = [1, 2].map((i) => ({
      individual: people[i] ?? [],
      chance: round.chances[i] ?? 0,
    }));
    const late = { ...knownOutcome, chance: round.chances[0] ?? 0, settledRejected };
    const once = exp2.applyOutcome(playRound(exp2, state, round), late);
    const other = closedRound(playRound(exp2, state, round), people, 0.75);
    const after = exp2.applyOutcome(playRound(exp2, playRound(exp2, state, round), other), late);
    const alone = playRound(exp2, once, other);
    expect([...after.totals.loss]).toEqual([...alone.totals.loss]);
  });
});

describe("Exp2 refuses", () => {
  const state = exp2.init(smallSpec);

  test("rounds without people, with too many people and after the horizon", () => {
    refuses("shape", () => exp2.open(state, [], seed));
    refuses("shape", () => exp2.open(state, [...people, person(1)], seed));
    refuses("shape", () => playRound(exp2, state, { ...closedRound(state, people, 0), people: [] }));
    refuses("horizon-passed", () => exp2.open({ ...state, t: 100 }, people, seed));
    refuses("horizon-passed", () => playRound(exp2, { ...state, t: 100 }, closedRound(state, people, 0)));
    expect(
      exp2.open({ ...exp2.init({ ...smallSpec, afterHorizon: "anytime" }), t: 100 }, people, seed).t,
    ).toBe(101);
  });

  test("people with another number of cells, and cells that are not numbers", () => {
    refuses("shape", () => exp2.open(state, [["1", "2"]], seed));
    refuses("not-a-decimal", () => exp2.open(state, [["one"]], seed));
    // The charges are applied when the totals are read.
    refuses("shape", () => exp2.serialise(exp2.applyOutcome(state, { ...knownOutcome, individual: [] })));
  });

  test("an opening of another class, and numbers that are not 53-bit draws", () => {
    const opening = exp2.open(state, people, seed);
    const { runs: _, hypotheses: __, cumulative: ___, weighed: ____, ...published } = opening;
    const other = { ...published, cumulative: new Float64Array(3) };
    refuses("shape", () => exp2.draw(state.rules, other, people, 0.5));
    const larger = {
      ...smallSpec,
      hypotheses: { ...smallSpec.hypotheses, cuts: [{ column: "score", cut: "1" }] },
    };
    refuses("shape", () => exp2.draw(exp2.init(larger).rules, opening, people, 0.5));
    for (const others of [[], people.slice(1), [...people, ...people]]) {
      refuses("shape", () => exp2.draw(state.rules, opening, others, 0.5));
    }
    refuses("shape", () =>
      exp2.draw(state.rules, { ...published, hypotheses: new Float64Array(8) }, people, 0.5),
    );
    for (const bad of [1, -0.1, 0.3, 2 ** -54, Number.NaN]) {
      refuses("range", () => exp2.draw(state.rules, opening, people, bad));
    }
  });

  test("a C above eps/eta of the round, except in mode paper, where C does not depend on eta", () => {
    const round = closedRound(state, people, 0);
    const opened = Number(round.fairnessWeight);
    expect(playRound(exp2, state, { ...round, fairnessWeight: opened }).t).toBe(1);
    refuses("fairness-weight-outside", () =>
      playRound(exp2, state, { ...round, fairnessWeight: opened * (1 + 1e-12) }),
    );
    // With the multiplier at 3, eta is lowered to eps/C, and the larger C is the round's.
    const dialled = exp2.init({ ...smallSpec, fairnessMultiplier: "3" });
    const tripled = { ...round, fairnessWeight: Number(exp2.open(dialled, people, seed).fairnessWeight) };
    expect(tripled.fairnessWeight / opened).toBeCloseTo(3, 12);
    expect(playRound(exp2, dialled, tripled).t).toBe(1);
    refuses("fairness-weight-outside", () => playRound(exp2, state, tripled));
    refuses("fairness-weight-outside", () => playRound(exp2, exp2.init(ixSpec), tripled));
    const paper = exp2.init(paperSpec);
    expect(playRound(exp2, paper, { ...closedRound(paper, people, 0), fairnessWeight: 1e6 }).t).toBe(1);
  });

  test("no C from an opening, for any multiplier and horizon", () => {
    const decimals = fc.integer({ min: 1, max: 500 }).map((n) => String(n / 100));
    fc.assert(
      fc.property(decimals, fc.integer({ min: 1, max: 1_000_000 }), fc.boolean(), (dial, T, anytime) => {
        const horizon = anytime ? null : T;
        const afterHorizon = anytime ? "anytime" : "end";
        const fresh = exp2.init({ ...smallSpec, fairnessMultiplier: dial, horizon, afterHorizon });
        expect(playRound(exp2, fresh, closedRound(fresh, people, 0)).t).toBe(1);
      }),
    );
  });

  test("charges and totals that are not finite, and totals beyond what is exact", () => {
    refuses("not-finite", () => exp2.applyOutcome(state, { ...knownOutcome, chance: Number.MIN_VALUE }));
    const all = (loss: number) => ({ ...state, totals: totalsWith(loss, 0, 0, 0, loss) });
    const beyond = exp2.applyOutcome(all(LARGEST_TOTAL), { ...knownOutcome, chance: 1e-308 });
    refuses("range", () => exp2.serialise(beyond));
    refuses("range", () => exp2.open(beyond, people, seed));
    refuses("range", () => exp2.open(all(Number.NaN), people, seed));
  });
});
