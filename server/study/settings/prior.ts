import * as t from "#messages/settingProblems.ts";
import { DEFAULTS, LIMITS } from "#server/learner/config/defaults.ts";
import type { HypothesisSpec, Prior } from "#server/learner/config/spec.ts";
import { compareDecimals, isDecimal } from "#server/learner/numeric/decimal.ts";
import { scoreRules } from "#server/learner/policy/score-prior.ts";
import { learnerColumns } from "#server/study/columns.ts";
import type { ColumnChoice, Missing, PriorDraft, SettingsDraft } from "#server/study/draft.ts";
import { atRules } from "#server/study/missing-field.ts";
import { pointsToShare } from "#server/study/points.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import { countOf, endsOf } from "#server/study/rules/cut-parts.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { cutsOf, numberColumns } from "#server/study/rules/thresholds.ts";

export type PriorKind = Exclude<PriorDraft["kind"], "usual">;

type Chosen = Pick<SettingsDraft, "learner" | "mode" | "prior">;

/** Half of the weight on the two constant rules. */
const coldShares = { none: DEFAULTS.constantShare, all: DEFAULTS.constantShare } as const;

/** Returns whether the start weights of rules can be chosen, and whether a draw may be even. */
export function choosesStart({ learner, mode }: Pick<SettingsDraft, "learner" | "mode">): boolean {
  return learner === "exp2" && mode !== "paper";
}

/** Returns the kind of start weights. */
export function priorKindOf({ learner, mode, prior }: Chosen): PriorKind {
  if (!choosesStart({ learner, mode })) return "uniform";
  if (prior.kind !== "usual") return prior.kind;
  return mode === "guarded" ? "constants" : "uniform";
}

/**
 * Returns the start as a spec holds it; undefined where all rules start alike. A wanted share is half of the weight on the constants until the people of the
 * file determine how to divide that half (server/workers/start-tasks.ts).
 */
export function startOf(
  draft: SettingsDraft,
  columns: readonly ColumnChoice[],
  hypotheses: HypothesisSpec,
): Prior | undefined {
  const kind = priorKindOf(draft);
  if (kind === "uniform") return undefined;
  if (kind !== "score" || hypotheses.kind !== "thresholds") return { kind: "constants", ...coldShares };
  const chosen = columns.find(({ source }) => source === draft.prior.source);
  const column = chosen === undefined ? "" : (learnerColumns([chosen])[0]?.name ?? "");
  const rules = scoreRules(column, hypotheses.cuts);
  return { kind: "score", column, keep: DEFAULTS.keep, rules, ...coldShares };
}

/** Returns "37.5" in 100 as the exact decimal "0.375"; null unless a share is wanted. */
export function wantedShare(draft: SettingsDraft): string | null {
  if (priorKindOf(draft) !== "share") return null;
  return pointsToShare(draft.prior.share);
}

/** Returns what is wrong with the start, as far as it can be known without the rows of the file. */
export function priorProblems(draft: SettingsDraft, context: RulesContext | null): Missing[] {
  const kind = priorKindOf(draft);
  if (kind === "share") return shareProblems(draft.prior);
  return kind === "score" ? scoreProblems(draft.prior, context) : [];
}

/** Returns the number columns that could be a score: all their numbers in [0, 1], and cut points made from them. */
export function scoreColumns(context: RulesContext | null): ColumnChoice[] {
  if (context === null || context.rules.kind !== "thresholds") return [];
  return numberColumns(context.columns).filter((column) => {
    const numbers = numbersOf(context.reading, column);
    const isCut = context.rules.thresholds.some(
      ({ source, direction }) => source === column.source && direction !== "at-most",
    );
    return isCut && numbers && Number(numbers.smallest) >= 0 && Number(numbers.largest) <= 1;
  });
}

function shareProblems({ share }: PriorDraft): Missing[] {
  const value = share.trim();
  if (isDecimal(value) && Number(value) >= 0 && compareDecimals(value, "100") <= 0) return [];
  return [atRules("prior.share", t.shareRange({ value }))];
}

function scoreProblems({ source }: PriorDraft, context: RulesContext | null): Missing[] {
  if (context === null) return [];
  if (context.rules.kind !== "thresholds") {
    return [atRules("prior.source", t.scoreKind())];
  }
  const column = scoreColumns(context).find((each) => each.source === source);
  if (column !== undefined) return cutProblems(column, context);
  return [atRules("prior.source", t.scoreColumn())];
}

/** Returns problems of a score's cuts. The cuts form the grid of the score, so they must be where scores are. */
function cutProblems(column: ColumnChoice, { rules, reading }: RulesContext): Missing[] {
  const threshold = rules.thresholds.find(({ source }) => source === column.source);
  const parts = threshold === undefined ? [] : cutsOf(threshold, column, reading);
  if (countOf(parts) > LIMITS.scoreCuts) {
    return [atRules("prior.source", t.scoreCuts({ most: LIMITS.scoreCuts }))];
  }
  const cuts = endsOf(parts);
  const odd = cuts.find((cut) => cut < 0 || cut > 1);
  if (odd !== undefined) {
    return [atRules("prior.source", t.scoreCutOutside({ cut: String(odd) }))];
  }
  return cuts.some((cut) => cut > 0) ? [] : [atRules("prior.source", t.scoreCutMissing())];
}
