import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import type { ColumnChoice, Missing, RulesDraft } from "../draft.ts";
import type { PeopleReading } from "../reading.ts";

/** The data from which a draft's rules are made. */
export type RulesContext = {
  readonly rules: RulesDraft;
  readonly columns: readonly ColumnChoice[];
  readonly reading: PeopleReading;
};

/** One kind of rules in the form; each class of the learner has one. */
export type RulesKind = {
  /** The largest number of conditions; null: the kind is not made from the list of conditions. */
  readonly conditionLimit: (rules: RulesDraft) => number | null;
  /**
   * How many rules there will be, null if above the limit or not known yet; and how much is used of what limits the kind:
   * cut points, conditions, rules, or cases of scorecards.
   */
  readonly size: (context: RulesContext) => { readonly rules: number | null; readonly used: number };
  readonly missing: (context: RulesContext) => Missing[];
  /** Only for complete drafts. */
  readonly build: (context: RulesContext) => HypothesisSpec;
  /** The catalogue numbers of a few representative rules. */
  readonly samples: (context: RulesContext, size: number) => readonly number[];
  /** The summary of rules that are stored elsewhere. */
  readonly told?: {
    /** A few rules as sentences. */
    readonly sentences: (context: RulesContext) => string[];
    /** The names of the columns that the rules use. */
    readonly columns: (context: RulesContext) => string[];
  };
};
