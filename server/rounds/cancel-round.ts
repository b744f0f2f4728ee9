import { releaseAnnulments } from "#db/queries/annulments.ts";
import { insertDraw } from "#db/queries/draws.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import { type RoundRow, updateRound } from "#db/queries/rounds.ts";
import { assignPeople } from "#db/queries/waiting.ts";
import * as t from "#messages/refusals.ts";
import type { LoggedCancelReason } from "#server/audit-log/cancel-reasons.ts";
import { drawnRule } from "#server/audit-log/draw.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { recordBefore, recordNow } from "#server/platform/high-water-mark/record-marks.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { releaseObjections } from "./asked-objections.ts";
import { drawAtEnd, type EndInputs, prepareEnd } from "./end-draw.ts";
import { endReceipt, type RoundEndReceipt, requireRound } from "./read-round.ts";

/**
 * Ends an open round without a decision. Its people wait again. Its link of the seed tree is used up and published,
 * and with it the draw that a close at this moment would have made, so that the decisions not made are public. With a
 * beacon that draw is unknown and none is published; once its ballots are frozen, such a round cannot be cancelled any
 * more. A round whose draw was made at opening cannot be cancelled: its decisions may have been acted on.
 *
 * @throws DomainError "round-not-open", "round-closed"
 */
export async function cancelRound(
  app: App,
  { studyId, round: number, reason }: { studyId: string; round: number; reason: LoggedCancelReason },
): Promise<RoundEndReceipt> {
  const { settings, round, beacon } = await app.store.read(async (db) => ({
    settings: settingsOf(await requireStudy(db, studyId)),
    round: await requireRound(db, studyId, number),
    beacon: (await findGenesisEntry(db, studyId))?.beacon ?? null,
  }));
  if (round.state === "closed") throw closed(number);
  // Stryker disable next-line ConditionalExpression: saves the preparation; the write looks again
  if (round.state === "closing") throw closing(number);
  if (round.state === "cancelled") return endReceipt(studyId, round);
  if (settings.drawAt === "opening") {
    throw new DomainError("round-not-open", t.earlyDrawOnlyCloses());
  }
  const prepared = await prepareEnd(app, { studyId, settings, round }).catch(async (error: unknown) => {
    // Another request ended the round meanwhile, so the learner could move on, and the state of this opening is gone.
    const now = await app.store.read((db) => requireRound(db, studyId, number));
    if (now.state === "open") throw error;
    return null;
  });
  await recordBefore(app, studyId, { ending: number });
  const receipt = await writeStudy(app, studyId, async (writer) => {
    const now = await requireRound(writer.tx, studyId, number);
    if (now.state === "closed") throw closed(number);
    if (now.state === "closing") throw closing(number);
    if (now.state === "cancelled" || prepared === null) return endReceipt(studyId, now);
    return cancel(writer, now, beacon === null ? prepared : { ...prepared, policy: null }, reason);
  });
  await recordNow(app, studyId);
  enqueue(app, { kind: "keep-checkpoints", studyId });
  return receipt;
}

async function cancel(
  writer: StudyWriter,
  round: RoundRow,
  { seed, policy }: EndInputs,
  reason: LoggedCancelReason,
): Promise<RoundEndReceipt> {
  const { tx, study, append } = writer;
  const { number } = round;
  const seats = (await listRoundSeats(tx, study.id, number)).map(({ seatId }) => seatId);
  const draw = policy && (await drawAtEnd(writer, round, { policy, seats, beacon: null }));
  const { seq, hash, at } = append("round.cancelled", {
    round: number,
    reason,
    ...seed,
    ...(draw && { draw }),
  });
  if (draw !== null) {
    const row = { studyId: study.id, round: number, u: draw.u, hypothesis: drawnRule(draw), drawnAt: at };
    await insertDraw(tx, row, draw.decisions);
  }
  const end = { closedSeq: seq, closedHash: hash, closedAt: at, closeReason: reason };
  await updateRound(tx, { studyId: study.id, number }, { state: "cancelled", ...end });
  await releaseAnnulments(tx, { studyId: study.id, round: number });
  await releaseObjections(writer, number);
  const people = await listRoundPeople(tx, study.id, number);
  await assignPeople(tx, { studyId: study.id, ids: people.map((person) => person.personId), round: null });
  return endReceipt(study.id, { ...round, ...end });
}

function closing(number: number): DomainError {
  return new DomainError("round-closed", t.frozenOnlyCloses({ round: number }));
}

function closed(number: number): DomainError {
  return new DomainError("round-closed", t.roundClosedAlready({ round: number }));
}
