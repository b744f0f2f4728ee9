import type { StudyDraft, StudyKind } from "./draft.ts";

/** What a new study can start with, besides a copy of an earlier one. */
export type Template = {
  readonly kind: StudyKind;
  /** The first answers of the form; absent: none. */
  readonly purpose?: Omit<StudyDraft["purpose"], "name">;
  /** A file of synthetic people in /samples. */
  readonly sample?: string;
};

export const templateNames = ["learn", "audit", "loans", "admissions", "hiring", "rule-audit"] as const;
export type TemplateName = (typeof templateNames)[number];

export const templates: Readonly<Record<TemplateName, Template>> = {
  learn: { kind: "learn" },
  audit: { kind: "audit" },
  loans: {
    kind: "learn",
    purpose: {
      decision: "who gets a small loan",
      purpose:
        "Small loans are granted to applicants. A panel checks that similar applicants have similar chances.",
      guidelines: `Look for two applicants who should be treated about alike, where one has a much better chance.

* Income, savings, debts and the length of the loan may count.
* Sex, age, origin and the place of residence must not count, nor anything that takes their place.
* You judge fairness, not who will repay.
`,
    },
    sample: "loans.csv",
  },
  admissions: {
    kind: "learn",
    purpose: {
      decision: "who is admitted",
      purpose:
        "Applicants are admitted to a study programme. A panel checks that similar applicants have similar chances.",
      guidelines: `Look for two applicants who should be treated about alike, where one has a much better chance.

* Grades, test results and experience in research may count.
* The country of the earlier school must not count. A missing test result is not a bad one.
* You judge fairness, not who will graduate.
`,
    },
    sample: "admissions.csv",
  },
  hiring: {
    kind: "learn",
    purpose: {
      decision: "who is invited to an interview",
      purpose:
        "Applicants are invited to interviews. A panel checks that similar applicants have similar chances.",
      guidelines: `Look for two applicants who should be treated about alike, where one has a much better chance.

* Skills, experience and results of work samples may count.
* Gaps in the employment history must not count, nor sex, age, health or origin.
* You judge fairness, not who will be hired.
`,
    },
    sample: "hiring.csv",
  },
  "rule-audit": {
    kind: "audit",
    purpose: {
      decision: "who gets a small loan",
      purpose:
        "A credit score decides about loans today. A panel checks whether similar applicants have similar chances.",
      guidelines: `Look for two applicants who should be treated about alike, where one has a much better chance.

* Income, savings, debts and the length of the loan may count.
* Sex, age, origin and the place of residence must not count, nor anything that takes their place.
`,
    },
    sample: "credit-scores.csv",
  },
};
