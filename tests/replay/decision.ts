/** How a panel decides (docs/log-format.md, section 4, "Rule of decision"). */

import { isList, type Json } from "./canonical.ts";
import { Fields } from "./read.ts";
import { Broken } from "./report.ts";

export type DecisionRule =
  | { readonly kind: "at-least"; readonly flags: number }
  | { readonly kind: "weighted"; readonly weights: ReadonlyMap<string, number> }
  | { readonly kind: "member"; readonly seat: string }
  | { readonly kind: "groups"; readonly groups: readonly (readonly string[])[]; readonly flags: number };

export interface Decides {
  readonly gamma: { readonly numerator: number; readonly denominator: number };
  /** null: the share gamma of the members. */
  readonly rule: DecisionRule | null;
}

const SEAT = /^s[1-9][0-9]*$/;

export function readRule(panel: Fields): DecisionRule | null {
  if (panel.get("rule") === undefined) return null;
  const rule = panel.object("rule");
  const kind = rule.word("kind", ["at-least", "weighted", "member", "groups"]);
  if (kind === "at-least") return { kind, flags: rule.only(["kind", "flags"]).whole("flags", 1) };
  if (kind === "member") return { kind, seat: seats([rule.only(["kind", "seat"]).text("seat")])[0] ?? "" };
  if (kind === "weighted") {
    const listed = rule
      .only(["kind", "weights"])
      .objects("weights")
      .map((one): [string, number] => [one.only(["seat", "weight"]).text("seat"), one.whole("weight", 1)]);
    if (listed.some(([, weight]) => weight > 100)) throw new Broken("weights", "at most 100", listed);
    seats(listed.map(([seat]) => seat));
    return { kind, weights: new Map(listed) };
  }
  const flags = rule.only(["kind", "groups", "flags"]).whole("flags", 1);
  const groups = rule.list("groups").map((group) => {
    if (!isList(group) || group.length < flags) throw new Broken("group", `at least ${flags} seats`, group);
    return group.map((seat) => (typeof seat === "string" ? seat : ""));
  });
  if (groups.length !== 2) throw new Broken("groups", "two", groups.length);
  seats(groups.flat());
  return { kind, groups, flags };
}

/** Reads unique names of seats. */
function seats(names: readonly string[]): readonly string[] {
  const fit = new Set(names).size === names.length && names.every((name) => SEAT.test(name));
  if (!fit) throw new Broken("seats of the rule", "seats, each once", names);
  return names;
}

/** Computes the smallest integer that is at least gamma of a total, and at least 1. */
export function shareOf({ numerator, denominator }: Decides["gamma"], total: number): number {
  let needed = 1;
  while (BigInt(needed) * BigInt(denominator) < BigInt(numerator) * BigInt(total)) needed++;
  return needed;
}

/** Reads a panel's rule from an opening; null if the panel cannot decide. */
export function decisionOf(
  { gamma, rule }: Decides,
  panel: readonly string[],
  hasLeft: (seat: string) => boolean,
): { readonly needed: number; readonly rule: Json } | null {
  const share = shareOf(gamma, panel.length);
  if (rule === null) return { needed: share, rule: null };
  if (rule.kind === "at-least") {
    return rule.flags <= panel.length ? { needed: rule.flags, rule: null } : null;
  }
  if (rule.kind === "member") {
    const auditor = panel.indexOf(rule.seat);
    if (auditor >= 0) {
      const rules = [
        { kind: "auditor", auditor },
        { kind: "at-least", flags: share },
      ];
      return { needed: share, rule: { kind: "all", rules } };
    }
    return hasLeft(rule.seat) ? { needed: share, rule: null } : null;
  }
  if (rule.kind === "weighted") {
    const weights = panel.map((seat) => rule.weights.get(seat) ?? 1);
    const threshold = shareOf(
      gamma,
      weights.reduce((sum, weight) => sum + weight, 0),
    );
    const falling = [...weights].sort((a, b) => b - a);
    let needed = 0;
    for (let rest = threshold; rest > 0; needed++) rest -= falling[needed] ?? rest;
    return {
      needed,
      rule: { kind: "weighted", weights: weights.map(String), threshold: String(threshold) },
    };
  }
  const parts: { kind: string; weights: string[]; threshold: string }[] = [];
  let needed = 0;
  for (const group of rule.groups) {
    const stayed = group.filter((seat) => !hasLeft(seat)).length;
    const least = Math.min(rule.flags, stayed);
    if (panel.filter((seat) => group.includes(seat)).length < least) return null;
    needed += least;
    const weights = panel.map((seat) => (group.includes(seat) ? "1" : "0"));
    if (least > 0) parts.push({ kind: "weighted", weights, threshold: String(least) });
  }
  const [first] = parts;
  if (first === undefined) return null;
  return { needed, rule: parts.length === 1 ? first : { kind: "all", rules: parts } };
}

/** Tells whether the flags of these places make a report under an opening's rule; null: by the needed number of flags. */
export function makesReport(rule: Json, needed: number, places: ReadonlySet<number>): boolean {
  return rule === null ? places.size >= needed : holds(new Fields(rule, "rule"), places);
}

function holds(rule: Fields, places: ReadonlySet<number>): boolean {
  switch (rule.word("kind", ["at-least", "auditor", "weighted", "all"])) {
    case "at-least":
      return places.size >= rule.whole("flags", 1);
    case "auditor":
      return places.has(rule.whole("auditor"));
    case "weighted": {
      const weights = rule.texts("weights").map(BigInt);
      const flagging = [...places].reduce((sum, place) => sum + (weights[place] ?? 0n), 0n);
      return flagging >= BigInt(rule.text("threshold"));
    }
    case "all":
      return rule.objects("rules").every((part) => holds(part, places));
  }
}
