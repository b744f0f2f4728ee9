import * as t from "#messages/setupPicks.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { picksOf, picksProblems } from "#server/study/settings/picks.ts";
import { picksWords } from "../settings/picks-words.ts";

/** Describes the number of picks of a draft, for the review; nothing while it is invalid. */
export function picksSentences(settings: SettingsDraft, context: RulesContext | null): string[] {
  if (picksProblems(settings, context).length > 0 || !(Number(settings.roundSize) >= 2)) return [];
  const picks = picksOf(settings, context);
  const words = picksWords(picks, Number(settings.roundSize));
  const { rule, count } = settings.picks;
  // Without outcomes the form recommends the number of places, which only the operator knows.
  const isUsual = rule === "usual" && count.trim() === "" && picks !== undefined;
  return [t.sentence({ words, isUsual })];
}
