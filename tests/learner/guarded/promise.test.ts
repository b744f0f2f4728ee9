import fc from "fast-check";
import { expect, it } from "vitest";
import type { LearnerSpec, Picks } from "#server/learner/config/spec.ts";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { OutcomeChange } from "#server/learner/interface/learner.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { evenDraw } from "#server/learner/policy/even-draw.ts";
import { isFullRun } from "../../setup/tier.ts";
import { guardedSpec, spread } from "../fixtures.ts";
import { labelOf, openedWith, playGuarded } from "./play-guarded.ts";

const rounds = 30;
const label = fc.constantFrom("yes", "no", "lost", null);
const arrival = fc.array(fc.record({ score: fc.integer({ min: 0, max: 4 }), label }), {
  minLength: 2,
  maxLength: 5,
});

const world = fc.record({
  alpha: fc.constantFrom("0.02", "0.1", "0.2", "0.5"),
  epsShare: fc.constantFrom(0.25, 0.5, 1),
  allowance: fc.constantFrom("1", "1.5", "2"),
  budget: fc.constantFrom("0.01", "0.5", "4"),
  trust: fc.constantFrom("0.5", "3"),
  pace: fc.constantFrom("1", "10"),
  constants: fc.constantFrom("0", "0.25"),
  switches: fc.record({ isUpwards: fc.boolean(), isRareYes: fc.boolean() }),
  picks: fc.option(
    fc.record({
      rule: fc.constantFrom("exactly", "exactly", "at-least", "at-most", "average"),
      count: fc.constantFrom("1", "2", "2.5", "4"),
    }),
    { freq: 4, nil: undefined },
  ),
  /** By round: its labels come two rounds late, it is cancelled once before it is played, its first person is erased. */
  mishaps: fc.array(fc.record({ isLate: fc.boolean(), isCancelled: fc.boolean(), isErased: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
  arrivals: fc.array(arrival, { minLength: 1, maxLength: rounds }),
  panel: fc.record({
    kind: fc.constantFrom("everything", "largest", "mask", "when-relaxed", "until-limit"),
    masks: fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: rounds }),
    tau: fc.constantFrom(0.05, 0.2, 0.4),
  }),
});

const promises = new Map(
  [1, 1.5, 2].map((allowance) => {
    const settings = { allowance, step: 0.2, tauStart: 0.1 };
    return [String(allowance), reportsUntil(settings, rounds)] as const;
  }),
);

/** Whom a panel reports that sees everything but the draw. */
function reported(
  { kind, masks, tau }: { kind: string; masks: readonly number[]; tau: number },
  index: number,
  eligible: readonly (readonly [number, number])[],
  guard: { tau: string; isCut: boolean },
): { high: number; low: number }[] {
  const mask = masks[index % masks.length] ?? 0;
  const isChosen = (pair: number) => {
    if (kind === "everything") return true;
    if (kind === "largest") return pair === 0;
    if (kind === "when-relaxed") return Number(guard.tau) >= tau;
    if (kind === "until-limit") return Number(guard.tau) >= tau || guard.isCut;
    return ((mask >> (pair % 4)) & 1) === 1;
  };
  return eligible.filter((_, pair) => isChosen(pair)).map(([high, low]) => ({ high, low }));
}

/** Checks the picks of a round by an even draw of chances that were printed for k = 5. */
function checkPicks({ rule, count }: Picks, index: number, chances: readonly string[]): void {
  const number = (Number(count) * chances.length) / 5;
  const order = chances.map((_, position) => position);
  const u = Math.floor(spread(index) * 2 ** 53) / 2 ** 53;
  const drawn = evenDraw(chances, order, u).reduce<number>((sum, decision) => sum + decision, 0);
  if (rule === "exactly" || rule === "at-least") expect(drawn).toBeGreaterThanOrEqual(Math.floor(number));
  if (rule === "exactly" || rule === "at-most") expect(drawn).toBeLessThanOrEqual(Math.ceil(number));
}

it("never has more reports than promised, besides rounds whose correction was cut, whatever the panel does", () => {
  fc.assert(
    fc.property(world, ({ alpha, epsShare, constants, arrivals, panel, picks, mishaps, ...dials }) => {
      const spec: LearnerSpec = {
        ...guardedSpec,
        alpha,
        eps: String(Number(alpha) * epsShare),
        roundSize: 5,
        ...(picks && { picks }),
        prior: { kind: "constants", none: constants, all: constants } as const,
        guarded: {
          ...guardedSpec.guarded,
          allowance: dials.allowance,
          budget: dials.budget,
          trust: dials.trust,
          pace: dials.pace,
          step: "0.2",
          tauStart: "0.1",
          forget: null,
          ...(dials.switches.isUpwards && { upwards: true }),
          ...(dials.switches.isRareYes && { rareYes: true }),
        },
      };
      let state = guarded.init(spec);
      let reports = 0;
      let cuts = 0;
      let [expectedPicks, wantedPicks] = [0, 0];
      const late: { due: number; label: OutcomeChange }[] = [];
      for (const [index, people] of arrivals.entries()) {
        const { isLate, isCancelled, isErased } = mishaps[index % mishaps.length] as (typeof mishaps)[number];
        const scores = people.map(({ score }) => score);
        if (isCancelled) state = guarded.applyCancel(openedWith(state, scores), index + 1);
        const arrivals = isLate ? people.map((one) => ({ ...one, label: null })) : people;
        const played = playGuarded(state, arrivals, (opening) =>
          reported(panel, index, eligiblePairs(opening.chances, alpha), opening.guard),
        );
        state = played.state;
        const { opening } = played;
        for (const [i, { label }] of people.entries()) {
          if (!isLate || label === null || Number(opening.chances[i]) === 0) continue;
          late.push({ due: index + 2, label: labelOf(opening, scores, i, label) });
        }
        for (const { due, label } of late) if (due === index) state = guarded.applyOutcome(state, label);
        if (isErased) state = guarded.applyErasure(state, `t${index + 1}/0`);
        expectedPicks += opening.chances.reduce((sum, chance) => sum + Number(chance), 0);
        wantedPicks += (Number(picks?.count) * people.length) / 5;
        if (picks?.rule === "average")
          expect(Math.abs(expectedPicks - wantedPicks)).toBeLessThanOrEqual(5 + 1e-9);
        if (picks !== undefined) checkPicks(picks, index, opening.chances);
        reports += played.hasReported ? 1 : 0;
        cuts += played.hasReported && played.opening.guard.isCut ? 1 : 0;
        expect(reports).toBeLessThanOrEqual((promises.get(dials.allowance)?.[index + 1] ?? 0) + cuts);
      }
    }),
    { numRuns: isFullRun ? 10_000 : 1_000, seed: 1 },
  );
});
