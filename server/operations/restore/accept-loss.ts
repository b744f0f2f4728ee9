import { listEntriesOf } from "#db/queries/log.ts";
import { findOpenRound } from "#db/queries/rounds.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { type Entry, isAudit } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import type { Facts, Mark } from "#server/platform/high-water-mark/mark.ts";
import { readMark } from "#server/platform/high-water-mark/record-marks.ts";
import type { Behind } from "#server/platform/high-water-mark/refuse-behind.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { restoredOrigin } from "#server/studies/checkpoints/identity.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";

/**
 * Lets a study continue after the part of its log that is left. Its log records what was lost, the links used in the
 * lost part are skipped, and a round whose link was published is cancelled. The high-water mark is restarted last, so
 * that an interrupted run is repeated.
 *
 * @param behind of a study that the database has
 */
export async function acceptLoss(app: App, { studyId, mark }: Behind): Promise<void> {
  const facts = await app.marks.readFacts(studyId);
  // counted outside the database too: a backup that is restored twice has no record of the first time
  const restarts = app.marks.countRestarts(studyId);
  await writeStudy(app, studyId, (writer) => noteLoss(writer, mark, { ...facts, restarts }));
  const shown = await app.store.read((db) => findSpentRound(db, studyId, mark));
  if (shown !== null) await cancelRound(app, { studyId, round: shown, reason: "restored" });
  const present = await app.store.read((db) => readMark(db, studyId));
  if (present !== null) await app.marks.restart(studyId, present);
}

async function noteLoss(
  writer: StudyWriter,
  mark: Mark,
  { checkpoint, restarts }: Facts & { restarts: number },
): Promise<void> {
  const { tx, study, append, patch } = writer;
  const { checkpoints } = (await findGenesisEntry(tx, study.id)) ?? {};
  if (checkpoints === undefined) throw new Error(`study ${study.id} lost its first entry`);
  const which = { studyId: study.id, types: ["log.restored"], after: 0, limit: 10_000 };
  const before = (await listEntriesOf(tx, which)).map(
    ({ entry }) => (readLine(entry) as Entry<"log.restored">).body,
  );
  // already recorded by a run that was interrupted afterwards
  if (before.at(-1)?.lostHead === mark.head) return;
  const origin = restoredOrigin(checkpoints, Math.max(before.length, restarts) + 1);
  const now = study.restoredOrigin ?? checkpoints.origin;
  const isOfNow =
    checkpoint !== null && checkpoint.size <= mark.seq && checkpoint.note.startsWith(`${now}\n`);
  const skipped = Math.max(0, mark.opened - study.roundCount - study.skippedLinks);
  const { seq } = append("log.restored", {
    lostSeq: mark.seq,
    lostHead: mark.head,
    lostCheckpoint: isOfNow ? checkpoint.note : null,
    origin,
    skippedLinks: skipped,
    linkShown: (await findSpentRound(tx, study.id, mark)) !== null,
  });
  patch({ skippedLinks: study.skippedLinks + skipped, restoredOrigin: origin, restoredSeq: seq });
}

/** Finds the open round whose link was published, if that link alone determines its draw. */
async function findSpentRound(db: Parameters<typeof findOpenRound>[0], studyId: string, mark: Mark) {
  const open = await findOpenRound(db, studyId);
  if (open === undefined || open.number > mark.ended) return null;
  const settings = settingsOf(await requireStudy(db, studyId));
  const { beacon = null } = (await findGenesisEntry(db, studyId)) ?? {};
  return !isAudit(settings) && settings.drawAt === "close" && beacon === null ? open.number : null;
}
