import { LIMITS, RATES } from "#server/learner/config/defaults.ts";
import { resampleCountFrom, rootCeiling } from "#server/learner/config/resample-count.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { exp, log } from "#server/learner/numeric/math.ts";
import { reducedLength } from "../config/step-sizes.ts";

/** The parts of the spec that FTPL's settings follow from. */
export type FtplSpec = Pick<
  LearnerSpec,
  "mode" | "roundSize" | "horizon" | "eps" | "fairnessMultiplier" | "resampleCount" | "omegaMultiplier"
>;

/** The settings of all rounds, in half units. */
export type FtplSettings = {
  /** ω: noise has density (ω/2) exp(-ω|z|). */
  readonly omega: number;
  /** C */
  readonly fairnessWeight: number;
  /** L: the largest weight of a label. */
  readonly weightCap: number;
  /** R: the number of rules drawn per round. */
  readonly resampleCount: number;
  /** The number of Laplace variables that are summed on a context of the separator. */
  readonly noiseLength: number;
};

/**
 * Returns FTPL's settings. They are the same in all rounds: FTPL needs T.
 *
 *   L = ⌈T^(1/3)⌉
 *   known  ω0 = √(2√2 √(s ln N)/(s k² L T)),  C = M ε/(8 s ω0),  ω = min(ω0, ε/(8 s C)),  R as set, at least L
 *   known, with a multiplier μ   ω = μ ω0,  C = M ε/ω   (heuristic: outside the proof)
 *   paper  C = T^(4/45),  d = 2k + 4C,  ω = (1/d) √((5/4) √(d s) ln N/(d³ s L T)),
 *          R = the smallest 2^a 5^b that is at least T^(38/45)
 *
 * Paper mode: the theorem leaves ω to "optimally selected". On losses divided by d the bound of the cited work has the
 * form 4 ω d s Σ E|l̂|² + (10/ω) √(d s) ln N; with E|l̂|² <= 2 d² L its minimum is ours, and gives the theorem's
 * d^(7/4) s^(3/4) T^(2/3) √(ln N). Written for unscaled losses, ω is d times smaller. The noise is a vector of 2k +
 * 4⌈C⌉ variables; only their sum meets h(s) = 1. R beyond ⌈T^(38/45)⌉ makes hits/R a decimal and the estimate better.
 *
 * @param spec a validated spec
 * @param size N
 * @param separatorSize s
 * @throws LearnerError "class-empty" if N < 2; "horizon-missing"; "setting-missing"; "range" if R is below L or beyond
 *   LIMITS.resampleCount; "class-too-large" if an opening would draw more than LIMITS.noisePerRound; "not-finite"
 * Source: NOTATION rows "ω", "C", "L", "R" (Thm 4.8, 4.9, 4.12; `known` is [derived]).
 */
export function ftplSettings(spec: FtplSpec, size: number, separatorSize: number): FtplSettings {
  if (!Number.isSafeInteger(size) || size < 2)
    throw new LearnerError("class-empty", `a class of ${size} rules`);
  if (spec.horizon === null) throw new LearnerError("horizon-missing", "FTPL needs T");
  const weightCap = rootCeiling(spec.horizon, 1, 3);
  const settings =
    spec.mode === "paper"
      ? paperSettings(spec, spec.horizon, size, separatorSize, weightCap)
      : knownSettings(spec, spec.horizon, size, separatorSize, weightCap);
  if (settings.resampleCount < weightCap || settings.resampleCount > LIMITS.resampleCount) {
    throw new LearnerError(
      "range",
      `R = ${settings.resampleCount} is not one of ${weightCap}..${LIMITS.resampleCount}`,
    );
  }
  const drawn = settings.resampleCount * separatorSize * settings.noiseLength;
  if (drawn > LIMITS.noisePerRound) {
    throw new LearnerError(
      "class-too-large",
      `${drawn} noise variables a round, at most ${LIMITS.noisePerRound}`,
      { figures: { count: drawn, most: LIMITS.noisePerRound } },
    );
  }
  for (const value of [settings.omega, settings.fairnessWeight]) {
    if (!(value > 0 && Number.isFinite(value))) {
      throw new LearnerError("not-finite", `omega = ${settings.omega}, C = ${settings.fairnessWeight}`);
    }
  }
  return settings;
}

/**
 * Returns R, the number of rules that a round draws.
 *
 * @throws LearnerError "horizon-missing"; "setting-missing"
 */
export function drawnRuleCount({
  mode,
  horizon,
  resampleCount,
}: Pick<FtplSpec, "mode" | "horizon" | "resampleCount">): number {
  if (mode !== "paper") {
    if (resampleCount === undefined) throw new LearnerError("setting-missing", "FTPL needs a resampleCount");
    return resampleCount;
  }
  if (horizon === null) throw new LearnerError("horizon-missing", "FTPL needs T");
  return resampleCountFrom(rootCeiling(horizon, 38, 45));
}

function knownSettings(spec: FtplSpec, T: number, size: number, s: number, L: number): FtplSettings {
  const { roundSize: k } = spec;
  const resampleCount = drawnRuleCount(spec);
  const omega0 = Math.sqrt((RATES.ftpl * Math.sqrt(s * log(size))) / (s * k * k * L * T));
  const wanted = parseNumber(spec.fairnessMultiplier) * parseNumber(spec.eps);
  const shared = { weightCap: L, resampleCount, noiseLength: 1 };
  if (spec.omegaMultiplier !== undefined) {
    const omega = parseNumber(spec.omegaMultiplier) * omega0;
    return { omega, fairnessWeight: wanted / omega, ...shared };
  }
  const fairnessWeight = wanted / (8 * s * omega0);
  const omega = Math.min(omega0, parseNumber(spec.eps) / (8 * s * fairnessWeight));
  return { omega, fairnessWeight, ...shared };
}

function paperSettings(spec: FtplSpec, T: number, size: number, s: number, L: number): FtplSettings {
  const { roundSize: k } = spec;
  // T^(4/45)
  const fairnessWeight = exp((4 * log(T)) / 45);
  const d = reducedLength(k, fairnessWeight);
  const scaled = Math.sqrt((RATES.ftplPaper * Math.sqrt(d * s) * log(size)) / (d * d * d * s * L * T));
  return {
    omega: scaled / d,
    fairnessWeight,
    weightCap: L,
    resampleCount: drawnRuleCount(spec),
    noiseLength: reducedLength(k, Math.ceil(fairnessWeight)),
  };
}
