import type { StepName, StudyKind } from "#server/study/draft.ts";

/** Steps of a study that learns, with the names that the form uses. */
const steps: readonly { name: StepName; word: string; title: string; next: string }[] = [
  { name: "purpose", word: "Purpose", title: "New study: purpose and guidelines", next: "Go on to people" },
  { name: "people", word: "People", title: "New study: who is judged", next: "Go on to rules" },
  { name: "rules", word: "Rules", title: "New study: what may be decided", next: "Go on to settings" },
  {
    name: "settings",
    word: "Settings",
    title: "New study: how it is judged and learned",
    next: "Go on to rehearsal",
  },
  { name: "rehearsal", word: "Rehearsal", title: "New study: rehearse it", next: "Go on to review" },
  { name: "publish", word: "Review and publish", title: "New study: review and publish", next: "" },
];

/** Steps of an audit, which has no rules and no learner. */
const namesInAudit: readonly StepName[] = ["purpose", "people", "settings", "publish"];

const auditSteps = steps
  .filter(({ name }) => namesInAudit.includes(name))
  .map((step) => {
    if (step.name === "people") return { ...step, next: "Go on to settings" };
    if (step.name !== "settings") return step;
    return { ...step, title: "New study: how it is judged", next: "Go on to review" };
  });

export function stepsOf(kind: StudyKind): typeof steps {
  return kind === "audit" ? auditSteps : steps;
}

export function stepOf(name: string, kind: StudyKind = "learn") {
  return stepsOf(kind).find((step) => step.name === name);
}

export function draftPath(studyId: string, step: StepName): string {
  return `/studies/${studyId}/draft/${step}`;
}
