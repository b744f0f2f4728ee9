import { limitInWords } from "#components/rounds/people/chance-words.ts";
import * as t from "#messages/whatIf.ts";
import { ownRule } from "#server/analysis/what-if/own-rule.ts";
import type { WhatIfSetting } from "#server/analysis/what-if/redecide.ts";
import { readRule, writeRule } from "#server/analysis/what-if/rule-text.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { compareDecimals, isDecimal, printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";

/** A setting as typed, in the form in which the page's address holds it. */
export type SettingSearch = {
  readonly rule: string;
  /** Largest difference that is not judged, in 100. */
  readonly limit: string;
};

export type StudyOwn = {
  readonly alpha: string;
} & Parameters<typeof ownRule>[0];

/**
 * Returns the study's own setting.
 *
 * @param seats every seat of the study
 */
export function ownSetting({ alpha, ...how }: StudyOwn, seats: readonly string[]): SettingSearch {
  return { rule: writeRule(ownRule(how, seats), seats), limit: limitInWords(alpha) };
}

/** Reads a setting from an address. Missing parts come from the study. */
export function settingIn(params: { get(name: string): string | null }, own: SettingSearch): SettingSearch {
  return { rule: params.get("rule") ?? own.rule, limit: params.get("limit") ?? own.limit };
}

/** Writes a setting as an address, without the parts that equal the study's own; "" if all do. */
export function settingAddress({ rule, limit }: SettingSearch, own: SettingSearch): string {
  const named = [
    ...(rule === own.rule ? [] : [`rule=${encodeURIComponent(rule)}`]),
    ...(limit === own.limit ? [] : [`limit=${encodeURIComponent(limit)}`]),
  ];
  return named.length === 0 ? "" : `?${named.join("&")}`;
}

export type ReadSetting =
  | { readonly setting: WhatIfSetting; readonly wrong: null }
  | {
      readonly setting: null;
      readonly wrong: { readonly rule?: string | undefined; readonly limit?: string | undefined };
    };

/** @param seats every seat of the study */
export function readSetting(
  asked: SettingSearch,
  { alpha: own, seats, mostSeats }: { alpha: string; seats: readonly string[]; mostSeats: number },
): ReadSetting {
  const rule = readRule(asked.rule, seats);
  const limit = readLimit(asked.limit, own);
  const beyond = "rule" in rule && isUnsatisfiable(rule.rule, mostSeats);
  if ("rule" in rule && !beyond && "alpha" in limit) {
    return { setting: { rule: rule.rule, alpha: limit.alpha }, wrong: null };
  }
  return {
    setting: null,
    wrong: {
      rule:
        "wrong" in rule
          ? t.ruleProblem(rule.wrong)
          : beyond
            ? t.tooManyFlags({ seats: mostSeats })
            : undefined,
      limit: "wrong" in limit ? limit.wrong : undefined,
    },
  };
}

function readLimit(text: string, own: string): { alpha: string } | { wrong: string } {
  const typed = text.trim();
  if (!isDecimal(typed) || typed.includes("e")) return { wrong: t.numberExpected() };
  const { digits, scale } = readDecimal(typed);
  const alpha = printDecimal({ digits, scale: scale + 2 });
  if (compareDecimals(alpha, own) < 0) {
    return { wrong: t.limitTooSmall({ limit: limitInWords(own) }) };
  }
  if (compareDecimals(alpha, "1") >= 0) return { wrong: t.limitTooLarge() };
  return { alpha };
}

/** Returns whether no panel of the study could satisfy a part of the rule, which is a typing error. */
function isUnsatisfiable(rule: PanelRule, mostSeats: number): boolean {
  if ("rules" in rule) return rule.rules.some((part) => isUnsatisfiable(part, mostSeats));
  return rule.kind === "at-least" && rule.flags > mostSeats;
}
