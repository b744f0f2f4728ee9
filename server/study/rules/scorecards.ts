import * as t from "#messages/ruleProblems.ts";
import { boundTable } from "#server/learner/classes/scorecards.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { atRules } from "#server/study/missing-field.ts";
import type { RulesContext, RulesKind } from "./kind.ts";
import { buildPredicates, missingPredicates } from "./predicates.ts";

const pointLimit = 99;

/** Linear classifiers with whole weights. */
export const scorecardsDraft: RulesKind = {
  conditionLimit: () => LIMITS.scorecardPredicates,
  size: (context) => ({
    rules: cardCount(context),
    used: isPoints(context.rules.largestPoints) ? workOf(context) : 0,
  }),
  missing: (context) => {
    const problems = missingPredicates(context, { limit: LIMITS.scorecardPredicates, why: "cards" });
    const points = context.rules.largestPoints.trim();
    if (!isPoints(points)) {
      problems.push(atRules("largestPoints", t.points({ most: pointLimit, value: points })));
    } else if (problems.length === 0 && workOf(context) > LIMITS.scorecardWork) {
      const count = context.rules.predicates.length;
      const cases = workOf(context);
      problems.push(
        atRules("largestPoints", t.tooManyCards({ count, points, cases, limit: LIMITS.scorecardWork })),
      );
    }
    return problems;
  },
  build: (context) => ({
    kind: "scorecards",
    version: 1,
    predicates: buildPredicates(context),
    largestPoints: Number(context.rules.largestPoints),
  }),
  samples: (_, size) => [2, Math.floor(size / 3), Math.floor((2 * size) / 3), size - 1],
};

/** Returns (2W + 1)^n 2^n, the cost of listing the scorecards. */
function workOf({ rules: { predicates, largestPoints } }: RulesContext): number {
  return (2 * Number(largestPoints) + 1) ** predicates.length * 2 ** predicates.length;
}

const counted = new Map<string, number>();

function cardCount(context: RulesContext): number | null {
  const { predicates, largestPoints } = context.rules;
  const isTooMuch = !isPoints(largestPoints) || workOf(context) > LIMITS.scorecardWork;
  if (isTooMuch || predicates.length > LIMITS.scorecardPredicates) return null;
  const key = `${predicates.length} ${Number(largestPoints)}`;
  const count = counted.get(key) ?? boundTable(predicates.length, Number(largestPoints)).size;
  counted.set(key, count);
  return count;
}

function isPoints(points: string): boolean {
  const value = points.trim();
  return /^[1-9]\d?$/.test(value) && Number(value) <= pointLimit;
}
