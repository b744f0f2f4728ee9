import { replaceRuleList } from "#db/queries/rule-lists.ts";
import type { ListedConditions } from "#server/audit-log/rule-list.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import type { Predicate } from "#server/learner/config/spec.ts";
import type { App } from "#server/platform/app/app.ts";
import { changeSettings } from "#server/platform/app/study-settings.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { learningOf, settingsOf } from "#server/studies/settings.ts";
import { packFile } from "#server/study/files/reading/packed-file.ts";
import { publishedStudy, type StudyOptions, type TestStudy } from "./study.ts";
import { writeRuleList } from "./write-rule-list.ts";

export type TestList = {
  readonly predicates: readonly Predicate[];
  readonly rules: readonly ListedConditions[];
};

const numbers = Array.from({ length: 12 }, (_, index) => index);

/** Rules from 12 cuts of income and two of housing: every two cuts joined in both ways, and some of three. */
export const testList: TestList = {
  predicates: [
    ...numbers.map((cut): Predicate => ({ column: "income", test: "above", value: String(8 * cut) })),
    { column: "housing", test: "is", value: "own" },
    { column: "housing", test: "is-not", value: "own" },
  ],
  rules: numbers.flatMap((low) => [
    { isAny: false, conditions: [low] },
    ...numbers.slice(low + 1).flatMap((high) => [
      { isAny: false, conditions: [low, high] },
      { isAny: true, conditions: [low, high] },
      { isAny: high % 2 === 0, conditions: [low, high, 12 + (high % 2)] },
    ]),
  ]),
};

/** Publishes a study whose rules are in a list next to its log: the last settings before its first opening name it. */
export async function listedStudy(
  app: App,
  options: StudyOptions = {},
  { predicates, rules }: TestList = testList,
): Promise<TestStudy & { text: Uint8Array }> {
  const study = await publishedStudy(app, options);
  const { studyId } = study;
  const text = writeRuleList(predicates, rules);
  const hash = sha256Hex(text);
  await writeStudy(app, studyId, async (writer) => {
    const { tx, study: row, now, append } = writer;
    const { learner, ...rest } = learningOf(settingsOf(row));
    const hypotheses = { kind: "listed", version: 1, count: rules.length, hash } as const;
    const settings = { ...rest, learner: { ...learner, hypotheses } };
    await replaceRuleList(tx, { studyId, hash, size: text.length, packed: packFile(text), createdAt: now });
    append("settings.revised", { settings });
    await changeSettings(writer, settings);
  });
  return { ...study, text };
}
