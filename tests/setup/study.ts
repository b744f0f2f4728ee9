import { type Answered, publishFile } from "#server/cli/demo/publish-file.ts";
import type { Column } from "#server/learner/config/spec.ts";
import type { App } from "#server/platform/app/app.ts";
import type { DraftParts } from "#server/schemas/drafts.ts";
import { joinStudy } from "#server/studies/join-study.ts";
import { furtherPeople, readFurtherPeople } from "#server/studies/people/further-people.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { confirmFile, readConfirmed } from "#server/studies/uploads/confirm-file.ts";
import { checkFile, takeFile } from "#server/studies/uploads/waiting-file.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import type { ColumnChoice, RulesDraft, SettingsDraft, StudyKind } from "#server/study/draft.ts";
import { addAccount, emailOf } from "./app.ts";
import { keyOfSeat } from "./browser.ts";

/** The columns of {@link madeUpPeople}: sources 0, 1 and 2 of a draft. */
export const columns: readonly Column[] = [
  { name: "income", type: "number" },
  { name: "years", type: "number" },
  { name: "housing", type: "category" },
];

/** Makes different rows with some missing cells, equal for equal counts. */
export function madeUpPeople(count: number): (string | null)[][] {
  return Array.from({ length: count }, (_, index) => [
    String((index * 37) % 101),
    index % 9 === 8 ? null : String(((index * 53) % 97) / 10),
    index % 3 === 0 ? "own" : "rent",
  ]);
}

/** Conditions of a draft. */
export function incomeAbove(...values: number[]): RulesDraft["predicates"] {
  return values.map((value) => ({ source: 0, test: "above", value: String(value) }));
}

export type TestStudy = {
  studyId: string;
  operatorId: string;
  operatorEmail: string;
  auditorIds: string[];
  auditorEmails: string[];
};

const groupNames = ["sex", "origin"] as const;
type GroupName = (typeof groupNames)[number];

type People = {
  /** Cells of {@link columns}. */
  people?: (string | null)[][];
  /** Identifiers, one per person, in a separate column. */
  identifiers?: readonly (string | null)[];
  /** Outcomes, one per person, in a sealed column. */
  outcomes?: readonly ("yes" | "no" | null)[];
  /** Groups, one per person, in columns only for reporting: "sex" and "origin". */
  groups?: Readonly<Partial<Record<GroupName, readonly (string | null)[]>>>;
  /** Chances of an audit, one per person, in the last column. */
  chances?: readonly string[];
};

export type StudyOptions = People & {
  /** Whether it learns (the default) or audits the rule in force. */
  kind?: StudyKind;
  /** Decisions about the columns by position, in addition to their type. */
  columns?: readonly Partial<ColumnChoice>[];
  rules?: Partial<RulesDraft>;
  settings?: Partial<SettingsDraft>;
  auditors?: number;
  name?: string;
  /** Lets its accounts sign in. */
  password?: string;
  /** Marks it as the demo, so that a server started with the demo does not make another. */
  isDemo?: boolean;
};

/** Publishes a study from a draft, with a panel, ready for its first round. */
export async function publishedStudy(app: App, options: StudyOptions = {}): Promise<TestStudy> {
  const { password, name = app.newId() } = options;
  const operatorId = await addAccount(app, `operator-${name}`, "operator", password);
  const studyId = await publishFor(app, operatorId, { ...options, name });
  const auditors = Array.from(
    { length: options.auditors ?? 3 },
    (_, index) => `auditor-${index + 1}-${name}`,
  );
  const auditorIds: string[] = [];
  for (const auditor of auditors) {
    const accountId = await addAccount(app, auditor, "member", password);
    await seatByLink(app, { studyId, accountId, seat: `s${auditorIds.length + 1}` });
    auditorIds.push(accountId);
  }
  return {
    studyId,
    operatorId,
    operatorEmail: emailOf(`operator-${name}`),
    auditorIds,
    auditorEmails: auditors.map(emailOf),
  };
}

/** Joins as by a copied link that is accepted in this auditor's browser. */
export async function seatByLink(
  app: App,
  { studyId, accountId, seat }: { studyId: string; accountId: string; seat: string },
): Promise<void> {
  const { key } = await keyOfSeat(studyId, seat);
  const coming = { studyId, accountId, role: "auditor", wayIn: "link-copied", addedBy: null, key } as const;
  await app.store.tx((tx) => joinStudy(tx, { ...coming, now: app.now() }));
  await seatAuditor(app, { studyId, accountId });
}

/**
 * Publishes a study without a panel, for an operator with an account.
 * @throws DomainError if the draft is refused
 */
export function publishFor(
  app: App,
  operatorId: string,
  options: StudyOptions & { name: string },
): Promise<string> {
  const format = { delimiter: ",", hasHeader: true } as const;
  const answers = (draft: Answered) => answersIn(draft, options);
  const { name, kind = "learn", isDemo = false } = options;
  return publishFile(app, { operatorId, name, kind, isDemo, bytes: csvOf(options), format, answers });
}

/** Imports another file with the same columns. */
export async function addPeople(app: App, study: TestStudy, more: People): Promise<void> {
  const { studyId, operatorId: accountId } = study;
  await takeFile(app, furtherPeople, { studyId, accountId, name: "more.csv", bytes: csvOf(more) });
  const { file } = await readFurtherPeople(app, studyId);
  const plan = (await checkFile(app, furtherPeople, studyId))?.hash ?? "";
  const { finished } = await confirmFile(app, furtherPeople, {
    studyId,
    accountId,
    fileId: file?.id ?? "",
    plan,
  });
  await finished;
  const end = await readConfirmed(app, furtherPeople, studyId);
  if (end.state !== "done") throw new Error(`the people were not imported: ${JSON.stringify(end)}`);
}

const own: Readonly<Record<string, Partial<ColumnChoice>>> = {
  case: { role: "identifier" },
  repaid: { role: "outcome", yes: ["yes"], no: ["no"] },
  score: { ...plainReading("number"), role: "chance" },
  ...Object.fromEntries(groupNames.map((name) => [name, { role: "group" }])),
  ...Object.fromEntries(columns.map(({ name, type }) => [name, { ...plainReading(type), role: "both" }])),
};

function answersIn(
  draft: Answered,
  { name, columns: said = [], rules, settings }: StudyOptions & { name: string },
): DraftParts {
  const typed = { direction: "both", by: "typed", count: "" } as const;
  const decided = draft.people.columns.map((column) => ({
    ...column,
    ...own[column.name],
    ...said[column.source],
  }));
  return {
    purpose: {
      name,
      decision: "Who gets a loan?",
      purpose: "Small loans",
      guidelines: "Judge what you see.",
    },
    people: { ...draft.people, columns: decided },
    rules: {
      ...draft.rules,
      thresholds: [
        { source: 0, values: "20 40 60 80", ...typed },
        { source: 1, values: "2 4 6 8", ...typed },
      ],
      ...rules,
    },
    settings: {
      ...draft.settings,
      mode: "known",
      draw: settings?.mode === "guarded" ? "even" : "one-rule",
      roundSize: "4",
      // Tests choose their number of picks, also if the file has outcomes.
      picks: { rule: "free", count: "" },
      seats: "3",
      neededFlags: "2",
      quorum: "2",
      // Rounds of tests stay open, whatever their chances.
      closesWithoutPairs: false,
      closesAtDeadline: true,
      deadlineDays: "",

      horizon: "20",
      afterHorizon: "end",
      rejectedHalves: "at-close",
      ...settings,
    },
  };
}

export function csvOf({
  people = madeUpPeople(120),
  identifiers,
  outcomes,
  groups,
  chances,
}: People): Uint8Array {
  const used = groupNames.filter((name) => groups?.[name] !== undefined);
  const extra = (index: number) => [
    ...(identifiers ? [identifiers[index] ?? null] : []),
    ...(outcomes ? [outcomes[index] ?? null] : []),
    ...used.map((name) => groups?.[name]?.[index] ?? null),
    ...(chances ? [chances[index] ?? null] : []),
  ];
  const header = [
    ...columns.map(({ name }) => name),
    ...(identifiers ? ["case"] : []),
    ...(outcomes ? ["repaid"] : []),
    ...used,
    ...(chances ? ["score"] : []),
  ];
  const rows = people.map((cells, index) => [...cells, ...extra(index)]);
  return new TextEncoder().encode([header, ...rows].map((row) => row.join(",")).join("\n"));
}
