import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import type { Cut, Predicate } from "#server/learner/spec.ts";
import { learnerColumns } from "./draft-columns.ts";
import { conjunctionsDraft } from "./draft-conjunctions.ts";
import { thresholdsDraft } from "./draft-thresholds.ts";
import type { PeopleReading } from "./people-reading.ts";
import type { ColumnChoice, Missing, RulesDraft, StudyDraft } from "./study-draft.ts";

/** The classes this form can make. */
export type DraftHypotheses =
  | { kind: "thresholds"; version: 1; cuts: Cut[] }
  | { kind: "conjunctions"; version: 1; predicates: Predicate[] };

/** What the rules of a draft are made from. */
export type RulesContext = {
  readonly rules: RulesDraft;
  readonly columns: readonly ColumnChoice[];
  readonly reading: PeopleReading;
};

/** One kind of rules in the form: adding a class of the learner means adding one of these. */
export type RulesKind = {
  readonly title: string;
  /** What such a rule looks like, in one sentence. */
  readonly what: string;
  /** How many rules there will be, and what limits them. */
  readonly size: (context: RulesContext) => { readonly rules: number; readonly limit: string };
  readonly missing: (context: RulesContext) => Missing[];
  /** Only for drafts of which nothing is missing. */
  readonly build: (context: RulesContext) => DraftHypotheses;
  /** A few rules as sentences, in the auditors' words. */
  readonly examples: (context: RulesContext) => string[];
};

export const rulesKinds: Readonly<Record<RulesDraft["kind"], RulesKind>> = {
  thresholds: thresholdsDraft,
  conjunctions: conjunctionsDraft,
};

export function rulesContext(draft: StudyDraft, reading: PeopleReading | null): RulesContext | null {
  if (draft.people === null || reading === null) return null;
  return { rules: draft.rules, columns: draft.people.columns, reading };
}

export function missingRules(context: RulesContext | null): Missing[] {
  if (context === null) {
    return [
      { step: "rules", field: "people", message: "Rules ask about people: upload a file in step 2 first." },
    ];
  }
  return rulesKinds[context.rules.kind].missing(context);
}

/** N, the number of rules, if the class can be built as it stands; else null. */
export function ruleCount(context: RulesContext | null): number | null {
  if (context === null || missingRules(context).length > 0) return null;
  return hypothesisClass(learnerColumns(context.columns), buildRules(context)).size;
}

export function buildRules(context: RulesContext): DraftHypotheses {
  return rulesKinds[context.rules.kind].build(context);
}
