import * as t from "#messages/ruleProblems.ts";
import { treeNumbers } from "#server/learner/classes/tree-numbers.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { RulesDraft } from "#server/study/draft.ts";
import { atRules } from "#server/study/missing-field.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import type { RulesContext, RulesKind } from "./kind.ts";
import { buildPredicates, missingPredicates } from "./predicates.ts";

/**
 * Conditions asked one after the other, each depending on the previous answer: more rules than can be listed, for FTPL.
 */
export const treesDraft: RulesKind = {
  conditionLimit,
  size: (context) => ({
    rules: treeCount(context),
    used: context.rules.predicates.length,
  }),
  missing: (context) => {
    const { depth } = context.rules;
    const limit = conditionLimit(context.rules);
    const why = depth.trim() === "3" ? "deepTrees" : "trees";
    const problems = missingPredicates(context, { limit, why });
    if (isDepth(depth)) return problems;
    return [...problems, atRules("depth", t.treeDepth({ value: depth.trim() }))];
  },
  build: (context) => ({
    kind: "trees",
    version: 1,
    predicates: buildPredicates(context),
    depth: Number(context.rules.depth) === 3 ? 3 : 2,
  }),
  samples: (_, size) => [3, Math.floor(size / 3), Math.floor((2 * size) / 3), size - 1],
};

function conditionLimit({ depth }: RulesDraft): number {
  return studyLimits.treeConditions[depth.trim() === "3" ? 3 : 2];
}

/** Returns how many trees there are; null beyond the limit, or while the depth is invalid. */
function treeCount({ rules }: RulesContext): number | null {
  if (!isDepth(rules.depth) || rules.predicates.length > conditionLimit(rules)) return null;
  return treeNumbers(rules.predicates.length, Number(rules.depth)).count;
}

/** Returns the most conditions whose trees can all be listed. @param depth 2 or 3 */
export function treesListed(depth: number): number {
  let most = 0;
  while (treeNumbers(most + 1, depth).count <= LIMITS.enumeratedRules) most += 1;
  return most;
}

function isDepth(depth: string): boolean {
  return ["2", "3"].includes(depth.trim());
}
