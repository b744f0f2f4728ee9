import * as t from "#messages/setupRules.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { messageKey } from "#server/locale.ts";
import type { RulesDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { rulesKinds } from "#server/study/rules/rules.ts";
import { treesListed } from "#server/study/rules/trees.ts";
import { studyLimits } from "#server/study/study-limits.ts";

type Kind = RulesDraft["kind"];

export function kindTitle(kind: Kind): string {
  return t.kindTitle({ kind: messageKey(kind) });
}

/** Describes a kind of rules in a sentence or two, with an example. */
export function kindDescription(kind: Kind): { what: string; example: string } {
  return {
    what: t.kindWhat({ kind: messageKey(kind), count: LIMITS.hashedRules }),
    example: t.kindExample({ kind: messageKey(kind) }),
  };
}

/** Describes how rules that can be written in several ways are counted; null if each is counted once. */
export function countingWords(kind: Kind): string | null {
  return kind === "trees" ? t.treeCounting() : null;
}

/** Describes how much of its limits a draft's rules use. */
export function conditionLimitWords({ rules, columns, reading }: RulesContext): string {
  const { kind } = rules;
  const { used } = rulesKinds[kind].size({ rules, columns, reading });
  const most = rulesKinds[kind].conditionLimit(rules) ?? 0;
  const count = rules.predicates.length;
  switch (kind) {
    case "thresholds":
      return t.limitCuts({ count: used, most: LIMITS.cuts });
    case "explicit":
      return t.limitRules({ count: used, most: LIMITS.listedRules });
    case "listed": {
      const conditions = rules.list?.conditionCount ?? 0;
      const limits = { most: LIMITS.hashedRules, mostConditions: LIMITS.hashedPredicates };
      return t.limitList({ count: used, conditions, ...limits });
    }
    case "decision-lists":
      return t.limitLists({ count, most, rules: LIMITS.enumeratedRules });
    case "scorecards":
      return t.limitScorecards({ count, most, cases: used, mostCases: LIMITS.scorecardWork });
    case "trees": {
      const { 2: two, 3: three } = studyLimits.treeConditions;
      const listed = {
        listedTwo: treesListed(2),
        listedThree: treesListed(3),
        rules: LIMITS.enumeratedRules,
      };
      return t.limitTrees({ two, three, ...listed });
    }
    case "signed-conjunctions":
    case "signed-disjunctions":
      return t.limitConditions({ count, most, more: "triples" });
    default: {
      const numbered = t.limitNumbered({ most: studyLimits.numberedConditions });
      return `${t.limitConditions({ count, most, more: "doubles" })} ${numbered}`;
    }
  }
}
