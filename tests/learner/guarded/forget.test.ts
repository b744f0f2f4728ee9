import { expect, it } from "vitest";
import type { GuardedSpec } from "#server/learner/config/spec.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import { guardedSpec, person } from "../fixtures.ts";

const people = [person(0), person(2)];
const losses = [5, 0.25, 1, 40, 0.5, 3, 2, 100];

/** Opens a round with these earlier losses; returns the losses of the eight rules after it, and its rate. */
function lossesAfter(forget: string | null, t = 1) {
  const settings = { ...(guardedSpec.guarded as GuardedSpec), forget };
  const start: GuardedState = guarded.init({ ...guardedSpec, guarded: settings });
  const known = { ...start, t: t - 1, core: { ...start.core, loss: Float64Array.from(losses) } };
  const { opening, state } = openGuarded(known, people);
  expect(opening.t).toBe(t);
  return { loss: [...state.core.loss], eta: opening.eta };
}

it("a study that forgets clips the losses at the leader's plus (forget + ln t)/eta", () => {
  for (const t of [1, 8]) {
    const { loss, eta } = lossesAfter("3", t);
    const most = 0.25 + (3 + Math.log(t)) / eta;
    expect(losses.filter((each) => each > most).length, `${t}`).toBeGreaterThan(0);
    expect(losses.filter((each) => each < most).length, `${t}`).toBeGreaterThan(2);
    expect(loss).toEqual(losses.map((each) => expect.closeTo(Math.min(each, most), 10)));
  }
});

it("a study that does not forget keeps all losses", () => {
  expect(lossesAfter(null).loss).toEqual(losses);
});

it("mode guarded resamples no one", () => {
  expect(guarded.resample(guarded.init(guardedSpec), people, [1, 0], "")).toEqual([]);
});
