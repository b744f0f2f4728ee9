import { expect, it } from "vitest";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { Learner, Opening } from "#server/learner/interface/learner.ts";
import type { Openings } from "#server/learner/interface/open-rounds.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { ftplSpec, guardedSpec, ixSpec, paperSpec, person, refuses, smallSpec, spread } from "../fixtures.ts";

const people = [0, 2, 4].map(person);
const seed = "ab".repeat(32);
const average = { rule: "average", count: "1" } as const;
const flagged = [{ high: 0, low: 2, weight: 1 }];

const specs: [string, LearnerSpec][] = [
  ["known", smallSpec],
  ["anytime", { ...smallSpec, horizon: null, afterHorizon: "anytime" }],
  ["ix", ixSpec],
  ["paper", paperSpec],
  ["known, picks on average", { ...smallSpec, draw: "even", picks: average }],
  ["FTPL", ftplSpec],
  ["guarded, picks on average", { ...guardedSpec, picks: average }],
];

/** Opens this many rounds from a state. */
function openAll(learner: Learner<LearnerState>, state: LearnerState, count: number) {
  const openings: Opening[] = [];
  let now = state;
  for (let i = 0; i < count; i++) {
    const opening = learner.open(now, people, seed);
    openings.push(opening);
    now = learner.applyOpening(now, people, opening.chances);
  }
  return { state: now, openings };
}

/** Closes a round in which all people are picked and one pair is a violation. */
function close(learner: Learner<LearnerState>, state: LearnerState, opening: Opening): LearnerState {
  const { t, chances, eta, fairnessWeight, guard, picks } = opening;
  return learner.applyRound(state, {
    ...{ t, people, chances: chances.map(Number), decisions: [1, 1, 1], pairs: flagged },
    fairnessWeight: fairnessWeight === null ? null : Number(fairnessWeight),
    ...(guard && { guard: { ...guard, names: people.map((_, i) => `t${t}/${i}`) } }),
    ...(picks && { projection: { nu: Number(picks.nu), eta: Number(eta) } }),
    resamples: [1, 1, 1],
  });
}

it.each(specs)("mode %s opens several rounds and closes them in any order", (_, spec) => {
  const learner = learnerOf(spec);
  const { state, openings } = openAll(learner, learner.init(spec), 5);
  expect(openings.map(({ t }) => t)).toEqual([1, 2, 3, 4, 5]);
  const orders = [
    [0, 1, 2, 3, 4],
    [4, 1, 3, 0, 2],
  ];
  const closed = orders.map((order) =>
    order.reduce((now, i) => close(learner, now, openings[i] as Opening), state),
  );
  const next = closed.map((one) => learner.open(one, people, seed));
  for (const opening of next) expect(opening.t).toBe(6);
  const [one, other] = next.map(({ chances }) => chances.map(Number));
  for (const [i, chance] of (one ?? []).entries()) expect(other?.[i]).toBeCloseTo(chance, 9);
  refuses("shape", () => close(learner, closed[0] as LearnerState, openings[2] as Opening));
});

it.each(specs)("mode %s restores a state with open rounds unchanged", (_, spec) => {
  const learner = learnerOf(spec);
  const { state, openings } = openAll(learner, learner.init(spec), 4);
  const later = learner.applyCancel(close(learner, state, openings[2] as Opening), 2);
  for (const now of [state, later]) {
    const serialised = learner.serialise(now);
    const back = learner.restore(spec, structuredClone(serialised));
    expect((back as Openings).open).toEqual((now as Openings).open);
    expect(learner.serialise(back)).toEqual(serialised);
    expect(learner.open(back, people, seed)).toEqual(learner.open(now, people, seed));
  }
  const { head, ...rest } = learner.serialise(later);
  for (const open of [[{ t: 4 }, { t: 1 }], [{ t: 9 }]]) {
    const forged = { ...head, open } as unknown as typeof head;
    refuses("snapshot-damaged", () => learner.restore(spec, { ...rest, head: forged }));
  }
});

it.each(specs.filter(([, { picks }]) => picks !== undefined))(
  "mode %s stays within k of its number of picks, counting open rounds",
  (_, spec) => {
    const learner = learnerOf(spec);
    let state = learner.init(spec);
    let ahead = 0;
    for (let i = 0; i < 20; i++) {
      const opened = openAll(learner, state, 1);
      const [opening] = opened.openings as [Opening];
      ahead += opening.chances.reduce((sum, chance) => sum + Number(chance), 0) - 1;
      expect(Math.abs(ahead)).toBeLessThanOrEqual(3 + 1e-9);
      state = opened.state;
    }
    // Cancelled rounds pick no one, so they are no longer counted, and the bounds stay possible.
    for (let i = 0; i < 15; i++) {
      const { open } = state as Openings;
      state = learner.applyCancel(state, open[Math.floor(spread(i) * open.length)]?.t ?? 0);
      const { chances } = learner.open(state, people, seed);
      expect(chances.every((chance) => Number(chance) >= 0 && Number(chance) <= 1)).toBe(true);
    }
  },
);
