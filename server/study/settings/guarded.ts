import * as t from "#messages/settingProblems.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { GuardedSpec, LearnerSpec } from "#server/learner/config/spec.ts";
import { compareDecimals, isDecimal } from "#server/learner/numeric/decimal.ts";
import type { GuardedDraft, Missing, SettingsDraft } from "#server/study/draft.ts";
import { atSetting } from "#server/study/missing-field.ts";
import { pointsToShare } from "#server/study/points.ts";

type Typed = Exclude<keyof GuardedDraft, "allowance" | "rememberFor">;

/** Returns what is wrong with the settings of mode `guarded`, each at its field. */
export function guardedProblems({ mode, guarded, alphaPoints }: SettingsDraft): Missing[] {
  if (mode !== "guarded") return [];
  const alpha = alphaPoints.trim();
  const least = "0.001";
  const isSmall = isDecimal(alpha) && Number(alpha) > 0 && compareDecimals(alpha, least) < 0;
  const limit = LIMITS.guardedSetting;
  return [
    isSmall ? atSetting("alphaPoints", t.limitTooSmall({ least })) : null,
    typed(guarded, "stepPoints", { above: 0, to: 100 }),
    typed(guarded, "tauStartPoints", { from: 0, to: 100 }),
    typed(guarded, "pace", { above: 0, to: limit }),
    typed(guarded, "trust", { above: 0, to: limit }),
    typed(guarded, "budget", { above: 0, to: limit }),
    guarded.forget.trim() === "" ? null : typed(guarded, "forget", { above: 0, to: limit }),
    rememberForProblem(guarded),
  ].filter((problem) => problem !== null);
}

/** Returns the settings that only mode `guarded` has, as a spec holds them. */
export function guardedExtras({ mode, guarded }: SettingsDraft): Pick<LearnerSpec, "guarded"> {
  if (mode !== "guarded") return {};
  return { guarded: guardedSpec(guarded) };
}

/** Returns the spec of mode `guarded`, which moves chances upwards where it can. Requires valid settings. */
export function guardedSpec({ allowance, forget, rememberFor, ...typed }: GuardedDraft): GuardedSpec {
  return {
    allowance,
    step: pointsToShare(typed.stepPoints),
    tauStart: pointsToShare(typed.tauStartPoints),
    pace: typed.pace.trim(),
    trust: typed.trust.trim(),
    budget: typed.budget.trim(),
    forget: forget.trim() === "" ? null : forget.trim(),
    upwards: true,
    ...(rememberFor.trim() !== "" && { rememberFor: Number(rememberFor) }),
  };
}

function rememberForProblem({ rememberFor }: GuardedDraft): Missing | null {
  const value = rememberFor.trim();
  const [from, to] = [1, LIMITS.rememberedOpenings];
  if (value === "" || (/^[1-9]\d{0,4}$/.test(value) && Number(value) <= to)) return null;
  return atSetting("guarded.rememberFor", t.wholeNumber({ from, to, value }));
}

function typed(
  guarded: GuardedDraft,
  name: Typed,
  { above, from = 0, to }: { above?: number; from?: number; to: number },
): Missing | null {
  const value = guarded[name].trim();
  const isWell =
    isDecimal(value) &&
    (above === undefined ? Number(value) >= from : Number(value) > above) &&
    compareDecimals(value, String(to)) <= 0;
  if (isWell) return null;
  return atSetting(
    `guarded.${name}`,
    above === undefined ? t.numberFrom({ from, to, value }) : t.numberAbove({ above, to, value }),
  );
}
