import type { LearningSettings } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { readFieldWords } from "#server/studies/labels.ts";

type Known = {
  readonly size: number | null;
  readonly separatorSize: number;
  readonly words: ReadonlyMap<number, string>;
};

const nothing: Known = { size: null, separatorSize: 0, words: new Map() };

/** Building a class of 100,000 rules takes long enough to be felt, so it happens in a worker, once a rule. */
function known(): WeakMap<LearningSettings, Promise<Known>> {
  return processWide("rule-words", () => new WeakMap<LearningSettings, Promise<Known>>());
}

/**
 * How many rules the study's class has, how many contexts tell them apart, and the named ones as sentences.
 *
 * @param settings as settingsOf gives them, of this study alone, whose labels never change
 */
export async function ruleWords(
  app: App,
  studyId: string,
  settings: LearningSettings,
  rules: readonly number[],
): Promise<{ size: number; separatorSize: number; sentence: (rule: number) => string }> {
  const before =
    known()
      .get(settings)
      ?.catch(() => nothing) ?? Promise.resolve(nothing);
  const after = before.then((words) => learnWords(app, studyId, settings, words, rules));
  known().set(settings, after);
  const { size, separatorSize, words } = await after;
  return { size: size ?? 0, separatorSize, sentence: (rule) => words.get(rule) ?? "" };
}

async function learnWords(
  app: App,
  studyId: string,
  settings: LearningSettings,
  before: Known,
  rules: readonly number[],
): Promise<Known> {
  const missing = [...new Set(rules)].filter((rule) => !before.words.has(rule));
  if (before.size !== null && missing.length === 0) return before;
  const { columns, hypotheses } = settings.learner;
  const fields = await app.store.read((db) => readFieldWords(db, studyId, settings));
  const told = await app.pool.run("describeRules", { spec: { columns, hypotheses }, fields, rules: missing });
  const words = new Map(before.words);
  for (const [index, rule] of missing.entries()) words.set(rule, told.sentences[index] ?? "");
  return { size: told.size, separatorSize: told.separatorSize, words };
}
