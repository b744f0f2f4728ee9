import { LIMITS } from "#server/learner/config/defaults.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { alignDecimals } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { neededFlags } from "./needed-flags.ts";
import type { Flagging } from "./pairs.ts";

/** A rule for one panel, checked and ready to decide. */
export type BoundPanelRule = {
  /** m */
  readonly seatCount: number;
  /** Whether the decision depends on who flags, and not only on how many. */
  readonly namesAuditors: boolean;
  /** r, if the rule is only a number of flags; else null. */
  readonly counts: number | null;
  /**
   * f
   * @param flagging numbers of the auditors who flag a pair, each in 0..m-1
   */
  readonly decides: (flagging: Flagging) => boolean;
};

/**
 * Checks a rule for a panel of m and makes it ready to decide.
 *
 *   at-least n  |F| >= n · share γ  |F| >= max(1, ⌈γ m⌉) · auditor j  j in F · weighted  Σ_{j in F} w_j >= θ, exactly
 *   any  one of the rules · all  each of the rules        for F the set of auditors who flag the pair
 *
 * Each leaf is monotone in F, false for no auditor and true for all auditors, and so are `any` and `all` of such rules.
 * Hence Lemma 4.1 holds, with the auditor of pivotalAuditor.
 *
 * @param rule as stored; it must hold nothing but what the type allows
 * @param seatCount m, 1..LIMITS.seats
 * @throws LearnerError "unknown-kind" on a kind, and on a field that the kind does not have; "shape" if a part is
 *   missing or of another type, or if there is not one weight a seat; "panel-rule-empty" on `any` or `all` of nothing;
 *   "panel-rule-too-large" beyond LIMITS.panelRuleDepth or LIMITS.panelRuleParts; "auditor-unknown"; "gamma-outside";
 *   "range" on a negative weight, a count that is not whole, or m; "not-a-decimal"; "panel-rule-constant" on a part
 *   that is true without any flag, or false with all flags
 * Cost: O(parts · m), also for `decides`.  Source: NOTATION row "panel rule" ([derived]).
 */
export function bindPanelRule(rule: PanelRule, seatCount: number): BoundPanelRule {
  if (!Number.isInteger(seatCount) || seatCount < 1 || seatCount > LIMITS.seats) {
    throw new LearnerError("range", `a panel of ${seatCount} seats`);
  }
  const budget = { parts: LIMITS.panelRuleParts };
  return { seatCount, ...bindPart(rule, seatCount, LIMITS.panelRuleDepth, budget) };
}

type Part = Omit<BoundPanelRule, "seatCount">;
type Budget = { parts: number };

function bindPart(rule: PanelRule, m: number, depthLeft: number, budget: Budget): Part {
  budget.parts -= 1;
  if (depthLeft === 0 || budget.parts < 0) {
    throw new LearnerError(
      "panel-rule-too-large",
      `a panel rule has at most ${LIMITS.panelRuleDepth} levels and ${LIMITS.panelRuleParts} parts`,
    );
  }
  checkFields(rule);
  switch (rule.kind) {
    case "at-least":
      return counted(rule.flags, m);
    case "share":
      return counted(neededFlags(rule.gamma, m), m);
    case "weighted":
      return weighted(rule.weights, rule.threshold, m);
    case "auditor":
      return named(rule.auditor, m);
    default: {
      if (rule.rules.length === 0) {
        throw new LearnerError("panel-rule-empty", `${JSON.stringify(rule.kind)} of no rules`);
      }
      const parts = rule.rules.map((part) => bindPart(part, m, depthLeft - 1, budget));
      const decides: Part["decides"] =
        rule.kind === "any"
          ? (flagging) => parts.some((part) => part.decides(flagging))
          : (flagging) => parts.every((part) => part.decides(flagging));
      return { namesAuditors: parts.some((part) => part.namesAuditors), counts: null, decides };
    }
  }
}

function counted(needed: number, m: number): Part {
  if (!Number.isInteger(needed)) throw new LearnerError("range", `${needed} flags are no whole number`);
  if (needed < 1 || needed > m) {
    throw new LearnerError("panel-rule-constant", `${needed} flags of a panel of ${m}`);
  }
  return { namesAuditors: false, counts: needed, decides: ({ size }) => size >= needed };
}

function weighted(weights: readonly string[], threshold: string, m: number): Part {
  if (weights.length !== m) throw new LearnerError("shape", `${weights.length} weights for ${m} seats`);
  const [needed = 0n, ...exact] = alignDecimals([threshold, ...weights]);
  if (exact.some((weight) => weight < 0n)) throw new LearnerError("range", "a weight below 0");
  const total = exact.reduce((sum, weight) => sum + weight, 0n);
  if (needed <= 0n || needed > total) {
    throw new LearnerError(
      "panel-rule-constant",
      `a threshold of ${threshold} is not above 0 and at most the sum of the weights`,
    );
  }
  const decides = (flagging: Flagging) => {
    let sum = 0n;
    for (const auditor of flagging) sum += exact[auditor] ?? 0n;
    return sum >= needed;
  };
  return { namesAuditors: true, counts: null, decides };
}

function named(auditor: number, m: number): Part {
  if (!Number.isInteger(auditor) || auditor < 0 || auditor >= m) {
    throw new LearnerError("auditor-unknown", `auditor ${auditor} is not one of 0..${m - 1}`);
  }
  return { namesAuditors: true, counts: null, decides: (flagging) => flagging.has(auditor) };
}

const FIELDS: { readonly [kind in PanelRule["kind"]]: readonly string[] } = {
  "at-least": ["flags"],
  share: ["gamma"],
  weighted: ["weights", "threshold"],
  any: ["rules"],
  all: ["rules"],
  auditor: ["auditor"],
};

const FIELD_CHECKS: { readonly [field: string]: (value: unknown) => boolean } = {
  flags: (value) => typeof value === "number",
  auditor: (value) => typeof value === "number",
  threshold: (value) => typeof value === "string",
  weights: (value) => Array.isArray(value) && value.every((weight) => typeof weight === "string"),
  rules: Array.isArray,
  gamma: (value) => isPlain(value) && Object.keys(value).sort().join() === "denominator,numerator",
};

/** Checks the fields of a rule before they are trusted, because a rule may come from a file. */
function checkFields(rule: unknown): void {
  if (!isPlain(rule)) throw new LearnerError("shape", `no panel rule: ${JSON.stringify(rule)}`);
  const { kind, ...fields } = rule;
  if (typeof kind !== "string" || !Object.hasOwn(FIELDS, kind)) {
    throw new LearnerError("unknown-kind", `there is no panel rule ${JSON.stringify(kind)}`);
  }
  const expected = FIELDS[kind as PanelRule["kind"]];
  const foreign = Object.keys(fields).find((field) => !expected.includes(field));
  if (foreign !== undefined) {
    throw new LearnerError(
      "unknown-kind",
      `a panel rule ${JSON.stringify(kind)} has no ${JSON.stringify(foreign)}`,
    );
  }
  const wrong = expected.find((field) => FIELD_CHECKS[field]?.(fields[field]) !== true);
  if (wrong !== undefined) {
    throw new LearnerError("shape", `${JSON.stringify(wrong)} of a panel rule ${JSON.stringify(kind)}`);
  }
}

function isPlain(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
