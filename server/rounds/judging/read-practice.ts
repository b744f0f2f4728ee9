import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { rangedCuts } from "#server/learner/classes/ladders.ts";
import type { Cut, CutRange, HypothesisSpec, ListedRule } from "#server/learner/config/spec.ts";
import type { App } from "#server/platform/app/app.ts";
import { listShownFields } from "#server/rounds/shown-fields.ts";
import { findDecision } from "#server/studies/labels.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";

/**
 * Reads what a page needs to make synthetic people for practice: the columns auditors see, and the approximate size of
 * their numbers. Contains no data of the study's people or rounds.
 */
export async function readPractice(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const values = valuesOf(settings);
    return {
      studyName: study.name,
      decision: await findDecision(db, studyId),
      isAudit: isAudit(settings),
      /** Whether the study asks how many points of difference would still be acceptable. */
      asksTolerance: settings.presentation.tolerance,
      alpha: settings.learner.alpha,
      fields: (await listShownFields(db, studyId, settings)).map((field) => ({
        ...field,
        /** A number with one digit that is not 0; null if its size is unknown. */
        about: field.type === "number" ? roundNumber(values.get(field.name) ?? []) : null,
      })),
    };
  });
}

export type Practice = Awaited<ReturnType<typeof readPractice>>;

/**
 * Returns the largest value that a rule of the study compares with, rounded to one digit: it hints at the size without
 * revealing the rule.
 */
function roundNumber(values: readonly string[]): number | null {
  const sizes = values.map((value) => Math.abs(Number(value))).filter((size) => size > 0);
  return sizes.length === 0 ? null : Number(Math.max(...sizes).toPrecision(1));
}

/** Returns the values with which the rules of a study compare each column. */
function valuesOf(settings: StudySettings): ReadonlyMap<string, readonly string[]> {
  const found = isAudit(settings) ? [] : comparedIn(settings.learner.hypotheses);
  const byColumn = Map.groupBy(found, ({ column }) => column);
  return new Map([...byColumn].map(([column, all]) => [column, all.map(({ value }) => value)]));
}

type Compared = { readonly column: string; readonly value: string };

function comparedIn(spec: HypothesisSpec): Compared[] {
  if ("predicates" in spec) return [...spec.predicates];
  if ("cuts" in spec) {
    return spec.cuts.flatMap((cut) => endsOf(cut).map((value) => ({ column: cut.column, value })));
  }
  return "rules" in spec
    ? spec.rules.flatMap((rule: ListedRule) => ("from" in rule ? comparedIn(rule.from) : []))
    : [];
}

function endsOf(cut: Cut | CutRange): string[] {
  if ("cut" in cut) return [cut.cut];
  return [cut.from, rangedCuts(cut).text(cut.count - 1)];
}
