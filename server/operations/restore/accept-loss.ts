import { listEntriesOf } from "#db/queries/log.ts";
import { listOpenRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { readLostClosing } from "#server/audit-log/beacon/lost-closing.ts";
import type { LostClosing } from "#server/audit-log/beacon-chain.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { restoredName } from "#server/audit-log/checkpoints/log-name.ts";
import { type Entry, isAudit } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { type Facts, isSpent, type Mark } from "#server/platform/high-water-mark/mark.ts";
import { readMark } from "#server/platform/high-water-mark/record-marks.ts";
import type { Behind } from "#server/platform/high-water-mark/refuse-behind.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { findCheckpointNote } from "#server/studies/checkpoints/checkpoint-note.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";

/**
 * Lets a study continue after the part of its log that is left. Its log records each loss, also those that a restored
 * database has no record of. The links used in lost parts are skipped, and rounds whose links were published are
 * cancelled. The high-water mark is restarted last, so that an interrupted run is repeated.
 *
 * @param behind of a study that the database has
 */
export async function acceptLoss(app: App, { studyId, mark }: Behind): Promise<void> {
  const facts = await app.marks.readFacts(studyId);
  const marks = [...(await app.marks.readEarlier(studyId)), mark];
  await writeStudy(app, studyId, (writer) => noteLosses(writer, marks, facts));
  for (const round of await app.store.read((db) => listSpentRounds(db, studyId, marks))) {
    await cancelRound(app, { studyId, round, reason: "restored" });
  }
  const present = await app.store.read((db) => readMark(db, studyId));
  if (present !== null) await app.marks.restart(studyId, present);
}

/** @param marks where the study was at each loss of it, oldest first */
async function noteLosses(writer: StudyWriter, marks: readonly Mark[], facts: Facts): Promise<void> {
  const { tx, study, append, patch } = writer;
  const { checkpoints } = (await findGenesisEntry(tx, study.id)) ?? {};
  if (checkpoints === undefined) throw new Error(`study ${study.id} lost its first entry`);
  const which = { studyId: study.id, types: ["log.restored"], after: 0, limit: 10_000 };
  const recorded = (await listEntriesOf(tx, which)).map(
    ({ entry }) => (readLine(entry) as Entry<"log.restored">).body,
  );
  const newest = recorded.at(-1);
  // already recorded by a run that was interrupted afterwards
  if (newest?.lostHead === marks.at(-1)?.head) return;
  const shownLinks = await listSpentRounds(tx, study.id, marks);
  const lostClosings = await listLostClosings(tx, study.id, facts);
  let { nextSeq, skippedLinks } = study;
  let origin = study.restoredOrigin ?? checkpoints.origin;
  let note = newest?.lostCheckpoint ?? (await findCheckpointNote(tx, study.id)) ?? null;
  let restoreCount = recorded.length;
  for (const mark of marks.slice(Math.min(restoreCount, marks.length - 1))) {
    restoreCount += 1;
    note = facts.checkpoints.get(origin) ?? note;
    origin = restoredName(checkpoints.origin, restoreCount);
    const skipped = isAudit(settingsOf(study))
      ? 0
      : Math.max(0, mark.opened - study.roundCount - skippedLinks);
    skippedLinks += skipped;
    const { seq } = append("log.restored", {
      lostSeq: Math.max(mark.seq, nextSeq),
      lostHead: mark.head,
      lostCheckpoint: note,
      origin,
      lostClosings,
      skippedLinks: skipped,
      shownLinks,
    });
    nextSeq = seq + 1;
    patch({ skippedLinks, restoredOrigin: origin, restoredSeq: seq });
  }
}

/** Lists the open rounds whose links were published in a lost history, if that link alone determines their draws. */
async function listSpentRounds(db: Reader, studyId: string, marks: readonly Mark[]): Promise<number[]> {
  const settings = settingsOf(await requireStudy(db, studyId));
  const { beacon = null } = (await findGenesisEntry(db, studyId)) ?? {};
  if (isAudit(settings) || settings.drawAt !== "close" || beacon !== null) return [];
  const open = (await listOpenRounds(db, studyId)).map(({ number }) => number);
  return open.filter((round) => marks.some((mark) => isSpent(mark, round)));
}

/** Lists how lost histories froze rounds that are open now, if a witness saw it in time. */
async function listLostClosings(db: Reader, studyId: string, { closings }: Facts): Promise<LostClosing[]> {
  const { beacon = null, checkpoints } = (await findGenesisEntry(db, studyId)) ?? {};
  if (beacon === null || checkpoints === undefined) return [];
  const open = (await listOpenRounds(db, studyId)).filter(({ state }) => state === "open");
  const roundOf = (closing: LostClosing): number | null => {
    const origin = closing.checkpoint.slice(0, closing.checkpoint.indexOf("\n"));
    const found = readLostClosing(closing, { study: studyId, keys: { ...checkpoints, origin }, beacon });
    return "why" in found || !found.isTimely ? null : found.round;
  };
  return open.flatMap(({ number }) => closings.find((closing) => roundOf(closing) === number) ?? []);
}
