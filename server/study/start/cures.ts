import type { RulesDraft, SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { cutsOf, firstThreshold, numberColumns } from "#server/study/rules/thresholds.ts";
import { choosesStart, priorKindOf } from "#server/study/settings/prior.ts";
import type { WarningKind } from "./warnings.ts";

/** What can be done about a warning with one press. */
export const cureNames = ["directions", "even", "constants", "uniform", "share"] as const;
export type CureName = (typeof cureNames)[number];

/** What each is good for. */
export const cureFor: Readonly<Record<CureName, readonly WarningKind[]>> = {
  directions: ["alike", "low", "high"],
  even: ["all-or-none"],
  constants: ["low", "high"],
  uniform: ["alike"],
  share: ["low", "high"],
};

/** How many of 100 a wanted share picks, where that can be had. */
export const wantedPicks = 40;

type Changed = { readonly rules?: RulesDraft; readonly settings?: SettingsDraft };

/**
 * The parts of a draft as a cure would have them; null where it changes nothing or does not apply.
 *
 * @param share in 100, of the cure "share"
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

/** Cuts in one direction: those that are there; of another kind of rules, three of each number. */
function oneDirection(context: RulesContext, settings: SettingsDraft): Changed | null {
  // What past records say was summed up for the rules that there are.
  if (priorKindOf(settings) === "records") return null;
  const { rules } = context;
  const isCuts = rules.kind === "thresholds";
  if (isCuts && !rules.thresholds.some(({ direction }) => direction === "both")) return null;
  const known = isCuts || rules.thresholds.length > 0 ? rules.thresholds : everyNumber(context);
  if (known.length === 0) return null;
  const thresholds = known.map((each) =>
    each.direction === "both" ? { ...each, direction: "above" as const } : each,
  );
  return { rules: { ...rules, kind: "thresholds", thresholds } };
}

/** Cut points of every number that can have them. */
export function everyNumber({ rules, columns, reading }: RulesContext): RulesDraft["thresholds"] {
  return numberColumns(columns).flatMap((column) => {
    const known = rules.thresholds.find(({ source }) => source === column.source);
    const first = known ?? firstThreshold(column.source);
    return cutsOf(first, column, reading).length > 0 ? [first] : [];
  });
}
