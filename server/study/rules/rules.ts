import * as t from "#messages/ruleProblems.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { namedColumns } from "#server/learner/config/named-columns.ts";
import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import { draftFields, haveOwnNames, learnerColumns } from "#server/study/columns.ts";
import type { ColumnChoice, Missing, RulesDraft, StudyDraft } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { ruleWordsIn } from "#server/study/rule-words.ts";
import { explicitDraft } from "./explicit.ts";
import { fromFileDraft } from "./from-file.ts";
import type { RulesContext, RulesKind } from "./kind.ts";
import { decisionListsDraft } from "./lists.ts";
import { predicateKinds } from "./predicate-kinds.ts";
import { scorecardsDraft } from "./scorecards.ts";
import { thresholdsDraft } from "./thresholds.ts";
import { treesDraft } from "./trees.ts";

/** In the order of the form. */
export const rulesKinds: Readonly<Record<RulesDraft["kind"], RulesKind>> = {
  thresholds: thresholdsDraft,
  conjunctions: predicateKinds.conjunctions,
  disjunctions: predicateKinds.disjunctions,
  "signed-conjunctions": predicateKinds["signed-conjunctions"],
  "signed-disjunctions": predicateKinds["signed-disjunctions"],
  "decision-lists": decisionListsDraft,
  trees: treesDraft,
  scorecards: scorecardsDraft,
  explicit: explicitDraft,
  listed: fromFileDraft,
  parities: predicateKinds.parities,
};

export function rulesContext(draft: StudyDraft, reading: PeopleReading | null): RulesContext | null {
  if (draft.people === null || reading === null) return null;
  return { rules: draft.rules, columns: draft.people.columns, reading };
}

export function missingRules(context: RulesContext | null): Missing[] {
  if (context === null) {
    return [{ step: "rules", field: "people", message: t.peopleFirst() }];
  }
  return rulesKinds[context.rules.kind].missing(context);
}

/** Returns N, the number of rules, if the class can be built now; otherwise null. */
export function ruleCount(context: RulesContext | null): number | null {
  return draftClass(context)?.size ?? null;
}

export function buildRules(context: RulesContext): HypothesisSpec {
  return rulesKinds[context.rules.kind].build(context);
}

/** Returns a few rules as sentences, in the auditors' words; none while something is missing. */
export function exampleRules(context: RulesContext): string[] {
  const rules = draftClass(context);
  if (rules === null) return [];
  const { samples, told } = rulesKinds[context.rules.kind];
  if (told !== undefined) return told.sentences(context);
  const numbers = samples(context, rules.size);
  return [...new Set(numbers.filter((rule) => rule >= 2 && rule < rules.size))].map((rule) =>
    rules.sentence(rule),
  );
}

/**
 * Returns the columns that at least one rule uses, in the order of the cards. They may be a few of the columns that
 * rules may use.
 */
export function askedColumns(context: RulesContext): ColumnChoice[] {
  const used = rulesKinds[context.rules.kind].told?.columns(context) ?? namedColumns(buildRules(context));
  return context.columns.filter(({ name }) => used.includes(name.trim()));
}

type Built = {
  readonly columns: RulesContext["columns"];
  readonly reading: PeopleReading;
  readonly rules: HypothesisClass | null;
};

/** Keyed by the typed rules, because each change of another step calls this again. */
const built = new WeakMap<RulesDraft, Built>();

/**
 * Returns the class of the current draft, with the auditors' words in its sentences; null while something is missing.
 */
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
  const say = ruleWordsIn(draftFields(context.columns));
  return hypothesisClass(learnerColumns(context.columns), buildRules(context), say);
}
