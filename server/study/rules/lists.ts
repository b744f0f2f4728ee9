import * as t from "#messages/ruleProblems.ts";
import { decisionListCatalogue } from "#server/learner/classes/decision-lists.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { atRules } from "#server/study/missing-field.ts";
import type { RulesContext, RulesKind } from "./kind.ts";
import { buildPredicates, missingPredicates } from "./predicates.ts";

/** A few questions in order; the first that applies decides. */
export const decisionListsDraft: RulesKind = {
  conditionLimit: () => LIMITS.listPredicates,
  size: (context) => ({
    rules: listCount(context),
    used: context.rules.predicates.length,
  }),
  missing: (context) => {
    const problems = missingPredicates(context, { limit: LIMITS.listPredicates, why: "lists" });
    const { longest } = context.rules;
    if (!isLength(longest)) {
      problems.push(atRules("longest", t.listLength({ most: LIMITS.listSteps, value: longest.trim() })));
    } else if (problems.length === 0 && listCount(context) === null) {
      const count = context.rules.predicates.length;
      problems.push(
        atRules("longest", t.tooManyLists({ count, length: longest.trim(), limit: LIMITS.enumeratedRules })),
      );
    }
    return problems;
  },
  build: (context) => ({
    kind: "decision-lists",
    version: 1,
    predicates: buildPredicates(context),
    longest: Number(context.rules.longest),
  }),
  samples: (_, size) => [2, Math.floor(size / 3), Math.floor((2 * size) / 3), size - 1],
};

const counted = new Map<string, number | null>();

/** Returns how many different lists there are; null beyond the limit, or while the settings are invalid. */
function listCount({ rules: { predicates, longest } }: RulesContext): number | null {
  if (predicates.length > LIMITS.listPredicates || !isLength(longest)) return null;
  const key = `${predicates.length} ${Number(longest)}`;
  const known = counted.get(key);
  if (known !== undefined) return known;
  const count = countLists(predicates.length, Number(longest));
  counted.set(key, count);
  return count;
}

function countLists(count: number, longest: number): number | null {
  try {
    return decisionListCatalogue(count, longest).size;
  } catch (error) {
    if (error instanceof LearnerError && error.code === "class-too-large") return null;
    throw error;
  }
}

function isLength(longest: string): boolean {
  const value = longest.trim();
  return /^[1-9]$/.test(value) && Number(value) <= LIMITS.listSteps;
}
