import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import type { ColumnChoice, Missing, RulesDraft } from "../draft.ts";
import type { PeopleReading } from "../reading.ts";

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
  /** One such rule, about made-up columns. */
  readonly example: string;
  /** The largest number of conditions; null: the kind is not made from the list of conditions. */
  readonly conditionLimit: (rules: RulesDraft) => number | null;
  /** How many rules there will be, and what limits them; null: more than can be taken, or not known yet. */
  readonly size: (context: RulesContext) => { readonly rules: number | null; readonly limit: string };
  readonly missing: (context: RulesContext) => Missing[];
  /** Only for drafts of which nothing is missing. */
  readonly build: (context: RulesContext) => HypothesisSpec;
  /** The catalogue numbers of a few rules that show what the others are like. */
  readonly samples: (context: RulesContext, size: number) => readonly number[];
  /** Of rules that are not at hand here: what is known of them. */
  readonly told?: {
    /** A few rules as sentences. */
    readonly sentences: (context: RulesContext) => string[];
    /** The names of the columns that they ask about. */
    readonly columns: (context: RulesContext) => string[];
  };
};
