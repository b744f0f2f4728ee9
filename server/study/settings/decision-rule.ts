import * as t from "#messages/settingProblems.ts";
import type { DecisionRule } from "#server/audit-log/decision-rule-schema.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { isOrdered, largestWeight } from "#server/audit-log/panel-ways.ts";
import { seatIdPattern, seatNumberOf } from "#server/audit-log/seats.ts";
import type { DecisionRuleDraft } from "#server/study/decision-rule-draft.ts";
import type { Missing, SettingsDraft } from "#server/study/draft.ts";
import { studyLimits } from "../study-limits.ts";

/** The settings on which a rule of decision depends. */
export type DecidingDraft = Pick<SettingsDraft, "seats" | "neededFlags" | "decisionRule" | "panelSelection">;

/** Returns the rule of decision of a draft without problems: the share gamma, and a rule where it does not decide alone. */
export function decisionRuleIn(draft: DecidingDraft): Pick<StudySettings["panel"], "gamma" | "rule"> {
  const rule = ruleIn(draft);
  const needed = draft.decisionRule.kind === "every" ? draft.seats : draft.neededFlags;
  const gamma = { numerator: Number(needed), denominator: Number(draft.seats) };
  return { gamma, ...(rule && { rule }) };
}

function ruleIn({ decisionRule: typed, neededFlags }: DecidingDraft): DecisionRule | undefined {
  switch (typed.kind) {
    case "share":
    case "every":
      return undefined;
    case "any":
      return { kind: "at-least", flags: 1 };
    case "at-least":
      return { kind: "at-least", flags: Number(neededFlags) };
    case "member":
      return { kind: "member", seat: typed.seat.trim() };
    case "weighted":
      return { kind: "weighted", weights: weightsIn(typed.weights) };
    case "groups": {
      const groups: [string[], string[]] = [wordsIn(typed.first), wordsIn(typed.second)];
      return { kind: "groups", groups, flags: Number(typed.each) };
    }
  }
}

/** Whether a rule of decision uses the number of auditors that must agree. */
export function usesNeededFlags({ kind }: Pick<DecisionRuleDraft, "kind">): boolean {
  return kind !== "any" && kind !== "every" && kind !== "groups";
}

/** Returns what is wrong with the rule of decision of a draft whose number of seats is valid. */
export function decisionRuleProblems(draft: DecidingDraft): Missing[] {
  const { decisionRule: typed, panelSelection } = draft;
  const { kind } = typed;
  const isDrawn = isOrdered(panelSelection.how);
  if (isDrawn && (kind === "member" || kind === "groups")) return [at("kind", t.ruleNotByLot())];
  const most = panelSelection.how === "everyone" ? Number(draft.seats) : studyLimits.members;
  const seatProblems = (field: keyof DecisionRuleDraft, seats: readonly string[]): Missing[] => {
    const unknown = seats.find((seat) => !isSeat(seat, most)) ?? (seats.length === 0 ? "" : undefined);
    if (unknown === "") return [at(field, t.ruleSeatMissing({ most: String(most) }))];
    if (unknown !== undefined) return [at(field, t.ruleSeatWrong({ most: String(most), value: unknown }))];
    const repeated = seats.find((seat, index) => seats.indexOf(seat) < index);
    return repeated === undefined ? [] : [at(field, t.ruleSeatTwice({ seat: repeated }))];
  };
  if (kind === "member") return seatProblems("seat", [typed.seat.trim()]);
  if (kind === "weighted") {
    const wrong = wordsIn(typed.weights).find((word) => !isWeight(word));
    if (wrong !== undefined) return [at("weights", t.ruleWeightWrong({ value: wrong }))];
    return seatProblems(
      "weights",
      weightsIn(typed.weights).map(({ seat }) => seat),
    );
  }
  return kind === "groups" ? groupProblems(draft, seatProblems) : [];
}

function groupProblems(
  { decisionRule: typed, seats }: DecidingDraft,
  seatProblems: (field: keyof DecisionRuleDraft, seats: readonly string[]) => Missing[],
): Missing[] {
  const flags = Number(typed.each);
  if (!/^[1-9]\d{0,2}$/.test(typed.each.trim())) {
    return [at("each", t.ruleEachWrong({ most: seats.trim(), value: typed.each.trim() }))];
  }
  const [first, second] = [wordsIn(typed.first), wordsIn(typed.second)];
  const problems = [...seatProblems("first", first), ...seatProblems("second", second)];
  if (problems.length > 0) return problems;
  const both = second.find((seat) => first.includes(seat));
  if (both !== undefined) return [at("second", t.ruleGroupsOverlap({ seat: both }))];
  return (["first", "second"] as const).flatMap((field) => {
    const count = (field === "first" ? first : second).length;
    return count < flags ? [at(field, t.ruleGroupSmall({ count, needed: flags }))] : [];
  });
}

function isSeat(word: string, most: number): boolean {
  return seatIdPattern.test(word) && seatNumberOf(word) <= most;
}

function isWeight(word: string): boolean {
  const [seat = "", weight = "", ...rest] = word.split("=");
  const isWhole = /^[1-9]\d{0,2}$/.test(weight) && Number(weight) <= largestWeight;
  return seatIdPattern.test(seat) && isWhole && rest.length === 0;
}

function weightsIn(typed: string) {
  return wordsIn(typed).map((word) => {
    const [seat = "", weight = ""] = word.split("=");
    return { seat, weight: Number(weight) };
  });
}

function wordsIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((word) => word !== "");
}

function at(field: keyof DecisionRuleDraft, message: string): Missing {
  return { step: "settings", field: `decisionRule.${field}`, message };
}
