import * as t from "#messages/setup.ts";
import { isDecision } from "#server/study/decision.ts";
import type { Missing, StepName, StudyDraft } from "#server/study/draft.ts";
import { missingColumns } from "#server/study/missing-columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { missingRules, rulesContext } from "#server/study/rules/rules.ts";
import { missingAudit } from "./audit.ts";
import { missingSettings } from "./settings.ts";

/**
 * Returns everything that still prevents a draft's publication, step by step. The contents of rows are checked on the
 * server.
 */
export function missingIn(draft: StudyDraft, reading: PeopleReading | null): Missing[] {
  const before = [
    ...missingPurpose(draft.purpose),
    ...missingColumns(reading === null ? null : draft.people, draft.kind),
  ];
  if (draft.kind === "audit") return [...before, ...missingAudit(draft)];
  const rules = rulesContext(draft, reading);
  return [...before, ...missingRules(rules), ...missingSettings(draft.settings, rules)];
}

/** Returns the first step that is not complete yet. */
export function firstIncomplete(draft: StudyDraft, reading: PeopleReading | null): StepName {
  return missingIn(draft, reading)[0]?.step ?? "publish";
}

function missingPurpose({ name, decision, purpose, guidelines }: StudyDraft["purpose"]): Missing[] {
  const at = (field: string, message: string): Missing => ({ step: "purpose", field, message });
  return [
    name.trim() === "" ? at("name", t.needsName()) : null,
    isDecision(decision) ? null : at("decision", t.needsDecision()),
    purpose.trim() === "" ? at("purpose", t.needsPurpose()) : null,
    guidelines.trim() === "" ? at("guidelines", t.needsGuidelines()) : null,
  ].filter((problem) => problem !== null);
}
