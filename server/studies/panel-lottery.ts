import { findEntry } from "#db/queries/log.ts";
import { listSeats } from "#db/queries/seats.ts";
import type { StudyRow } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import * as lot from "#messages/stratifiedLot.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { chancesOfTypes, isLotteryOf, type Strata, strataOf } from "#server/audit-log/panel-lottery.ts";
import type { Attributes, LoggedLottery, PanelSelection } from "#server/audit-log/panel-schemas.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Study } from "#server/platform/app/study-settings.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { readAttributes } from "./member-attributes.ts";
import { refuseEnded, requireStudy, settingsOf } from "./settings.ts";

type Stratified = Extract<PanelSelection, { how: "stratified" }>;
type Seat = Awaited<ReturnType<typeof listSeats>>[number];

const attemptLimit = 5;

/**
 * Computes the lottery of a study with a stratified lot for its next panel and writes it into the log, before that panel
 * is drawn. The last lottery stays if it fits. Nothing happens in other studies.
 *
 * @param leftOut members to leave out of the next round
 * @throws DomainError "more-seats-than-members"; "quotas-not-met" with the quotas that cannot be met together;
 *   "too-many-types"; "study-ended"; "busy" if members keep changing
 */
export async function prepareLottery(
  app: App,
  { studyId, leftOut = [] }: { readonly studyId: string; readonly leftOut?: readonly string[] | undefined },
): Promise<void> {
  const read = (db: Reader, study: Study) => readNeed(db, study, leftOut);
  for (let attempt = 1; attempt <= attemptLimit; attempt += 1) {
    const need = await app.store.read(async (db) => read(db, await requireStudy(db, studyId)));
    if (need === null) return;
    const lottery = await computeLottery(app, need);
    const isWritten = await writeStudy(app, studyId, async ({ tx, study, append, patch }) => {
      const now = await read(tx, study);
      if (JSON.stringify(now) !== JSON.stringify(need)) return false;
      patch({ lotterySeq: append("panel.lottery", lottery).seq });
      return true;
    });
    if (isWritten) return;
  }
  throw new DomainError("busy", t.membersChanging());
}

/** What a lottery is computed from. */
type Need = { readonly selection: Stratified; readonly types: Strata["types"] };

/** Reads what a new lottery is needed for; null if none is. */
async function readNeed(db: Reader, study: Study, leftOut: readonly string[]): Promise<Need | null> {
  const { selection } = settingsOf(study).panel;
  refuseEnded(study);
  if (selection.how !== "stratified") return null;
  const seats = await listSeats(db, study.id);
  const pool = seats
    .filter(({ id, restReason }) => restReason === null && !leftOut.includes(id))
    .map(({ id }) => id);
  const strata = strataOf(pool, attributesOf(seats), selection.quotas);
  if (selection.size > pool.length) throw moreSeatsThanMembers(selection.size, pool.length);
  const lottery = await findLoggedLottery(db, study);
  if (lottery !== null && isLotteryOf(lottery, strata)) return null;
  return { selection, types: strata.types };
}

/**
 * Computes a lottery over the panels of a pool.
 *
 * @throws DomainError "quotas-not-met" with the quotas that cannot be met together; "too-many-types"
 */
export async function computeLottery(
  app: App,
  { selection: { size, quotas }, types }: Need,
): Promise<LoggedLottery> {
  if (types.length > studyLimits.memberTypes) {
    const facts = { count: types.length, most: studyLimits.memberTypes };
    throw new DomainError("too-many-types", t.tooManyTypes(facts));
  }
  const { lottery, conflict } = await app.pool.run("findPanelLottery", { types, quotas, size });
  if (lottery === null) {
    const named = conflict.flatMap((place) => {
      const quota = quotas[place];
      return quota === undefined ? [] : [lot.quota(quota)];
    });
    throw new DomainError(
      "quotas-not-met",
      t.quotasNotMet({ count: named.length, quotas: named.join("; ") }),
    );
  }
  const { method, panels } = lottery;
  return { method, types, panels: panels.map(({ counts, weight }) => ({ counts: [...counts], weight })) };
}

/** Finds the last lottery of the present selection. */
export async function findLoggedLottery(
  db: Reader,
  { id, lotterySeq }: Pick<StudyRow, "id" | "lotterySeq">,
): Promise<LoggedLottery | null> {
  const row = lotterySeq === null ? undefined : await findEntry(db, id, lotterySeq);
  const entry = row && readLine(row.entry);
  return entry?.type === "panel.lottery" ? entry.body : null;
}

/** Returns the attributes of each seat. */
export function attributesOf(seats: readonly Pick<Seat, "id" | "attributes">[]): Map<string, Attributes> {
  return new Map(seats.map(({ id, attributes }) => [id, readAttributes(attributes)]));
}

/**
 * Reads each member's chance of being on the next panel.
 *
 * @returns null without a stratified lot, or if no lottery of all present members is in the log yet
 */
export async function readChances(db: Reader, study: Study, seats: readonly Seat[]) {
  const { selection } = settingsOf(study).panel;
  const lottery = await findLoggedLottery(db, study);
  if (selection.how !== "stratified" || lottery === null) return null;
  const pool = seats.filter(({ restReason }) => restReason === null).map(({ id }) => id);
  const strata = strataOf(pool, attributesOf(seats), selection.quotas);
  if (!isLotteryOf(lottery, strata)) return null;
  const chances = chancesOfTypes(lottery);
  const ofSeats = new Map([...strata.typeOf].map(([seat, type]) => [seat, chances[type] ?? 0]));
  return { method: lottery.method, ofSeats };
}

/** Refuses a panel with more seats than members who are available. */
export function moreSeatsThanMembers(size: number, count: number): DomainError {
  return new DomainError("more-seats-than-members", t.moreSeatsThanMembers({ size, count }));
}
