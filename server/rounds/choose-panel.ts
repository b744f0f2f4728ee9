import { countPanels } from "#db/queries/round-seats.ts";
import { listSeats } from "#db/queries/seats.ts";
import * as t from "#messages/refusals.ts";
import type { EntryBody, StudySettings } from "#server/audit-log/entries.ts";
import { selectPanel } from "#server/audit-log/panel-selection.ts";
import { DomainError } from "#server/errors.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";
import { attributesOf, findLoggedLottery, moreSeatsThanMembers } from "#server/studies/panel-lottery.ts";
import type { RoundPanel } from "#server/studies/round-panel.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { requireDecision } from "./require-decision.ts";

/** What an operator says about the panel of a round. */
export type PanelInput = {
  /** The seats of the panel, where the operator chooses it. */
  readonly seatIds?: readonly string[] | undefined;
  /** Members to leave out of this round, because they have a conflict of interest with a person in it. */
  readonly leftOut?: readonly string[] | undefined;
};

type ChosenPanel = Pick<EntryBody<"round.opened">, "panel" | "panelChosen" | "neededFlags" | "rule"> & {
  /** For the round's row. */
  readonly roundPanel: RoundPanel;
};

/**
 * Chooses the panel of the next round by the study's selection, from the members that neither rest nor are left out.
 *
 * @returns undefined if the lottery of a stratified lot is not one over the panels of these members any more
 * @throws DomainError "no-seats"; "more-seats-than-members"; "panel-full"; "panel-cannot-decide"; "bad-input" for a seat
 *   that is no member, and for a panel
 *   that is named although the operator does not choose it, or the other way round
 */
export async function choosePanel(
  { tx, study }: Pick<StudyWriter, "tx" | "study">,
  { settings, noiseSeed }: { settings: StudySettings; noiseSeed: string },
  { seatIds, leftOut = [] }: PanelInput,
): Promise<ChosenPanel | undefined> {
  const seats = await listSeats(tx, study.id);
  if (seats.length === 0) throw new DomainError("no-seats", t.noSeats());
  const { selection } = settings.panel;
  const { how } = selection;
  if ((how === "by-operator") !== (seatIds !== undefined)) {
    throw badPanel("seatIds", how === "by-operator" ? t.panelNotNamed() : t.panelNotByOperator());
  }
  const members = seats.filter(({ restReason }) => restReason === null).map(({ id }) => id);
  requireMembers("leftOut", members, leftOut);
  const pool = members.filter((seat) => !leftOut.includes(seat));
  requireMembers("seatIds", pool, seatIds ?? []);
  const panelCounts = new Map(
    (how === "rotation" ? await countPanels(tx, study.id) : []).map((row) => [row.seatId, row.panels]),
  );
  const lottery = await findLoggedLottery(tx, study);
  const from = { pool, panelCounts, attributes: attributesOf(seats), lottery };
  const chosen = selectPanel({ selection, noiseSeed, named: seatIds ?? [], ...from });
  if (chosen === undefined) {
    const size = selection.size ?? 1;
    if (size <= pool.length && how === "stratified") return undefined;
    throw moreSeatsThanMembers(size, pool.length);
  }
  if (chosen.panel.length > studyLimits.seats) {
    const facts = { most: studyLimits.seats, count: chosen.panel.length };
    throw new DomainError("panel-full", t.panelTooLarge(facts));
  }
  const panelChosen = {
    how,
    leftOut: members
      .filter((seat) => leftOut.includes(seat))
      .map((seat) => ({ seat, reason: "conflict" as const })),
  };
  const resting = seats.flatMap(({ id, restReason }) =>
    restReason === null ? [] : [{ seat: id, reason: restReason }],
  );
  const { panel, ...order } = chosen;
  const roundPanel = { ...panelChosen, memberCount: seats.length, resting, ...order };
  const { neededFlags, rule } = await requireDecision(tx, { studyId: study.id, settings, panel });
  return { panel, panelChosen, neededFlags, ...(rule && { rule }), roundPanel };
}

function requireMembers(field: keyof PanelInput, members: readonly string[], named: readonly string[]): void {
  const unknown = named.find((seat) => !members.includes(seat));
  if (unknown !== undefined) throw badPanel(field, t.seatNotAvailable({ seat: unknown }));
}

function badPanel(field: keyof PanelInput, message: string): DomainError {
  return new DomainError("bad-input", message, [{ field, message }]);
}
