import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import type { HypothesisClass } from "#server/learner/hypotheses/class.ts";
import type { HypothesisSpec } from "#server/learner/spec.ts";
import { draftFields, haveOwnNames, learnerColumns } from "./draft-columns.ts";
import { explicitDraft } from "./draft-explicit.ts";
import { decisionListsDraft } from "./draft-lists.ts";
import { predicateKinds } from "./draft-predicate-kinds.ts";
import { scorecardsDraft } from "./draft-scorecards.ts";
import { thresholdsDraft } from "./draft-thresholds.ts";
import { conditionsIn } from "./field-words.ts";
import type { PeopleReading } from "./people-reading.ts";
import type { ColumnChoice, Missing, RulesDraft, StudyDraft } from "./study-draft.ts";

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
  readonly conditionLimit: number | null;
  /** How many rules there will be, and what limits them; null: more than can be taken, or not known yet. */
  readonly size: (context: RulesContext) => { readonly rules: number | null; readonly limit: string };
  readonly missing: (context: RulesContext) => Missing[];
  /** Only for drafts of which nothing is missing. */
  readonly build: (context: RulesContext) => HypothesisSpec;
  /** The catalogue numbers of a few rules that show what the others are like. */
  readonly samples: (context: RulesContext, size: number) => readonly number[];
};

/** In the order of the form. */
export const rulesKinds: Readonly<Record<RulesDraft["kind"], RulesKind>> = {
  thresholds: thresholdsDraft,
  conjunctions: predicateKinds.conjunctions,
  disjunctions: predicateKinds.disjunctions,
  "signed-conjunctions": predicateKinds["signed-conjunctions"],
  "signed-disjunctions": predicateKinds["signed-disjunctions"],
  "decision-lists": decisionListsDraft,
  scorecards: scorecardsDraft,
  explicit: explicitDraft,
  parities: predicateKinds.parities,
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
  return draftClass(context)?.size ?? null;
}

export function buildRules(context: RulesContext): HypothesisSpec {
  return rulesKinds[context.rules.kind].build(context);
}

/** A few rules as sentences, in the auditors' words; none while something is missing. */
export function exampleRules(context: RulesContext): string[] {
  const rules = draftClass(context);
  if (rules === null) return [];
  const numbers = rulesKinds[context.rules.kind].samples(context, rules.size);
  return [...new Set(numbers.filter((rule) => rule >= 2 && rule < rules.size))].map((rule) =>
    rules.sentence(rule),
  );
}

type Built = {
  readonly columns: RulesContext["columns"];
  readonly reading: PeopleReading;
  readonly rules: HypothesisClass | null;
};

/** By what was typed, since each change of another step asks again. */
const built = new WeakMap<RulesDraft, Built>();

/** The class as it stands, with the auditors' words in its sentences; null while something is missing. */
export function draftClass(context: RulesContext | null): HypothesisClass | null {
  if (context === null) return null;
  const { columns, reading } = context;
  const known = built.get(context.rules);
  if (known?.columns === columns && known.reading === reading) return known.rules;
  const isSound = haveOwnNames(columns) && missingRules(context).length === 0;
  const rules = isSound ? classOf(context) : null;
  built.set(context.rules, { columns, reading, rules });
  return rules;
}

function classOf(context: RulesContext): HypothesisClass {
  const say = conditionsIn(draftFields(context.columns));
  return hypothesisClass(learnerColumns(context.columns), buildRules(context), say);
}
