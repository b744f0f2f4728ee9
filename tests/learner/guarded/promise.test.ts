import fc from "fast-check";
import { expect, it } from "vitest";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { isFullRun } from "../../setup/tier.ts";
import { guardedSpec } from "../fixtures.ts";
import { playGuarded } from "./play-guarded.ts";

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

it("never has more reports than promised, besides rounds whose correction was cut, whatever the panel does", () => {
  fc.assert(
    fc.property(world, ({ alpha, epsShare, constants, arrivals, panel, ...dials }) => {
      const spec = {
        ...guardedSpec,
        alpha,
        eps: String(Number(alpha) * epsShare),
        roundSize: 5,
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
        },
      };
      let state = guarded.init(spec);
      let reports = 0;
      let cuts = 0;
      for (const [index, people] of arrivals.entries()) {
        const played = playGuarded(state, people, (opening) =>
          reported(panel, index, eligiblePairs(opening.chances, alpha), opening.guard),
        );
        state = played.state;
        reports += played.hasReported ? 1 : 0;
        cuts += played.hasReported && played.opening.guard.isCut ? 1 : 0;
        expect(reports).toBeLessThanOrEqual((promises.get(dials.allowance)?.[index + 1] ?? 0) + cuts);
      }
    }),
    { numRuns: isFullRun ? 10_000 : 1_000, seed: 1 },
  );
});
