import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, HypothesisSpec, LearnerSpec } from "#server/learner/config/spec.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { type FtplState, ftpl } from "#server/learner/ftpl/ftpl.ts";
import { laplaceStream } from "#server/learner/ftpl/noise.ts";
import type { ChargedRound } from "#server/learner/interface/estimators.ts";
import { type EstimatorSpec, outcomeCharges, roundCharges } from "#server/learner/interface/estimators.ts";
import type { OutcomeChange } from "#server/learner/interface/learner.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { onGrid } from "#server/learner/numeric/cost-grid.ts";
import { answerColumns, answering, classOf, everyClass, lossesIn } from "../class-fixtures.ts";
import {
  ftplPaperSpec,
  ftplSpec,
  paperSpec,
  person,
  playRound,
  refuses,
  smallSpec,
  spread,
} from "../fixtures.ts";

const people = [person(0.5), person(1.5), person(3.5)];
const seedOf = (i: number) => (i + 1).toString(16).padStart(8, "0").repeat(8);
const uOf = (i: number) => Math.floor(spread(i) * 2 ** 53) / 2 ** 53;

/** Plays rounds with fixed synthetic pairs and outcomes; labels are no, yes, no, ... */
function play(spec: LearnerSpec, rounds: number, rows: readonly Features[] = people, from = 0): FtplState {
  let state = ftpl.init(spec);
  for (let t = 1; t <= rounds; t++) state = playOne(state, t + from, rows);
  return state;
}

function playOne(state: FtplState, t: number, rows: readonly Features[]): FtplState {
  const opening = ftpl.open(state, rows, seedOf(t));
  const { decisions } = ftpl.draw(state.rules, opening, rows, uOf(t));
  const resamples = ftpl.resample(state, rows, decisions, seedOf(1000 + t));
  const chances = opening.chances.map(Number);
  const pairs = [{ high: t % rows.length, low: (t + 1) % rows.length, weight: 1 }];
  const fairnessWeight = Number(opening.fairnessWeight);
  let next = playRound(ftpl, state, { people: rows, chances, decisions, pairs, fairnessWeight, resamples });
  for (const [i, decision] of decisions.entries()) {
    if (decision === 0) continue;
    next = ftpl.applyOutcome(next, {
      individual: rows[i] ?? [],
      chance: chances[i] ?? 0,
      ...(resamples.length > 0 ? { resample: resamples[i] ?? 0 } : {}),
      before: null,
      after: (t + i) % 2 === 0 ? "no" : "yes",
      settledRejected: [],
    });
  }
  return next;
}

describe("FTPL opens a round with", () => {
  test.each(everyClass)(
    "the rules that a brute-force search over $kind finds for each noise, and their hits",
    (hypotheses) => {
      const rows = [answering(0b01101, "1.5"), answering(0b10010, "9"), answering(0, null)];
      const spec: LearnerSpec = {
        ...ftplSpec,
        columns: answerColumns,
        hypotheses,
        omegaMultiplier: "16",
        rejectedHalves: "at-close",
      };
      const state = play(spec, 4, rows);
      const opening = ftpl.open(state, rows, seedOf(77));
      expect(opening.t).toBe(5);
      const rules = classOf(hypotheses);
      const losses = bruteLosses(state);
      const next = laplaceStream(seedOf(77), 0);
      const drawn = Array.from({ length: 50 }, () => {
        const noise = Array.from({ length: rules.separator.size }, () => next() / state.settings.omega);
        const noisy = losses.map((loss, h) =>
          noise.reduce((sum, z, p) => sum + z * rules.separator.at(h, p), loss),
        );
        // A tree of another form may differ in the last bit: take the lowest number of the best.
        const least = Math.min(...noisy) + ROUNDING;
        return noisy.findIndex((loss) => loss <= least);
      });
      expect([...(opening.hypotheses ?? [])]).toEqual(drawn);
      expect(opening.chances).toEqual(
        rows.map((row) => String(drawn.filter((h) => rules.evaluate(h, row) === 1).length / 50)),
      );
    },
  );

  function bruteLosses({ oracle, ...state }: FtplState): number[] {
    return lossesIn(oracle, { ...state.rules, kind: state.spec.hypotheses.kind }, state.loss);
  }

  test("chances that follow the policy: all rules about equally at first, better rules later", () => {
    const spec: LearnerSpec = { ...ftplSpec, resampleCount: 1000, omegaMultiplier: "16" };
    const first = ftpl.open(ftpl.init(spec), people, seedOf(1));
    for (const chance of first.chances.map(Number)) {
      expect(chance).toBeGreaterThan(0.3);
      expect(chance).toBeLessThan(0.7);
    }
    // The person with 0.5 has the outcome no, 50 times.
    let state = ftpl.init(spec);
    for (let i = 0; i < 50; i++) {
      const change = { individual: person(0.5), chance: 0.5, before: null, settledRejected: [] } as const;
      state = ftpl.applyOutcome(state, { ...change, after: "no" });
    }
    const later = ftpl.open(state, people, seedOf(1)).chances.map(Number);
    expect(later[0]).toBeLessThan(0.1);
    expect(later[2]).toBeGreaterThan(0.3);
  });

  test("the same numbers as in earlier versions (protects stability, not truth)", () => {
    const { hypotheses, ...published } = ftpl.open(play(ftplSpec, 5), people, seedOf(9));
    expect({ ...published, first: [...(hypotheses ?? [])].slice(0, 8) }).toMatchInlineSnapshot(`
      {
        "chances": [
          "0.54",
          "0.5",
          "0.5",
        ],
        "eta": "0.004760175043860861",
        "fairnessWeight": "0.6564884633875542",
        "first": [
          2,
          4,
          1,
          4,
          6,
          3,
          5,
          7,
        ],
        "t": 6,
      }
    `);
    const paper = ftpl.open(play(ftplPaperSpec, 5), people, seedOf(9));
    expect([...(paper.hypotheses ?? [])].slice(0, 8)).toMatchInlineSnapshot(`
      [
        6,
        5,
        4,
        6,
        6,
        6,
        4,
        4,
      ]
    `);
  });
});

/** The error tolerance for sums of noise near 2^10, added in another order. */
const ROUNDING = 2 ** -30;

describe("FTPL's history", () => {
  test.each(everyClass)("transforms to the losses that Exp2 keeps, for $kind", (hypotheses) => {
    const row = fc
      .tuple(fc.integer({ min: 0, max: 255 }), fc.constantFrom(null, "1", "2.5", "9"))
      .map(([answers, score]) => answering(answers, score));
    const common = { ...smallSpec, columns: answerColumns, hypotheses, rejectedHalves: "at-close" } as const;
    fc.assert(
      fc.property(fc.array(fc.tuple(row, row, fc.boolean()), { minLength: 1, maxLength: 6 }), (rounds) => {
        let history = ftpl.init({ ...common, learner: "ftpl", horizon: 1000, resampleCount: 50 });
        let totals = exp2.init(common);
        for (const [first, second, isNo] of rounds) {
          const round: ChargedRound = {
            people: [first, second],
            chances: [0.5, 0.25],
            decisions: [1, 0],
            pairs: [{ high: 1, low: 0, weight: 1 }],
            fairnessWeight: 1,
          };
          const change: OutcomeChange = {
            individual: first,
            chance: 0.5,
            before: null,
            after: isNo ? "no" : "yes",
            settledRejected: [],
          };
          history = ftpl.applyOutcome(playRound(ftpl, history, round), change);
          totals = exp2.applyOutcome(playRound(exp2, totals, round), change);
        }
        // halves and quarters: all sums are exact
        const losses = lossesIn(history.oracle, { ...history.rules, kind: hypotheses.kind }, history.loss);
        expect(losses).toEqual([...totals.totals.loss].map((loss) => loss + 0));
        expect(history.t).toBe(totals.t);
      }),
      { numRuns: 10 },
    );
  });

  test("keeps its sums without drift", () => {
    let state = ftpl.init(ftplSpec);
    const cell = (s: FtplState) => s.loss[0] ?? Number.NaN;
    const change = { individual: person(0.5), before: null, settledRejected: [], after: "no" } as const;
    for (let i = 0; i < 10_000; i++) state = ftpl.applyOutcome(state, { ...change, chance: 0.7 });
    // 1/0.7 - 1/2, ten thousand times, exactly
    expect(cell(state)).toBe(10_000 * onGrid(1 / 0.7 - 0.5));
  });
});

describe("FTPL's estimates", () => {
  const known: EstimatorSpec = { learner: "ftpl", mode: "known", rejectedHalves: "at-close", weightCap: 10 };
  const paper: EstimatorSpec = { ...known, mode: "paper" };
  const no: OutcomeChange = {
    individual: person(1),
    chance: 0.25,
    before: null,
    after: "no",
    settledRejected: [],
  };

  test("weigh a label by min(1/p, L) in mode known and by J in mode paper, by hand", () => {
    expect(outcomeCharges(known, no)[0]?.cost).toBe(3.5);
    expect(outcomeCharges(known, { ...no, chance: 0.05 })[0]?.cost).toBe(9.5);
    expect(outcomeCharges(known, { ...no, after: "yes" })[0]?.cost).toBe(-0.5);
    expect(outcomeCharges(paper, { ...no, resample: 7 })[0]?.cost).toBe(6.5);
    expect(outcomeCharges(paper, { ...no, after: "yes", resample: 7 })[0]?.cost).toBe(-0.5);
    expect(outcomeCharges(paper, { ...no, before: "yes", resample: 7 })[0]?.cost).toBe(7);
    expect(outcomeCharges(paper, { ...no, after: "lost", resample: 7 })).toEqual([]);
  });

  test("charge the pair C J - C/2 and -C/2 in mode paper, ±C/2 in mode known", () => {
    const round: ChargedRound = {
      people,
      chances: [0.8, 0.5, 0.25],
      decisions: [1, 0, 0],
      pairs: [{ high: 0, low: 2, weight: 1 }],
      fairnessWeight: 3,
      resamples: [2, 0, 0],
    };
    const costs = (spec: EstimatorSpec, closed: ChargedRound) =>
      roundCharges(spec, closed).map(({ cost }) => cost);
    // x0: 3 × 2 - 1.5; x1: -1/2; x2: -1/2 - 1.5
    expect(costs(paper, round)).toEqual([4.5, -0.5, -2]);
    // turned: x2 is ρ1 and rejected: -1/2 - 1.5; x0 is ρ2: -1.5
    expect(costs(paper, { ...round, pairs: [{ high: 2, low: 0, weight: 1 }] })).toEqual([-1.5, -0.5, -2]);
    expect(costs(known, round)).toEqual([1.5, -0.5, -2]);
  });

  test("have the same mean in both modes: 1 - (1 - q)^R of the truth at R = L, by enumeration", () => {
    const R = 10;
    for (const q of [0.05, 0.3, 0.9]) {
      const expected = 1 - (1 - q) ** R;
      // known: hits ~ Bin(R, q), and the drawn rule is one of the R
      let inKnown = 0;
      let binomial = (1 - q) ** R;
      for (let hits = 1; hits <= R; hits++) {
        binomial *= (((R - hits + 1) / hits) * q) / (1 - q);
        const cost = outcomeCharges(known, { ...no, chance: hits / R })[0]?.cost ?? Number.NaN;
        inKnown += binomial * (hits / R) * (cost + 0.5);
      }
      expect(inKnown).toBeCloseTo(expected, 12);
      // paper: selected with probability q, J geometric up to L
      let inPaper = 0;
      for (let J = 1; J <= R; J++) {
        const chanceOfJ = J < R ? q * (1 - q) ** (J - 1) : (1 - q) ** (R - 1);
        inPaper +=
          q * chanceOfJ * ((outcomeCharges(paper, { ...no, chance: q, resample: J })[0]?.cost ?? 0) + 0.5);
      }
      expect(inPaper).toBeCloseTo(expected, 12);
    }
  });

  test("of a pair have the mean difference C/2 + C/2 that is known, up to the same factor", () => {
    const q = 0.4;
    const L = 10;
    const round = {
      people,
      chances: [q, 0.5, 0.25],
      pairs: [{ high: 0, low: 2, weight: 1 }],
      fairnessWeight: 2,
    } as const;
    let mean =
      (1 - q) * (roundCharges(paper, { ...round, decisions: [0, 1, 1], resamples: [0, 1, 1] })[0]?.cost ?? 0);
    for (let J = 1; J <= L; J++) {
      const chanceOfJ = J < L ? q * (1 - q) ** (J - 1) : (1 - q) ** (L - 1);
      mean +=
        q *
        chanceOfJ *
        (roundCharges(paper, { ...round, decisions: [1, 1, 1], resamples: [J, 1, 1] })[0]?.cost ?? 0);
    }
    // selected: C J - C/2; rejected: -C/2 - 1/2. Mean: C (1 - (1-q)^L) - C/2 - (1 - q)/2
    expect(mean).toBeCloseTo(2 * (1 - (1 - q) ** L) - 1 - (1 - q) / 2, 12);
  });

  test("refuse a missing J, one out of range, and lists that do not fit", () => {
    refuses("resample-missing", () => outcomeCharges(paper, no));
    for (const resample of [0, 11, 1.5, Number.NaN])
      refuses("range", () => outcomeCharges(paper, { ...no, resample }));
    const round: ChargedRound = {
      people,
      chances: [0.8, 0.5, 0.25],
      decisions: [1, 0, 0],
      pairs: [{ high: 0, low: 2, weight: 1 }],
      fairnessWeight: 3,
    };
    refuses("resample-missing", () => roundCharges(paper, round));
    refuses("shape", () => roundCharges(paper, { ...round, resamples: [1] }));
  });
});

describe("geometric resampling", () => {
  const spec: LearnerSpec = { ...ftplPaperSpec, horizon: 1000 };
  const state = play(spec, 3);

  test("draws again for each selected person until a rule accepts, at most L times", () => {
    const J = ftpl.resample(state, people, [1, 1, 1], seedOf(5));
    const rules = hypothesisClass(spec.columns, spec.hypotheses);
    const losses = state.oracle.transformHistory(state.loss);
    const search = state.oracle.search(losses);
    for (const [i, individual] of people.entries()) {
      const next = laplaceStream(seedOf(5), i);
      let count = 0;
      let accepted = false;
      while (!accepted && count < 10) {
        count += 1;
        const noise = Float64Array.from({ length: rules.separator.size }, () => {
          let sum = 0;
          for (let d = 0; d < state.settings.noiseLength; d++) sum += next();
          return sum / state.settings.omega;
        });
        accepted = rules.evaluate(search(noise), individual) === 1;
      }
      expect(J[i]).toBe(count);
    }
  });

  test("gives each person the same J whichever others were selected, and 0 to the rejected", () => {
    const all = ftpl.resample(state, people, [1, 1, 1], seedOf(6));
    for (const decisions of [
      [1, 0, 1],
      [0, 1, 0],
      [0, 0, 0],
    ] as (0 | 1)[][]) {
      expect(ftpl.resample(state, people, decisions, seedOf(6))).toEqual(
        all.map((J, i) => J * (decisions[i] ?? 0)),
      );
    }
  });

  test("has mean (1 - (1 - q)^L)/q", () => {
    const count = 1500;
    let sum = 0;
    for (let i = 0; i < count; i++)
      sum += ftpl.resample(state, people.slice(0, 1), [1], seedOf(10 + i))[0] ?? 0;
    // q of person 0 from 8,000 other draws of the same policy
    let hits = 0;
    for (let i = 0; i < 20; i++) hits += 400 * Number(ftpl.open(state, people, seedOf(5000 + i)).chances[0]);
    const q = hits / 8000;
    const mean = (1 - (1 - q) ** 10) / q;
    // J's deviation is at most √(1-q)/q; that of q moves the mean by at most its own over q²; five of both
    const tolerance =
      5 * (Math.sqrt(1 - q) / q / Math.sqrt(count) + Math.sqrt((q * (1 - q)) / 8000) / q ** 2);
    expect(Math.abs(sum / count - mean)).toBeLessThan(tolerance);
  });

  test("is needed neither in mode known nor by Exp2", () => {
    expect(ftpl.resample(ftpl.init(ftplSpec), people, [1, 1, 1], seedOf(1))).toEqual([]);
    expect(exp2.resample(exp2.init(smallSpec), people, [1, 1, 1], seedOf(1))).toEqual([]);
  });
});

describe("FTPL draws", () => {
  const state = play(ftplSpec, 3);
  const opening = ftpl.open(state, people, seedOf(3));

  test("rule number ⌊u R⌋ of the R, in integers", () => {
    const u = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n });
    fc.assert(
      fc.property(u, (bits) => {
        const { hypothesis, decisions } = ftpl.draw(state.rules, opening, people, Number(bits) / 2 ** 53);
        expect(hypothesis).toBe(opening.hypotheses?.[Number((bits * 50n) / 2n ** 53n)]);
        expect(decisions).toEqual(people.map((row) => state.rules.evaluate(hypothesis, row)));
      }),
    );
    expect(ftpl.draw(state.rules, opening, people, 0).hypothesis).toBe(opening.hypotheses?.[0]);
    expect(ftpl.draw(state.rules, opening, people, 1 - 2 ** -53).hypothesis).toBe(opening.hypotheses?.[49]);
  });

  test("only with a multiple of 2^-53 in [0, 1)", () => {
    for (const u of [-(2 ** -53), 1, 2 ** -54, Number.NaN])
      expect(() => ftpl.draw(state.rules, opening, people, u)).toThrow(`u = ${u} is not a multiple`);
  });

  test("from the opening alone, or from a clone with an equal rebuilt class", () => {
    const clone = structuredClone(opening);
    const rules = hypothesisClass(ftplSpec.columns, ftplSpec.hypotheses);
    for (let i = 0; i < 20; i++) {
      expect(ftpl.draw(rules, clone, people, uOf(i))).toEqual(
        ftpl.draw(state.rules, opening, people, uOf(i)),
      );
    }
  });

  test("never select a person that no drawn rule accepts, and always one that all accept", () => {
    for (let i = 0; i < 50; i++) {
      const { decisions } = ftpl.draw(state.rules, opening, people, i / 64);
      for (const [p, chance] of opening.chances.entries()) {
        if (chance === "0") expect(decisions[p]).toBe(0);
        if (chance === "1") expect(decisions[p]).toBe(1);
      }
    }
  });
});

describe("FTPL's state", () => {
  test.each([ftplSpec, ftplPaperSpec])("of mode $mode is restored bit for bit after every round", (spec) => {
    const state = play(spec, 12);
    const bytes = ftpl.serialise(state);
    const back = ftpl.restore(spec, bytes);
    expect(ftpl.serialise(back)).toEqual(bytes);
    expect(back.t).toBe(12);
    expect(ftpl.open(back, people, seedOf(1))).toEqual(ftpl.open(state, people, seedOf(1)));
    let interrupted = ftpl.init(spec);
    for (let t = 1; t <= 12; t++)
      interrupted = ftpl.restore(spec, ftpl.serialise(playOne(interrupted, t, people)));
    expect(ftpl.serialise(interrupted)).toEqual(bytes);
  });

  test("holds sums per cell, not per person: people with equal answers leave the same state", () => {
    const change = { chance: 0.5, before: null, after: "no", settledRejected: [] } as const;
    const one = ftpl.applyOutcome(ftpl.init(ftplSpec), { ...change, individual: person(1.2) });
    const other = ftpl.applyOutcome(ftpl.init(ftplSpec), { ...change, individual: person(1.9) });
    expect(ftpl.serialise(one)).toEqual(ftpl.serialise(other));
    // three cuts: four intervals and the sum of all
    expect(one.loss).toHaveLength(5);
  });

  test("is never changed by a call", () => {
    const state = play(ftplPaperSpec, 3);
    const before = ftpl.serialise(state);
    playOne(state, 4, people);
    expect(ftpl.serialise(state)).toEqual(before);
  });

  test("is not restored from another learner, with too many rounds, or without numbers", () => {
    const serialised = ftpl.serialise(play(ftplPaperSpec, 3));
    const { head, totals } = serialised;
    // Exp2 with five rules leaves as many totals as FTPL with five cells
    const test = { column: "score", test: "above" } as const;
    const predicates = [
      { ...test, value: "1" },
      { ...test, value: "2" },
    ];
    const from = { kind: "conjunctions", version: 1, predicates } as const;
    const rules = [2, 3, 4].map((rule) => ({ from, rule }));
    const five = { ...smallSpec, hypotheses: { kind: "explicit", version: 1, rules } } as const;
    const foreign = exp2.serialise(exp2.init(five));
    expect(foreign.totals).toHaveLength(totals.length);
    refuses("snapshot-damaged", () => ftpl.restore(ftplPaperSpec, foreign));
    refuses("snapshot-damaged", () => exp2.restore(five, serialised));
    refuses("snapshot-damaged", () => exp2.restore(smallSpec, serialised));
    refuses("snapshot-damaged", () => ftpl.restore({ ...ftplPaperSpec, horizon: 2 }, serialised));
    expect(ftpl.restore({ ...ftplPaperSpec, horizon: 3 }, serialised).t).toBe(3);
    const four = { ...serialised, head: { ...head, size: 4 }, totals: totals.slice(8) } as const;
    refuses("snapshot-damaged", () => ftpl.restore(ftplPaperSpec, four));
    for (const other of [totals.slice(8), new Uint8Array(totals.length).fill(0xff)]) {
      refuses("snapshot-damaged", () => ftpl.restore(ftplPaperSpec, { ...serialised, totals: other }));
    }
  });

  test("equals that of the same charges in another order, with corrections and late settlement", () => {
    const change = { individual: person(0.5), chance: 0.5, settledRejected: [] } as const;
    const direct = ftpl.applyOutcome(ftpl.init(ftplSpec), { ...change, before: null, after: "yes" });
    const detour = ftpl.applyOutcome(
      ftpl.applyOutcome(ftpl.init(ftplSpec), { ...change, before: null, after: "no" }),
      { ...change, before: "no", after: "yes" },
    );
    expect(detour.loss).toEqual(direct.loss);
  });
});

describe("FTPL refuses", () => {
  const state = ftpl.init(ftplSpec);

  test("rounds without people, with too many people and after the horizon", () => {
    refuses("shape", () => ftpl.open(state, [], seedOf(1)));
    refuses("shape", () => ftpl.open(state, [...people, person(1)], seedOf(1)));
    refuses("shape", () => ftpl.resample(state, people, [1], seedOf(1)));
    refuses("horizon-passed", () => ftpl.open({ ...state, t: 1000 }, people, seedOf(1)));
    const round = {
      people,
      chances: [0.5, 0.5, 0.5],
      decisions: [1, 1, 1],
      pairs: [],
      fairnessWeight: 1,
    } as const;
    refuses("horizon-passed", () => playRound(ftpl, { ...state, t: 1000 }, round));
    expect(() => ftpl.open({ ...state, t: 1000 }, people, seedOf(1))).toThrow("round 1001 of 1000");
    expect(ftpl.open({ ...state, t: 999 }, people, seedOf(1)).t).toBe(1000);
  });

  test("invalid seeds, draws without 53 bits, and openings of another study", () => {
    refuses("noise-seed", () => ftpl.open(state, people, ""));
    const opening = ftpl.open(state, people, seedOf(1));
    for (const bad of [1, -0.1, 0.3, 2 ** -54, Number.NaN])
      refuses("range", () => ftpl.draw(state.rules, opening, people, bad));
    const exp2Opening = exp2.open(exp2.init(smallSpec), people, "");
    refuses("shape", () => ftpl.draw(state.rules, exp2Opening, people, 0.5));
    const { cumulative: _, runs: __, hypotheses: ___, weighed: ____, ...published } = opening;
    const drawnFrom = (hypotheses: Float64Array<ArrayBuffer>) =>
      ftpl.draw(state.rules, { ...published, hypotheses }, people, 0.5);
    refuses("shape", () => drawnFrom(new Float64Array()));
    refuses("range", () => drawnFrom(Float64Array.of(state.rules.size)));
    for (const others of [[], people.slice(1), [...people, ...people]]) {
      refuses("shape", () => ftpl.draw(state.rules, opening, others, 0.5));
    }
  });

  test("charges that are not finite, and histories that would become so", () => {
    const change = { individual: person(1), before: null, after: "no", settledRejected: [] } as const;
    const huge = { ...state, loss: state.loss.map(() => 1.79e308) };
    const round = {
      people: [person(1)],
      chances: [0.5],
      decisions: [1],
      pairs: [],
      fairnessWeight: 1,
    } as const;
    expect(() => playRound(ftpl, state, round)).not.toThrow();
    refuses("not-finite", () =>
      ftpl.open({ ...state, loss: state.loss.map(() => Number.NaN) }, people, seedOf(1)),
    );
    refuses("not-finite", () => ftpl.open(huge, people, seedOf(1)));
    refuses("range", () => ftpl.applyOutcome(state, { ...change, chance: 0 }));
  });
});

test.each(everyClass)(
  "both learners play rounds in every mode on $kind through the common interface",
  (hypotheses) => {
    const rows = [answering(3, "1"), answering(200, null), answering(5, "4")];
    const change = { columns: answerColumns, hypotheses } as {
      columns: typeof answerColumns;
      hypotheses: HypothesisSpec;
    };
    const specs: LearnerSpec[] = [
      { ...smallSpec, ...change },
      { ...paperSpec, ...change },
      { ...smallSpec, ...change, mode: "ix", delta: "0.05" },
      { ...ftplSpec, ...change },
      { ...ftplPaperSpec, ...change },
    ];
    for (const spec of specs) {
      const learner = learnerOf(spec);
      let state = learner.init(spec);
      for (let t = 1; t <= 3; t++) {
        const opening = structuredClone(learner.open(state, rows, seedOf(t)));
        const { hypothesis, decisions } = learner.draw(learner.init(spec).rules, opening, rows, uOf(t));
        expect(decisions).toEqual(rows.map((row) => classOf(hypotheses).evaluate(hypothesis, row)));
        const resamples = learner.resample(state, rows, decisions, seedOf(t + 50));
        const chances = opening.chances.map(Number);
        const pairs = [{ high: 0, low: 1, weight: 1 }];
        const fairnessWeight = Number(opening.fairnessWeight);
        state = playRound(learner, state, {
          people: rows,
          chances,
          decisions,
          pairs,
          fairnessWeight,
          resamples,
        });
        state = learner.restore(spec, learner.serialise(state));
      }
      expect(state).toMatchObject({ t: 3 });
    }
  },
);
