import type { Missing } from "#server/draft/draft.ts";
import { treeNumbers } from "#server/learner/hypotheses/tree-numbers.ts";
import { LIMITS } from "#server/learner/spec/params.ts";
import type { RulesContext, RulesKind } from "./kind.ts";
import { buildPredicates, missingPredicates } from "./predicates.ts";

/**
 * Conditions asked one after the other, each depending on the answer before. What a study's pages say of its policy goes
 * through all rules, so a study takes as many trees as can be listed; simulations take more.
 */
export const treesDraft: RulesKind = {
  title: "Decision trees",
  what: "Up to two or three of your conditions on each way, the next depending on the answer to the one before.",
  example:
    "accept if income > 2,500 and late payments <= 2, or if not (income > 2,500) and years at work > 5",
  conditionLimit: LIMITS.treePredicates,
  size: (context) => ({
    rules: treeCount(context),
    limit: `at most ${group(LIMITS.enumeratedRules)} rules: ${mostOfDepth(2)} conditions of depth 2, ${mostOfDepth(3)} of depth 3`,
  }),
  missing: (context) => {
    const problems = missingPredicates(context, {
      count: LIMITS.treePredicates,
      why: "each more makes many times as many trees",
    });
    const { depth, predicates } = context.rules;
    if (!isDepth(depth)) {
      problems.push(at("depth", `Trees ask 2 or 3 conditions on a way, not “${depth.trim()}”.`));
    } else if (problems.length === 0 && treeCount(context) === null) {
      const count = treeNumbers(predicates.length, Number(depth)).count;
      problems.push(
        at(
          "predicates",
          `${predicates.length} conditions make ${group(count)} trees of depth ${depth.trim()}. A study lists its rules to show what its policy is made of, and takes ${group(LIMITS.enumeratedRules)} at most: ${mostOfDepth(2)} conditions of depth 2, or ${mostOfDepth(3)} of depth 3. Remove conditions; a simulation takes as many as ${LIMITS.treePredicates}.`,
        ),
      );
    }
    return problems;
  },
  build: (context) => ({
    kind: "trees",
    version: 1,
    predicates: buildPredicates(context),
    depth: Number(context.rules.depth) === 3 ? 3 : 2,
  }),
  samples: (_, size) => [3, Math.floor(size / 3), Math.floor((2 * size) / 3), size - 1],
};

/** How many trees there are; null beyond the limit, or while the depth is none. */
function treeCount({ rules: { predicates, depth } }: RulesContext): number | null {
  if (!isDepth(depth) || predicates.length > LIMITS.treePredicates) return null;
  const { count } = treeNumbers(predicates.length, Number(depth));
  return count > LIMITS.enumeratedRules ? null : count;
}

/** The most conditions of which all trees can be listed. */
function mostOfDepth(depth: number): number {
  let most = 0;
  while (treeNumbers(most + 1, depth).count <= LIMITS.enumeratedRules) most += 1;
  return most;
}

function isDepth(depth: string): boolean {
  return ["2", "3"].includes(depth.trim());
}

function group(count: number): string {
  return count.toLocaleString("en-GB");
}

function at(field: "depth" | "predicates", message: string): Missing {
  return { step: "rules", field, message };
}
