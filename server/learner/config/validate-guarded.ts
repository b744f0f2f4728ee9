import { compareDecimals, isDecimal } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { LIMITS } from "./defaults.ts";
import type { GuardedSpec, LearnerSpec } from "./spec.ts";

type Ranged = Exclude<keyof GuardedSpec, "upwards" | "rareYes" | "rememberFor">;

/** The range of each setting: above `above`, or from `from` on, up to `to`. */
const RANGES: Readonly<Record<Ranged, { above?: string; from?: string; to: string }>> = {
  allowance: { above: "0", to: String(LIMITS.guardedSetting) },
  step: { above: "0", to: "1" },
  tauStart: { from: "0", to: "1" },
  pace: { above: "0", to: String(LIMITS.guardedSetting) },
  trust: { above: "0", to: String(LIMITS.guardedSetting) },
  budget: { above: "0", to: String(LIMITS.guardedSetting) },
  forget: { above: "0", to: String(LIMITS.guardedSetting) },
};

/**
 * Refuses settings of mode `guarded` outside their ranges, in exact arithmetic, and settings that do not apply to the
 * mode.
 *
 * @throws LearnerError "setting-missing"; "setting-unused"; "pair-rule-undefined"; "range"; "not-a-decimal"
 */
export function checkGuarded(spec: LearnerSpec): void {
  const { mode, guarded, pairRule, alpha } = spec;
  if (mode !== "guarded") {
    if (guarded !== undefined) throw new LearnerError("setting-unused", `mode ${mode} has no spread limit`);
    if (pairRule === "all")
      throw new LearnerError("pair-rule-undefined", `mode ${mode} shares one unit of loss`);
    return;
  }
  if (guarded === undefined) throw new LearnerError("setting-missing", "mode guarded needs its settings");
  if (pairRule !== "all") {
    throw new LearnerError("pair-rule-undefined", "mode guarded remembers every violating pair");
  }
  if (compareDecimals(spec.fairnessMultiplier, "1") !== 0 || spec.rejectedHalves !== "at-close") {
    throw new LearnerError("setting-unused", "mode guarded has no multiplier and charges everyone at close");
  }
  if (compareDecimals(alpha, LIMITS.leastGuardedAlpha) < 0) {
    throw new LearnerError("range", `alpha ${alpha} is below ${LIMITS.leastGuardedAlpha}`);
  }
  for (const name of Object.keys(RANGES) as Ranged[]) checkSetting(name, guarded[name]);
  checkRememberFor(guarded.rememberFor);
}

function checkRememberFor(count: number | undefined): void {
  if (count === undefined) return;
  if (!Number.isInteger(count) || count < 1 || count > LIMITS.rememberedOpenings) {
    throw new LearnerError("range", `rememberFor ${count} is not one of 1..${LIMITS.rememberedOpenings}`);
  }
}

function checkSetting(name: Ranged, value: string | null): void {
  if (value === null && name === "forget") return;
  if (value === null || !isDecimal(value)) {
    throw new LearnerError("not-a-decimal", `${name} ${JSON.stringify(value)}`);
  }
  const { above, from, to } = RANGES[name];
  const isLow =
    above !== undefined ? compareDecimals(value, above) <= 0 : compareDecimals(value, from ?? "0") < 0;
  if (isLow || compareDecimals(value, to) > 0) {
    throw new LearnerError(
      "range",
      `${name} ${value} is not ${above ? `above ${above}` : `from ${from}`} to ${to}`,
    );
  }
}
