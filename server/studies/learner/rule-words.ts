import type { LearningSettings } from "#server/audit-log/entries.ts";
import { locale } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { readFieldWords } from "#server/studies/labels.ts";

type RuleWords = {
  readonly size: number | null;
  readonly separatorSize: number;
  readonly words: ReadonlyMap<number, string>;
};

const noWords: RuleWords = { size: null, separatorSize: 0, words: new Map() };

/**
 * Cache of rule descriptions in the reader's language. Building a class of 100,000 rules is noticeably slow, so it happens in a worker, once a
 * rule.
 */
function cachedWords(): WeakMap<LearningSettings, Promise<RuleWords>> {
  return processWide(`rule-words ${locale()}`, () => new WeakMap<LearningSettings, Promise<RuleWords>>());
}

/**
 * Returns the size of the study's class of rules, the number of contexts that distinguish them, and the named rules as
 * sentences.
 *
 * @param settings as settingsOf returns them, of this study alone, whose labels never change
 */
export async function ruleWords(
  app: App,
  studyId: string,
  settings: LearningSettings,
  rules: readonly number[],
): Promise<{ size: number; separatorSize: number; sentence: (rule: number) => string }> {
  const before =
    cachedWords()
      .get(settings)
      ?.catch(() => noWords) ?? Promise.resolve(noWords);
  const after = before.then((words) => addWords(app, studyId, settings, words, rules));
  cachedWords().set(settings, after);
  const { size, separatorSize, words } = await after;
  return { size: size ?? 0, separatorSize, sentence: (rule) => words.get(rule) ?? "" };
}

async function addWords(
  app: App,
  studyId: string,
  settings: LearningSettings,
  before: RuleWords,
  rules: readonly number[],
): Promise<RuleWords> {
  const missing = [...new Set(rules)].filter((rule) => !before.words.has(rule));
  if (before.size !== null && missing.length === 0) return before;
  const { columns, hypotheses } = settings.learner;
  const fields = await app.store.read((db) => readFieldWords(db, studyId, settings));
  const told = await app.pool.run("describeRules", { spec: { columns, hypotheses }, fields, rules: missing });
  const words = new Map(before.words);
  for (const [index, rule] of missing.entries()) words.set(rule, told.sentences[index] ?? "");
  return { size: told.size, separatorSize: told.separatorSize, words };
}
