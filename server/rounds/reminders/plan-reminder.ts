import { listSealTimes } from "#db/queries/ballots.ts";
import { claimJob, findJob, insertJob } from "#db/queries/jobs.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import { listSeats } from "#db/queries/seats.ts";
import * as t from "#messages/refusals.ts";
import { countMails, uncountMails } from "#server/accounts/messages/mail-rate.ts";
import { mailerOf } from "#server/accounts/messages/require-mailer.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { requireJudging } from "#server/rounds/judging/judging-seat.ts";
import {
  countsSince,
  lastReminded,
  listReminders,
  type ReminderParams,
  readParams,
  reminderKind,
  reminderTimes,
} from "./reminder-times.ts";

export type PlannedReminder = { readonly studyId: string; readonly id: string; readonly sendAt: number };

/**
 * Plans a reminder to seats that have not sealed. It is sent when the time for undoing it is over.
 *
 * @throws DomainError "mail-off"; "round-closed", "deadline-passed"; "bad-input" for a seat that is not on the panel,
 *   or if all seats have sealed; "reminded-already" if one of them was reminded within the hour; "mail-limit"
 */
export async function planReminder(
  app: App,
  { studyId, round, seatIds, accountId }: PlanInput,
): Promise<PlannedReminder> {
  mailerOf(app);
  const id = app.newId();
  const planned = await writeStudy(app, studyId, async (writer) => {
    const { tx, now, clock } = writer;
    const { pairCount, tolerancePairs } = await requireJudging(tx, studyId, round, clock);
    if (pairCount === 0 && tolerancePairs === null) {
      throw new DomainError("bad-input", t.noPairToJudge());
    }
    const seats = await requireMissing(writer, round, [...new Set(seatIds)]);
    await countMails(tx, { accountId, count: seats.length, now });
    const params: ReminderParams = { round, seats };
    await insertJob(tx, {
      studyId,
      id,
      kind: reminderKind,
      state: "waiting",
      params: JSON.stringify(params),
      fence: 1,
      createdBy: accountId,
      createdAt: now,
      updatedAt: now,
    });
    return { studyId, id, sendAt: now + reminderTimes.undo };
  });
  enqueue(app, { kind: "reminder", studyId, id }, Math.max(1, planned.sendAt - app.now()));
  return planned;
}

type PlanInput = {
  readonly studyId: string;
  readonly round: number;
  readonly seatIds: readonly string[];
  readonly accountId: string;
};

/**
 * Cancels a reminder before it is sent. Its mails do not count.
 * @throws DomainError "reminder-gone" if it was sent, is being sent, or was cancelled
 */
export async function undoReminder(
  app: App,
  { studyId, reminderId: id }: { studyId: string; reminderId: string },
): Promise<void> {
  const patch = { state: "cancelled" as const, updatedAt: app.now() };
  await app.store.tx(async (tx) => {
    const waiting = await findJob(tx, { studyId, id });
    const isWaiting = waiting?.kind === reminderKind && waiting.state === "waiting";
    if (!isWaiting || !(await claimJob(tx, { studyId, id, ...waiting }, patch))) {
      throw new DomainError("reminder-gone", t.reminderGone());
    }
    const { createdBy: accountId, createdAt: countedAt, params } = waiting;
    const count = readParams(params).seats.length;
    if (accountId !== null) await uncountMails(tx, { accountId, count, countedAt });
  });
}

async function requireMissing(
  { tx, study, now }: StudyWriter,
  round: number,
  seatIds: readonly string[],
): Promise<string[]> {
  const panel = await listRoundSeats(tx, study.id, round);
  const held = (await listSeats(tx, study.id)).map(({ id }) => id);
  const sealed = (await listSealTimes(tx, study.id, round)).map(({ seatId }) => seatId);
  const reminded = lastReminded(await listReminders(tx, study.id, countsSince(now)));
  const missing = [];
  for (const seat of seatIds) {
    const place = held.includes(seat) ? panel.find(({ seatId }) => seatId === seat) : undefined;
    if (place === undefined) throw notOnPanel(seat, round);
    if (sealed.includes(seat)) continue;
    if ((reminded.get(seat)?.at ?? Number.NEGATIVE_INFINITY) + reminderTimes.pause > now) {
      throw new DomainError("reminded-already", t.remindedAlready({ name: place.displayName }));
    }
    missing.push(seat);
  }
  if (missing.length > 0) return missing;
  throw new DomainError("bad-input", t.allHaveSealed());
}

function notOnPanel(seat: string, round: number): DomainError {
  return new DomainError("bad-input", t.seatNotOnPanel({ seat, round }));
}
