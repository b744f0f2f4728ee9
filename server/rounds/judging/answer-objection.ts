import { listAskedObjections, listObjectionAnswers, saveObjectionAnswer } from "#db/queries/objections.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import type { ObjectionAnswer } from "#server/audit-log/objection-answers.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { refuseClock } from "#server/platform/app/clock-trouble.ts";
import { refuseDamaged } from "#server/platform/integrity/damaged.ts";
import { storedCells } from "#server/rounds/shown-fields.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { requireJudging, requireSeat } from "./judging-seat.ts";

type OfRound = { readonly studyId: string; readonly round: number };

/**
 * Reads the objections that a round asks its panel about, as a seat of it sees them: the question, the person's shown
 * fields and chance of that time, and the seat's own answer.
 *
 * @param isHidden whether own answers are hidden, as earlier verdicts are from a password that a link has set
 */
export async function readAskedObjections(
  db: Reader,
  { studyId, round }: OfRound,
  { settings, seatId, isHidden }: { settings: StudySettings; seatId: string; isHidden: boolean },
) {
  const asked = await listAskedObjections(db, { studyId, round });
  if (asked.length === 0) return [];
  const people = await listRoundFeatures(db, studyId, [...new Set(asked.map((each) => each.round))]);
  const seqs = asked.map(({ receivedSeq }) => receivedSeq);
  const answers = isHidden ? [] : await listObjectionAnswers(db, studyId, seqs);
  return asked.map(({ receivedSeq, round, position, question }) => {
    const person = people.find((each) => each.round === round && each.position === position);
    const features = person?.features ?? null;
    const own = answers.find((each) => each.receivedSeq === receivedSeq && each.seatId === seatId);
    return {
      ...{ objection: receivedSeq, round, position, question },
      chance: person?.chance ?? "0",
      cells: features === null ? null : storedCells(features, settings),
      answer: own?.answer ?? null,
    };
  });
}

/**
 * Saves what a seat answers to an objection, in place of its earlier answer, until its round stops taking verdicts.
 *
 * @param seat the seat of the page
 * @throws DomainError "round-closed", "deadline-passed", "not-on-panel", "not-found", "clock-behind", "clock-jumped",
 *   "study-damaged"
 */
export async function answerObjection(
  app: App,
  { studyId, round, accountId, seat }: OfRound & { accountId: string; seat: string },
  { objection: receivedSeq, answer }: { objection: number; answer: ObjectionAnswer },
): Promise<void> {
  refuseDamaged(app.store, studyId);
  await app.store.tx(async (tx) => {
    const answeredAt = app.now();
    refuseClock(app, await requireStudy(tx, studyId));
    await requireJudging(tx, studyId, round, answeredAt);
    const seatId = await requireSeat(tx, studyId, round, accountId, seat);
    const asked = await listAskedObjections(tx, { studyId, round });
    if (!asked.some((each) => each.receivedSeq === receivedSeq)) {
      throw new DomainError("not-found", t.objectionUnknown());
    }
    await saveObjectionAnswer(tx, { studyId, receivedSeq, seatId, answer, answeredAt });
  });
}
