import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LearnerSpec, Picks } from "#server/learner/config/spec.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { ftpl } from "#server/learner/ftpl/ftpl.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { Learner, Opening } from "#server/learner/interface/learner.ts";
import type { Openings } from "#server/learner/interface/open-rounds.ts";
import { ftplSpec, guardedSpec, ixSpec, person, playRound, refuses, smallSpec, spread } from "../fixtures.ts";
import { closedOf, openedOf, openedWith } from "../guarded/play-guarded.ts";

const predicates = ["1", "2", "3"].map((value) => ({ column: "score", test: "above", value }) as const);
const conjunctions = { kind: "conjunctions", version: 1, predicates } as const;
const decisionLists = { kind: "decision-lists", version: 1, predicates, longest: 2 } as const;
const seed = "ab".repeat(32);
const numberIn = ({ chances }: Opening) => chances.reduce((sum, chance) => sum + Number(chance), 0);

/** Plays rounds in which people with a high score are good; the panel reports nothing. Returns all openings. */
function play<State extends Openings>(learner: Learner<State>, spec: LearnerSpec, rounds: number) {
  let state = learner.init(spec);
  const openings: Opening[] = [];
  for (let t = 0; t < rounds; t++) {
    const scores = Array.from({ length: 1 + (t % 3) }, (_, i) => Math.floor(5 * spread(3 * t + i)));
    const people = scores.map(person);
    const opening = learner.open(state, people, seed);
    openings.push(opening);
    const chances = opening.chances.map(Number);
    const { picks, eta } = opening;
    state = playRound(learner, state, {
      people,
      chances,
      decisions: scores.map(() => 1),
      pairs: [],
      fairnessWeight: Number(opening.fairnessWeight),
      ...(picks && { projection: { nu: Number(picks.nu), eta: Number(eta) } }),
      ...(opening.guard && { guard: { ...opening.guard, names: scores.map((_, i) => `t${t}/${i}`) } }),
    });
    for (const [i, individual] of people.entries()) {
      const label = (scores[i] ?? 0) >= 3 ? "yes" : "no";
      const guard = opening.guard && {
        base: opening.guard.base[i] as string,
        noShare: opening.guard.noShare,
      };
      const chance = chances[i] as number;
      const change = { individual, chance, before: null, after: label, settledRejected: [] } as const;
      if (chance > 0) state = learner.applyOutcome(state, { ...change, ...(guard && { guard }) });
    }
  }
  return { openings, state };
}

const exactly: Picks = { rule: "exactly", count: "2" };

describe.each<[string, LearnerSpec]>([
  ["known, thresholds", { ...smallSpec, draw: "even", picks: exactly }],
  ["known, anytime", { ...smallSpec, horizon: null, afterHorizon: "anytime", draw: "even", picks: exactly }],
  ["known, sets of predicates", { ...smallSpec, hypotheses: conjunctions, draw: "even", picks: exactly }],
  ["known, listed rules", { ...smallSpec, hypotheses: decisionLists, draw: "even", picks: exactly }],
  [
    "known, with a prior",
    { ...smallSpec, draw: "even", picks: exactly, prior: { kind: "constants", none: "0.4", all: "0.1" } },
  ],
  ["ix", { ...ixSpec, draw: "even", picks: exactly }],
])("a number of picks in mode %s", (_, spec) => {
  const { openings, state } = play(exp2, spec, 12);

  it("is the sum of the chances in every round", () => {
    for (const opening of openings)
      expect(numberIn(opening)).toBeCloseTo((2 * opening.chances.length) / 3, 14);
  });

  it("is reached by a charge on the people of the round", () => {
    const { nu } = openings[0]?.picks ?? { nu: "0" };
    expect(Number(nu)).not.toBe(0);
    const back = exp2.restore(spec, exp2.serialise(state));
    const people = [0, 2, 4].map(person);
    expect(exp2.open(back, people, "")).toEqual(exp2.open(state, people, ""));
  });

  it("is refused at a close without the way it was reached", () => {
    const people = [person(1)];
    const { fairnessWeight } = exp2.open(exp2.init(spec), people, "");
    const round = {
      people,
      chances: [0.5],
      decisions: [1],
      pairs: [],
      fairnessWeight: Number(fairnessWeight),
    } as const;
    refuses("shape", () => playRound(exp2, exp2.init(spec), round));
  });

  it("changes nothing without the setting", () => {
    const { picks: __, ...free } = spec;
    for (const opening of play(exp2, free, 3).openings) expect(opening).not.toHaveProperty("picks");
  });
});

describe("a number of picks with FTPL", () => {
  it("replaces the first drawn rules by a constant, to within one hit per person", () => {
    const spec: LearnerSpec = { ...ftplSpec, picks: exactly };
    for (const opening of play(ftpl, spec, 9).openings) {
      const people = opening.chances.length;
      expect(Math.abs(numberIn(opening) - (2 * people) / 3)).toBeLessThan(people / 50 + 1e-9);
      const { none, all, nu } = opening.picks ?? { none: "", all: "", nu: "" };
      expect(nu).toBe("0");
      const constant = Number(all) > 0 ? 1 : 0;
      const replaced = Math.round(50 * (Number(none) + Number(all)));
      expect([...(opening.hypotheses ?? [])].slice(0, replaced)).toEqual(Array(replaced).fill(constant));
    }
  });
});

describe("a number of picks in mode guarded", () => {
  const people = [0, 2, 4].map(person);
  const specWith = (picks: Picks): LearnerSpec => ({ ...guardedSpec, picks });

  it("is the sum of the chances in every round, and stays in the state", () => {
    const { openings, state } = play(guarded, specWith(exactly), 12);
    for (const opening of openings)
      expect(numberIn(opening)).toBeCloseTo((2 * opening.chances.length) / 3, 14);
    const back = guarded.restore(specWith(exactly), guarded.serialise(state));
    expect(guarded.open(back, people, "")).toEqual(guarded.open(state, people, ""));
    expect(guarded.serialise(state).head).not.toHaveProperty("ahead");
  });

  it("is a bound if it is at least or at most that many", () => {
    for (const count of ["0.3", "1", "2", "2.7"]) {
      for (const opening of play(guarded, specWith({ rule: "at-least", count }), 12).openings) {
        expect(numberIn(opening)).toBeGreaterThanOrEqual(
          (Number(count) * opening.chances.length) / 3 - 1e-12,
        );
      }
      for (const opening of play(guarded, specWith({ rule: "at-most", count }), 12).openings) {
        expect(numberIn(opening)).toBeLessThanOrEqual((Number(count) * opening.chances.length) / 3 + 1e-12);
      }
    }
  });

  it("projects nothing if the policy meets the bound by itself", () => {
    const { openings } = play(guarded, specWith({ rule: "at-least", count: "0.01" }), 2);
    for (const { picks } of openings) expect(picks).toEqual({ nu: "0", none: "0", all: "0" });
  });

  it("on average is counted in the state, for closed rounds only", () => {
    const spec = specWith({ rule: "average", count: "1" });
    const { state } = play(guarded, spec, 5);
    const opened = openedWith(state, [0, 2, 4]);
    expect(guarded.applyCancel(opened, opened.t + 1).core.ahead).toBe(state.core.ahead);
    const opening = openedOf(state, [0, 2, 4]);
    const closed = guarded.applyRound(opened, closedOf(opening, [0, 2, 4], []));
    expect(closed.core.ahead).toBeCloseTo(state.core.ahead + numberIn(opening) - 1, 12);
    const stored = guarded.serialise(closed);
    expect(stored.head).toMatchObject({ ahead: String(closed.core.ahead) });
    expect(guarded.restore(spec, stored).core.ahead).toBe(closed.core.ahead);
    const { ahead: _, ...without } = stored.head as { ahead?: string };
    expect(() => guarded.restore(spec, { ...stored, head: without as typeof stored.head })).toThrow(/picks/);
  });

  it("leaves no trace if its round is cancelled", () => {
    const { state } = play(guarded, specWith(exactly), 4);
    expect(guarded.applyCancel(openedWith(state, [0, 2, 4]), 5)).toEqual(state);
  });

  it("is reached by a constant rule if no weights reach it", () => {
    const prior = { kind: "constants", none: "1", all: "0" } as const;
    const opening = guarded.open(guarded.init({ ...specWith(exactly), prior }), people, "");
    expect(opening.picks).toEqual({ nu: "60", none: "0", all: String(2 / 3) });
    expect(opening.chances.map(Number)).toEqual(
      [2 / 3, 2 / 3, 2 / 3].map((each) => expect.closeTo(each, 14)),
    );
    expect(numberIn(opening)).toBeCloseTo(2, 14);
    expect(opening.cumulative?.at(-1)).toBeCloseTo(1, 12);
  });

  it("gives a one-rule draw the same chances, by the displayed weights", () => {
    fc.assert(
      fc.property(fc.constantFrom("0.5", "1", "2", "2.9"), (count) => {
        const { state } = play(guarded, specWith({ rule: "exactly", count }), 4);
        const opening = guarded.open(state, people, "");
        const bits = people.map((individual) => state.rules.bits(individual));
        const cumulative = opening.cumulative ?? new Float64Array();
        const weights = cumulative.map((total, h) => total - (cumulative[h - 1] ?? 0));
        for (const [i, chance] of opening.chances.entries()) {
          const accepted = weights.reduce((sum, weight, h) => sum + weight * (bits[i]?.[h] ?? 0), 0);
          expect(accepted).toBeCloseTo(Number(chance), 12);
        }
      }),
    );
  });
});
