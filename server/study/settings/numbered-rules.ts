import * as t from "#messages/settingProblems.ts";
import { formatNumber } from "#server/format.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Missing, RulesDraft, SettingsDraft } from "#server/study/draft.ts";
import { atSetting } from "#server/study/missing-field.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { studyLimits } from "#server/study/study-limits.ts";

const kindsOfAllSets: readonly RulesDraft["kind"][] = ["conjunctions", "disjunctions", "parities"];

/** Bytes for each rule in mode `guarded` while a round is open: L, G and A, and their values before the opening. */
const guardedBytes = 6 * 8;

/** The most rules of mode `guarded`. */
const maxGuarded = 1 + 2 ** studyLimits.numberedConditions;

/**
 * Returns what is wrong with a class where every rule has numbers of its own. A class over all sets of conditions, or a
 * long list, is limited to what can be read and written in one piece, or looked through for each rule that FTPL draws.
 */
export function numberedProblems(
  { learner, mode }: Pick<SettingsDraft, "learner" | "mode">,
  context: Pick<RulesContext, "rules"> | null,
): Missing[] {
  const isNumbered = learner === "ftpl" || mode === "guarded";
  if (context === null || !isNumbered) return [];
  const { kind, list } = context.rules;
  if (kindsOfAllSets.includes(kind)) return setsProblems(learner, context.rules.predicates.length);
  if (kind !== "listed") return [];
  return learner === "ftpl"
    ? [atSetting("learner", t.noList({ most: LIMITS.listedRules }))]
    : listProblems(list?.count ?? 0);
}

function listProblems(count: number): Missing[] {
  const rules = 2 + count;
  if (rules <= maxGuarded) return [];
  return [atSetting("mode", t.listTooLong({ count, most: maxGuarded - 2, ...sizes(rules) }))];
}

function setsProblems(learner: SettingsDraft["learner"], count: number): Missing[] {
  const most = studyLimits.numberedConditions;
  if (count <= most || count > studyLimits.conditions) return [];
  const rules = 1 + 2 ** count;
  const isFtpl = learner === "ftpl";
  return [
    atSetting(isFtpl ? "learner" : "mode", t.setsTooMany({ isFtpl, count, rules, most, ...sizes(rules) })),
  ];
}

/** Formats the memory that these rules need in mode `guarded`, and the most that there may be. */
function sizes(rules: number): { needed: string; largest: string } {
  return { needed: megabytes(guardedBytes * rules), largest: megabytes(guardedBytes * maxGuarded) };
}

function megabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1_000_000))} MB`;
}
