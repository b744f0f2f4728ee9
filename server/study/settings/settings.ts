import * as t from "#messages/settingProblems.ts";
import type { LearningSettings, StudySettings } from "#server/audit-log/entries.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { halveDecimal, isDecimal } from "#server/learner/numeric/decimal.ts";
import { askingSettings } from "#server/study/asking.ts";
import { groupNames, learnerColumns, shownColumns } from "#server/study/columns.ts";
import type { Missing, SettingsDraft } from "#server/study/draft.ts";
import { atSetting } from "#server/study/missing-field.ts";
import { pointsToShare } from "#server/study/points.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { buildRules, draftClass } from "#server/study/rules/rules.ts";
import { decisionRuleIn } from "./decision-rule.ts";
import { isHorizonKnown, learnerExtras, learnerProblems, refusedByLearner } from "./learner.ts";
import { panelProblems, whole } from "./panel.ts";
import { selectionIn } from "./panel-selection.ts";
import { picksOf, picksProblems } from "./picks.ts";
import { choosesStart, startOf } from "./prior.ts";

/** Returns eps: the typed value, or half of alpha. */
export function epsPointsOf({ alphaPoints, epsPoints }: SettingsDraft): string {
  return epsPoints.trim() !== ""
    ? epsPoints.trim()
    : isDecimal(alphaPoints.trim())
      ? halveDecimal(alphaPoints.trim())
      : "";
}

/** Returns the learner's and the panel's settings of a draft. Requires that nothing is missing. */
export function buildSettings(draft: SettingsDraft, context: RulesContext): LearningSettings {
  const columns = learnerColumns(context.columns);
  const hypotheses = buildRules(context);
  const prior = startOf(draft, context.columns, hypotheses);
  const picks = picksOf(draft, context);
  const ofFile = { columns, hypotheses, ...(prior && { prior }), ...(picks && { picks }) };
  return settingsOver(draft, ofFile, shownAndGroups(context.columns));
}

/** The part of a learner's settings that depends on the file of people and on the rules about it. */
type OfFile = Pick<LearnerSpec, "columns" | "hypotheses" | "prior" | "picks">;

/**
 * Returns the settings of a draft over a file and its rules. Requires that nothing is missing.
 *
 * @param others the columns that auditors see, and those that are groups
 */
export function settingsOver(
  draft: SettingsDraft,
  { columns, hypotheses, ...ofFile }: OfFile,
  others: ShownAndGroups,
): LearningSettings {
  const isPaper = draft.mode === "paper";
  const isGuarded = draft.mode === "guarded";
  return {
    learner: {
      learner: draft.learner,
      version: 1,
      kernel: "portable-1",
      mode: draft.mode,
      columns,
      hypotheses,
      roundSize: Number(draft.roundSize),
      horizon: isHorizonKnown(draft) ? Number(draft.horizon) : null,
      afterHorizon: isHorizonKnown(draft) ? draft.afterHorizon : "anytime",
      alpha: pointsToShare(draft.alphaPoints),
      // A setting that a mode does not use is stored with the value that the mode implies.
      eps: pointsToShare(isPaper ? epsPointsOf({ ...draft, epsPoints: "" }) : epsPointsOf(draft)),
      fairnessMultiplier: isPaper || isGuarded ? "1" : draft.multiplier.trim(),
      pairRule: isGuarded ? "all" : draft.pairRule,
      rejectedHalves: isGuarded ? "at-close" : draft.rejectedHalves,
      ...ofFile,
      ...(choosesStart(draft) && draft.draw === "even" && { draw: "even" }),
      ...learnerExtras(draft),
    },
    drawAt: draft.drawAt,
    ...sharedSettings(draft, others),
  };
}

/** Names of the columns that auditors see, and of those that are groups for reporting only. */
type ShownAndGroups = { readonly fields: readonly string[]; readonly groups: readonly string[] };

/** Returns the settings that every study has, whether it learns or not. */
export function sharedSettings(
  draft: SettingsDraft,
  { fields, groups }: ShownAndGroups,
): Pick<StudySettings, "panel" | "presentation" | "groups"> {
  return {
    ...(groups.length > 0 && { groups: [...groups] }),
    panel: {
      ...decisionRuleIn(draft),
      quorum: Number(draft.quorum),
      closesWithoutPairs: draft.closesWithoutPairs,
      closesAtDeadline: draft.closesAtDeadline,
      selection: selectionIn(draft),
    },
    presentation: {
      fields: [...fields],
      chanceFormat: "in-100",
      ...askingSettings(draft.asking),
    },
  };
}

/** Returns the names of the columns that auditors see, and of those that are groups. */
export function shownAndGroups(columns: RulesContext["columns"]): ShownAndGroups {
  return { fields: shownColumns(columns).map(({ name }) => name.trim()), groups: groupNames(columns) };
}

/**
 * Returns what is wrong with the settings, each with its reason; last, what the learner rejects about them and the
 * rules together.
 */
export function missingSettings(draft: SettingsDraft, context: RulesContext | null): Missing[] {
  const problems = [
    ...panelProblems(draft),
    ...picksProblems(draft, context),
    ...fairnessProblems(draft),
    ...horizonProblems(draft),
    ...learnerProblems(draft, context),
  ];
  const rules = problems.length > 0 ? null : draftClass(context);
  if (context === null || rules === null) return problems;
  return refusedByLearner(buildSettings(draft, context).learner, rules);
}

export function alphaProblems({ alphaPoints }: SettingsDraft): Missing[] {
  const alpha = alphaPoints.trim();
  if (isDecimal(alpha) && Number(alpha) >= 0 && Number(alpha) < 100) return [];
  return [atSetting("alphaPoints", t.alphaRange({ value: alpha }))];
}

function fairnessProblems(draft: SettingsDraft): Missing[] {
  const alpha = draft.alphaPoints.trim();
  const problems = alphaProblems(draft);
  if (problems.length > 0) return problems;
  if (draft.mode === "paper") return [];
  const eps = epsPointsOf(draft);
  if (Number(alpha) === 0) {
    return [atSetting("alphaPoints", t.alphaZero())];
  }
  if (!isDecimal(eps) || Number(eps) <= 0 || Number(eps) > Number(alpha)) {
    return [atSetting("epsPoints", t.marginRange({ most: alpha, value: eps }))];
  }
  if (draft.mode === "guarded") return [];
  const multiplier = draft.multiplier.trim();
  if (!isDecimal(multiplier) || !(Number(multiplier) > 0) || Number(multiplier) > 1_000) {
    return [atSetting("multiplier", t.numberUpTo({ most: 1_000, example: 1, value: multiplier }))];
  }
  return [];
}

function horizonProblems(draft: SettingsDraft): Missing[] {
  if (!isHorizonKnown(draft)) return [];
  const problem = whole(draft, "horizon", 1, LIMITS.horizon);
  return problem === null ? [] : [problem];
}
