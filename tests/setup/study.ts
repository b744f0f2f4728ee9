import { createHash } from "node:crypto";
import type { StudySettings } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import { createStudy } from "#server/services/drafts/create-study.ts";
import { importPeople } from "#server/services/people/import-people.ts";
import { seatAuditor } from "#server/services/studies/seats.ts";
import { addAccount, emailOf } from "./app.ts";

/** Settings that work for {@link madeUpPeople}; a test changes what it is about. */
export function studySettings(
  learner: Partial<StudySettings["learner"]> = {},
  rest: Partial<StudySettings> = {},
) {
  const settings: StudySettings = {
    learner: {
      learner: "exp2",
      version: 1,
      kernel: "portable-1",
      mode: "known",
      columns: [
        { name: "income", type: "number" },
        { name: "years", type: "number" },
        { name: "housing", type: "category" },
      ],
      hypotheses: {
        kind: "thresholds",
        version: 1,
        cuts: [20, 40, 60, 80].flatMap((cut) => [
          { column: "income", cut: String(cut) },
          { column: "years", cut: String(cut / 10) },
        ]),
      },
      roundSize: 4,
      horizon: 20,
      afterHorizon: "end",
      alpha: "0.1",
      eps: "0.05",
      fairnessMultiplier: "1",
      pairRule: "average",
      rejectedHalves: "at-close",
      ...learner,
    },
    panel: { gamma: { numerator: 2, denominator: 3 }, quorum: 2 },
    drawAt: "close",
    presentation: { fields: ["income", "years", "housing"], chanceFormat: "in-100" },
    ...rest,
  };
  return settings;
}

/** Rows that differ, with a missing cell now and then; the same for the same count. */
export function madeUpPeople(count: number): (string | null)[][] {
  return Array.from({ length: count }, (_, index) => [
    String((index * 37) % 101),
    index % 9 === 8 ? null : String(((index * 53) % 97) / 10),
    index % 3 === 0 ? "own" : "rent",
  ]);
}

export type TestStudy = {
  studyId: string;
  operatorId: string;
  operatorEmail: string;
  auditorIds: string[];
  auditorEmails: string[];
};

type StudyOptions = {
  settings?: StudySettings;
  people?: (string | null)[][];
  auditors?: number;
  name?: string;
  /** Lets its accounts sign in. */
  password?: string;
};

/** A study with people and a panel, ready for its first round. */
export async function makeStudy(app: App, options: StudyOptions = {}): Promise<TestStudy> {
  const { password, name = app.newId() } = options;
  const operatorId = await addAccount(app, `operator-${name}`, "operator", password);
  const { studyId } = await createStudy(app, operatorId, {
    name,
    purpose: "Small loans",
    guidelines: "Judge what you see.",
    settings: options.settings ?? studySettings(),
  });
  const features = options.people ?? madeUpPeople(120);
  const fileHash = createHash("sha256").update(JSON.stringify(features)).digest("hex");
  await importPeople(app, studyId, { fileHash, features });
  const auditors = Array.from(
    { length: options.auditors ?? 3 },
    (_, index) => `auditor-${index + 1}-${name}`,
  );
  const auditorIds: string[] = [];
  for (const auditor of auditors) {
    const accountId = await addAccount(app, auditor, "member", password);
    await seatAuditor(app, { studyId, accountId });
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
