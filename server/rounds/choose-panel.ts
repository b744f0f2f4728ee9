import { countPanels } from "#db/queries/round-seats.ts";
import { listSeats } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { EntryBody, StudySettings } from "#server/audit-log/entries.ts";
import { selectPanel } from "#server/audit-log/panel-selection.ts";
import { lotSeed } from "#server/audit-log/seeds.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";
import { attributesOf, findLoggedLottery, moreSeatsThanMembers } from "#server/studies/panel-lottery.ts";
import type { AwaitedLot, RoundPanel } from "#server/studies/round-panel.ts";
import { settingsOf } from "#server/studies/settings.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { requireDecision } from "./require-decision.ts";

/** What an operator says about the panel of a round. */
export type PanelInput = {
  /** The seats of the panel, where the operator chooses it. */
  readonly seatIds?: readonly string[] | undefined;
  /** Members to leave out of this round, because they have a conflict of interest with a person in it. */
  readonly leftOut?: readonly string[] | undefined;
};

type PanelBody = Pick<EntryBody<"round.opened">, "panel" | "neededFlags" | "rule">;

type ChosenPanel = PanelBody &
  Pick<EntryBody<"round.opened">, "panelChosen"> & {
    /** For the round's row. */
    readonly roundPanel: RoundPanel;
    readonly seatCount: number;
  };

/**
 * Chooses the panel of the next round by the study's selection, from the members that neither rest nor are left out. If
 * the lot awaits a public number, there is no panel yet: {@link drawPanel} draws it from the same members.
 *
 * @returns undefined if the lottery of a stratified lot is not one over the panels of these members any more
 * @throws DomainError "no-seats"; "more-seats-than-members"; "panel-full"; "panel-cannot-decide"; "bad-input" for a seat
 *   that is no member, and for a panel
 *   that is named although the operator does not choose it, or the other way round
 */
export async function choosePanel(
  { tx, study }: Pick<StudyWriter, "tx" | "study">,
  {
    settings,
    noiseSeed,
    awaitsNumber,
  }: { settings: StudySettings; noiseSeed: string; awaitsNumber: boolean },
  { seatIds, leftOut = [] }: PanelInput,
): Promise<ChosenPanel | undefined> {
  const seats = await listSeats(tx, study.id);
  if (seats.length === 0) throw new DomainError("no-seats", t.noSeats());
  const { selection } = settings.panel;
  const { how } = selection;
  if ((how === "by-operator") !== (seatIds !== undefined)) {
    throw badInput(how === "by-operator" ? t.panelNotNamed() : t.panelNotByOperator(), "seatIds");
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
  // If the lot awaits a number, this panel only shows that one can be drawn and decide.
  const seed = lotSeed(noiseSeed, null);
  const chosen = selectPanel({ selection, seed, named: seatIds ?? [], ...from });
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
  const body = await bodyOf(tx, { studyId: study.id, settings, panel });
  const about = { ...panelChosen, memberCount: seats.length, resting };
  const seatCount = panel.length;
  if (awaitsNumber) {
    const kept = { panelCounts: [...panelCounts], attributes: [...from.attributes] };
    const roundPanel = { ...about, reserve: [], quotas: [], awaitedLot: { ...from, ...kept } };
    return { panel: null, neededFlags: null, panelChosen, roundPanel, seatCount };
  }
  return { ...body, panelChosen, roundPanel: { ...about, ...order, awaitedLot: null }, seatCount };
}

/**
 * Draws the panel of a round whose lot awaited a public number.
 *
 * @param about `awaitedLot` as at the opening
 * @param seed of the lot, with the number
 */
export async function drawPanel(
  { tx, study }: Pick<StudyWriter, "tx" | "study">,
  { awaitedLot, ...about }: RoundPanel & { readonly awaitedLot: AwaitedLot },
  seed: string,
): Promise<PanelBody & { readonly panel: string[]; readonly roundPanel: RoundPanel }> {
  const settings = settingsOf(study);
  const { pool, lottery } = awaitedLot;
  const from = { panelCounts: new Map(awaitedLot.panelCounts), attributes: new Map(awaitedLot.attributes) };
  const { selection } = settings.panel;
  const chosen = selectPanel({ selection, seed, named: [], pool, lottery, ...from });
  if (chosen === undefined) throw new Error("a lot was announced that cannot be drawn");
  const { panel, ...order } = chosen;
  const body = await bodyOf(tx, { studyId: study.id, settings, panel });
  return { ...body, panel, roundPanel: { ...about, ...order, awaitedLot: null } };
}

async function bodyOf(
  db: Reader,
  given: { studyId: string; settings: StudySettings; panel: string[] },
): Promise<PanelBody> {
  const { neededFlags, rule } = await requireDecision(db, given);
  return { panel: given.panel, neededFlags, ...(rule && { rule }) };
}

function requireMembers(field: keyof PanelInput, members: readonly string[], named: readonly string[]): void {
  const unknown = named.find((seat) => !members.includes(seat));
  if (unknown !== undefined) throw badInput(t.seatNotAvailable({ seat: unknown }), field);
}
