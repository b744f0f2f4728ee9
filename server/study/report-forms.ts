/** The sections of a report, in their order. */
export const reportSections = [
  ...(["purpose", "people", "decision", "panels", "rounds", "reports", "moved"] as const),
  ...(["errors", "agreement", "groups", "undone", "overrides", "limits", "verify"] as const),
] as const;

export type ReportSection = (typeof reportSections)[number];

type Field = {
  /** Sections of the report that fill it from the log. */
  readonly from: readonly ReportSection[];
  /** Whether the operator is asked to fill it, or to add what the log does not know. */
  readonly isAsked: boolean;
};

const logged = (...from: ReportSection[]): Field => ({ from, isAsked: false });
const asked = (...from: ReportSection[]): Field => ({ from, isAsked: true });

/** Every field of the forms, and what fills it. A statement is given once for all forms that ask for it. */
export const reportFields = {
  name: asked(),
  description: asked("purpose"),
  organisation: asked(),
  contact: asked(),
  theme: asked(),
  status: asked("rounds"),
  category: asked(),
  period: asked("rounds"),
  goal: asked("purpose"),
  considerations: asked(),
  oversight: asked("panels", "reports", "overrides"),
  riskManagement: asked("limits"),
  publicPage: asked(),
  legalBasis: asked(),
  processingRecord: asked(),
  impactAssessment: asked(),
  data: asked("people"),
  dataSource: asked("people"),
  operation: logged("decision"),
  supplier: asked(),
  sourceCode: asked(),
  processes: asked("purpose", "decision"),
  affected: asked("people", "groups"),
  risks: asked("limits", "errors"),
  measures: asked("undone"),
  auditDate: asked(),
  auditor: asked(),
  distributionDate: asked(),
  applicants: logged("rounds"),
  rates: asked("groups"),
  unknownCategory: asked(),
  intendedUse: asked("purpose"),
  factors: asked("groups"),
  metrics: logged("errors", "agreement"),
  trainingData: logged("people", "rounds"),
  analyses: logged("reports", "moved"),
  ethics: asked(),
  caveats: logged("limits"),
  verification: logged("verify"),
} as const satisfies Readonly<Record<string, Field>>;

export type ReportField = keyof typeof reportFields;

/** The fields of each form in its order; docs/report-forms.md names the sources. */
export const reportForms = {
  localLaw144: [
    ...(["auditDate", "auditor", "distributionDate", "dataSource", "applicants"] as const),
    ...(["rates", "unknownCategory", "caveats", "verification"] as const),
  ],
  article27: [
    ...(["processes", "period", "affected", "risks", "oversight", "measures", "verification"] as const),
  ],
  algorithmRegister: [
    ...(["name", "description", "organisation", "theme", "status", "category"] as const),
    ...(["period", "contact", "publicPage", "goal", "considerations", "oversight"] as const),
    ...(["riskManagement", "legalBasis", "processingRecord", "impactAssessment", "data"] as const),
    ...(["operation", "supplier", "sourceCode", "verification"] as const),
  ],
  modelCard: [
    ...(["name", "organisation", "contact", "operation", "intendedUse", "factors", "metrics"] as const),
    ...(["trainingData", "analyses", "ethics", "caveats", "verification"] as const),
  ],
} as const satisfies Readonly<Record<string, readonly ReportField[]>>;

/** The sections of the short summary. */
export const summarySections = [
  ...(["purpose", "rounds", "reports", "moved", "errors", "limits", "verify"] as const),
] as const satisfies readonly ReportSection[];

/** What a report can show: all its sections, some of them, or the fields of a form. */
export const reportKinds = ["whole", "summary", ...(Object.keys(reportForms) as FormName[])] as const;

type FormName = keyof typeof reportForms;

export type ReportKind = (typeof reportKinds)[number];

/** The fields that the operator can state. */
export const statedFields = (Object.keys(reportFields) as ReportField[]).filter(
  (field) => reportFields[field].isAsked,
);

/** Whether a kind is a form with fields; the whole report and its summary have sections. */
export function isReportForm(kind: ReportKind): kind is FormName {
  return Object.hasOwn(reportForms, kind);
}
