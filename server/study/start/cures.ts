import type { RulesDraft, SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { cutsOf, firstThreshold, numberColumns } from "#server/study/rules/thresholds.ts";
import { choosesStart, priorKindOf } from "#server/study/settings/prior.ts";
import type { WarningKind } from "./warnings.ts";

/** The one-click remedies for a warning. */
export const cureNames = ["directions", "even", "constants", "uniform", "share"] as const;
export type CureName = (typeof cureNames)[number];

/** The warnings that each remedy addresses. */
export const cureFor: Readonly<Record<CureName, readonly WarningKind[]>> = {
  directions: ["alike", "low", "high"],
  even: ["all-or-none"],
  constants: ["low", "high"],
  uniform: ["alike"],
  share: ["low", "high"],
};

/** How many of 100 a wanted share picks, where that is possible. */
export const wantedPicks = 40;

type Changed = { readonly rules?: RulesDraft; readonly settings?: SettingsDraft };

/**
 * Returns the parts of a draft after a remedy; null where it changes nothing or does not apply.
 *
 * @param share in 100, for the remedy "share"
 */
export function cureParts(
  name: CureName,
  { settings }: Pick<StudyDraft, "settings">,
  context: RulesContext,
  share = String(wantedPicks),
): Changed | null {
  if (name === "directions") return oneDirection(context, settings);
  if (!choosesStart(settings)) return null;
  const kind = priorKindOf(settings);
  const starting = (prior: SettingsDraft["prior"]["kind"]) => ({
    settings: { ...settings, prior: { ...settings.prior, kind: prior, share } },
  });
  if (name === "even") return settings.draw === "even" ? null : { settings: { ...settings, draw: "even" } };
  if (name === "share") return kind === "share" ? null : starting("share");
  if (name === "constants") return kind === "uniform" ? starting("constants") : null;
  return kind === "constants" || kind === "share" ? starting("uniform") : null;
}

/** Returns cuts in one direction: the existing cuts, or for another kind of rules three of each number. */
function oneDirection(context: RulesContext, settings: SettingsDraft): Changed | null {
  // The sums from past records apply to the current rules only.
  if (priorKindOf(settings) === "records") return null;
  const { rules } = context;
  const isCuts = rules.kind === "thresholds";
  if (isCuts && !rules.thresholds.some(({ direction }) => direction === "both")) return null;
  const known = isCuts || rules.thresholds.length > 0 ? rules.thresholds : everyNumber(context);
  if (known.length === 0) return null;
  const thresholds = known.map((each) =>
    each.direction === "at-most" ? each : { ...each, direction: "above" as const },
  );
  return { rules: { ...rules, kind: "thresholds", thresholds } };
}

/** Returns cut points of every number that can have them. */
export function everyNumber({ rules, columns, reading }: RulesContext): RulesDraft["thresholds"] {
  return numberColumns(columns).flatMap((column) => {
    const known = rules.thresholds.find(({ source }) => source === column.source);
    const first = known ?? firstThreshold(column);
    return cutsOf(first, column, reading).length > 0 ? [first] : [];
  });
}
