import type { StudyKind } from "./draft.ts";

/** What a new study can start with, besides a copy of an earlier one. */
export type Template = {
  readonly kind: StudyKind;
  /** A file of simulated people in /samples. A template with one also has texts: the catalogue `templates`. */
  readonly sample?: string;
};

export const templateNames = ["learn", "audit", "loans", "admissions", "hiring", "rule-audit"] as const;
export type TemplateName = (typeof templateNames)[number];

export const templates: Readonly<Record<TemplateName, Template>> = {
  learn: { kind: "learn" },
  audit: { kind: "audit" },
  loans: { kind: "learn", sample: "loans.csv" },
  admissions: { kind: "learn", sample: "admissions.csv" },
  hiring: { kind: "learn", sample: "hiring.csv" },
  "rule-audit": { kind: "audit", sample: "credit-scores.csv" },
};
