import * as t from "#messages/settingProblems.ts";
import type { Picks } from "#server/learner/config/spec.ts";
import { compareDecimals, isDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";
import type { Missing, PicksDraft, SettingsDraft } from "#server/study/draft.ts";
import { atSetting } from "#server/study/missing-field.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";

type PicksRule = Exclude<PicksDraft["rule"], "usual">;

/** The most digits after the point of a number of picks. */
const mostDecimals = 3;

/** How many people of a file have a known outcome, and how many of them a good one. */
type KnownOutcomes = { readonly yes: number; readonly known: number };

/** Returns whether the study's learner can keep to a number of picks; an audit picks no one. */
export function takesPicks({ mode }: Pick<SettingsDraft, "mode">): boolean {
  return mode !== "paper";
}

/** Counts the known outcomes of the file; null unless it has some of both kinds. */
export function knownOutcomes(context: RulesContext | null): KnownOutcomes | null {
  const column = context?.columns.find(({ role }) => role === "outcome");
  if (context === null || column === undefined) return null;
  const words = context.reading.columns[column.source]?.words ?? [];
  const counted = (kept: readonly string[]) =>
    words.reduce((sum, { word, count }) => sum + (kept.includes(word) ? count : 0), 0);
  const [yes, no] = [counted(column.yes), counted(column.no)];
  return yes === 0 || no === 0 ? null : { yes, known: yes + no };
}

/**
 * Returns the proposed number of picks: the share of good outcomes of the file, or a half, of the people in a round.
 *
 * @returns a whole number from 1 to one less than the people in a round
 */
export function proposedPicks({ roundSize }: SettingsDraft, context: RulesContext | null): number {
  const { yes, known } = knownOutcomes(context) ?? { yes: 1, known: 2 };
  const people = Number(roundSize);
  return Math.max(1, Math.min(people - 1, Math.round((people * yes) / known)));
}

/**
 * Returns the rule in force. Unless one is chosen it is "exactly" where the file has outcomes and the draw can keep to
 * a number, and otherwise "free".
 */
export function picksRuleOf(settings: SettingsDraft, context: RulesContext | null): PicksRule {
  if (!takesPicks(settings)) return "free";
  const { rule } = settings.picks;
  if (rule !== "usual") return rule;
  return knownOutcomes(context) !== null && canKeepTo(settings) ? "exactly" : "free";
}

/** Returns the number of picks as a spec holds it; undefined where the policy is free. Requires valid settings. */
export function picksOf(settings: SettingsDraft, context: RulesContext | null): Picks | undefined {
  const rule = picksRuleOf(settings, context);
  if (rule === "free") return undefined;
  return { rule, count: settings.picks.count.trim() || String(proposedPicks(settings, context)) };
}

/** Returns what is wrong with the number of picks. */
export function picksProblems(settings: SettingsDraft, context: RulesContext | null): Missing[] {
  if (picksRuleOf(settings, context) === "free") return [];
  if (!canKeepTo(settings)) {
    return [atSetting("picks.rule", t.picksNeedEven())];
  }
  const count = settings.picks.count.trim();
  return count === "" ? [] : countProblems(settings, count);
}

function countProblems({ roundSize, learner }: SettingsDraft, count: string): Missing[] {
  const people = roundSize.trim();
  const isKnown = isDecimal(people) && Number(people) >= 2;
  if (!isDecimal(count) || !(Number(count) > 0) || readDecimal(count).scale > mostDecimals) {
    return [atSetting("picks.count", t.picksRange({ digits: mostDecimals, value: count }))];
  }
  if (isKnown && compareDecimals(count, people) > 0) {
    return [atSetting("picks.count", t.picksTooMany({ people: Number(people), count }))];
  }
  if (learner === "ftpl" && !Number.isInteger(Number(count))) {
    return [atSetting("picks.count", t.picksWhole({ value: count }))];
  }
  return [];
}

/** Returns whether the draw can keep to a number: FTPL keeps to it on average over its drawn rules. */
function canKeepTo({ learner, draw }: SettingsDraft): boolean {
  return learner === "ftpl" || draw === "even";
}
