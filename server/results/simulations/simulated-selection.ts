import { strataOf } from "#server/audit-log/panel-lottery.ts";
import type { Attributes, PanelQuota } from "#server/audit-log/panel-schemas.ts";
import { seatIdOf } from "#server/audit-log/seats.ts";
import type { App } from "#server/platform/app/app.ts";
import type { PlanInput } from "#server/simulation/plan.ts";
import { spreadAttributes } from "#server/simulation/rehearsal/members.ts";
import { computeLottery } from "#server/studies/panel-lottery.ts";
import type { StudyDraft } from "#server/study/draft.ts";
import { selectionIn } from "#server/study/settings/panel-selection.ts";

/**
 * Returns how the panels of a rehearsal are chosen; undefined if all auditors are on each.
 *
 * @param memberCount the simulated auditors, from whom panels are chosen
 * @throws DomainError as `simulatedLottery`
 */
export async function simulatedSelection(
  app: App,
  { settings }: Pick<StudyDraft, "settings">,
  memberCount: number,
): Promise<NonNullable<PlanInput["panel"]>["selection"]> {
  const selection = selectionIn(settings);
  if (selection.size === null) return undefined;
  if (selection.how !== "stratified") return selection;
  const { size, quotas } = selection;
  return simulatedLottery(app, {
    ...{ size, quotas, attributes: spreadAttributes(quotas, { size, memberCount }) },
  });
}

/**
 * Returns a stratified lot among simulated auditors, with the lottery that draws its panels.
 *
 * @throws DomainError "quotas-not-met"; "too-many-types"
 */
export async function simulatedLottery(
  app: App,
  { size, quotas, attributes }: { size: number; quotas: PanelQuota[]; attributes: Attributes[] },
) {
  const named = attributes.map((own, member) => [seatIdOf(member + 1), own] as const);
  const { types } = strataOf(
    named.map(([seat]) => seat),
    new Map(named),
    quotas,
  );
  const selection = { how: "stratified" as const, size, quotas };
  return { ...selection, attributes, lottery: await computeLottery(app, { selection, types }) };
}
