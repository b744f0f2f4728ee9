import * as t from "#messages/setupLearning.ts";
import { formatDuration } from "#server/format.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { type FtplSettings, ftplSettings } from "#server/learner/ftpl/settings.ts";
import { lookedAt } from "#server/learner/oracles/catalogue.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { draftClass } from "#server/study/rules/rules.ts";
import { buildSettings, missingSettings } from "#server/study/settings/settings.ts";

/** Cost of a round of FTPL. */
export type FtplCost = Pick<FtplSettings, "resampleCount" | "weightCap"> & {
  /** Searches for a best rule at the opening, and again at the close, which computes the same policy again. */
  readonly opening: number;
  /** Further searches at the close, in mode `paper`: at most L for each person. */
  readonly closingAtMost: number;
  /** Estimated time of an opening. */
  readonly seconds: number;
};

/**
 * Microseconds of one search: a fixed part, then for each noise variable and for each rule. Fitted by hand to
 * measured openings over classes of all sizes (the bench `ftpl-opening` at commit 183a859f).
 */
const search = { itself: 5, noise: 0.15, rule: 0.001, listedRule: 0.055 };

/** Returns the cost of a round under these settings; null for Exp2, or while something is missing. */
export function ftplCost(settings: SettingsDraft, context: RulesContext | null): FtplCost | null {
  const rules = settings.learner === "ftpl" ? draftClass(context) : null;
  if (context === null || rules === null || missingSettings(settings, context).length > 0) return null;
  const { learner } = buildSettings(settings, context);
  const { resampleCount, weightCap } = ftplSettings(learner, rules.size, rules.separator.size);
  return {
    resampleCount,
    weightCap,
    opening: resampleCount,
    closingAtMost: learner.mode === "paper" ? learner.roundSize * weightCap : 0,
    seconds: openingSeconds(learner, rules),
  };
}

/** Estimates the time of an opening over these rules. */
function openingSeconds(learner: LearnerSpec, rules: HypothesisClass): number {
  const { resampleCount, noiseLength } = ftplSettings(learner, rules.size, rules.separator.size);
  const noise = rules.separator.size * noiseLength * search.noise;
  // A search follows each decision list question by question. Other classes are looked up in sums.
  const perRule = learner.hypotheses.kind === "decision-lists" ? search.listedRule : search.rule;
  const looks = lookedAt(learner.hypotheses, rules.size) * perRule;
  return (resampleCount * (search.itself + noise + looks)) / 1_000_000;
}

/** Formats a duration: "under a tenth of a second", "about 4 seconds". */
export function secondsInWords(seconds: number): string {
  if (seconds < 0.1) return t.instant();
  if (seconds < 1) return t.seconds({ count: Math.round(10 * seconds) / 10 });
  if (seconds < 90) return t.seconds({ count: Math.round(seconds) });
  return t.longer({ time: formatDuration(seconds / 60) });
}
