import * as t from "#messages/setup.ts";
import type { StepName, StudyKind } from "#server/study/draft.ts";

const names: readonly StepName[] = ["purpose", "people", "rules", "settings", "rehearsal", "publish"];

/** Steps of an audit, which has no rules and no learner. */
const namesInAudit: readonly StepName[] = ["purpose", "people", "settings", "publish"];

/** Returns the steps of a study in order, with their names in the reader's language. */
export function stepsOf(kind: StudyKind) {
  return (kind === "audit" ? namesInAudit : names).map((name) => ({
    name,
    word: t.step({ step: name }),
    title: t.stepTitle({ step: name, kind }),
  }));
}

export function stepOf(name: string, kind: StudyKind = "learn") {
  return stepsOf(kind).find((step) => step.name === name);
}

export function draftPath(studyId: string, step: StepName): string {
  return `/studies/${studyId}/draft/${step}`;
}
