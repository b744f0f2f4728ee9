import { type Entry, isAudit } from "#server/audit-log/entries.ts";
import { type CheckpointKeys, openCheckpoint } from "#server/audit-log/notes/check-log.ts";
import type { StudyState } from "./study.ts";

/**
 * Checks how the log continues after a backup: the lost history is named, its links are skipped, and checkpoints get
 * another name.
 */
export function logRestored(study: StudyState, { seq, prev, body }: Entry<"log.restored">): void {
  const { findings, lost, checkpointKeys: keys } = study;
  const { lostSeq, lostHead, lostCheckpoint, origin, skippedLinks } = body;
  findings.require(lostHead !== prev, "head of a lost history", "another than the one before", lostHead);
  if (keys === null) return;
  const first = lost[0]?.keys ?? keys;
  const number = restoreNumber(first.origin, origin);
  const before = restoreNumber(first.origin, keys.origin) ?? 0;
  const isNew = number !== null && number > before;
  findings.require(isNew, "name of the checkpoints", `${first.origin}/restored-N, N above ${before}`, origin);
  if (lostCheckpoint !== null) checkLost(study, keys, lostCheckpoint, lostSeq);
  lost.push({ keys, kept: seq - 1, lostSeq });
  study.checkpointKeys = { ...keys, origin };
  study.lastRound += skippedLinks;
  findings.reserve("lost-history", Math.max(1, lostSeq - seq + 1));
  findings.reserve("skipped-links", skippedLinks);
  checkSpent(study, body.linkShown);
}

/** Returns N of a restored name; null for any other name. */
function restoreNumber(first: string, origin: string): number | null {
  const [, number] = /^\/restored-([1-9]\d{0,8})$/.exec(origin.slice(first.length)) ?? [];
  return number !== undefined && origin.startsWith(first) ? Number(number) : null;
}

function checkLost({ findings }: StudyState, keys: CheckpointKeys, note: string, lostSeq: number): void {
  const opened = openCheckpoint(note, keys);
  if ("why" in opened) {
    findings.require(false, "checkpoint of a lost history", "one of this log, signed by its key", opened.why);
    return;
  }
  const { size } = opened.checkpoint;
  findings.require(size <= lostSeq, "checkpoint of a lost history", `of ${lostSeq} entries or fewer`, size);
}

/**
 * Checks a link that the lost history showed. A known link no longer binds a draw, unless the draw was made at the
 * opening or uses a beacon.
 */
function checkSpent(study: StudyState, linkShown: boolean): void {
  if (!linkShown) return;
  const { findings, open, settings, beacon } = study;
  const isOpen = findings.require(
    open !== null,
    "link that was shown",
    "of an open round",
    "no round is open",
  );
  const drawsAtClose = !isAudit(settings) && settings.drawAt === "close" && beacon === null;
  findings.require(drawsAtClose, "link that was shown", "only where it makes the draw", settings.drawAt);
  if (isOpen && open !== null) open.isSpent = true;
}

/** Returns the keys with which a note is checked: those of its own name, if this log ever had that name. */
export function keysOfNote(
  note: string,
  study: Pick<StudyState, "lost" | "checkpointKeys">,
): CheckpointKeys | null {
  const name = note.slice(0, Math.max(0, note.indexOf("\n")));
  return study.lost.find(({ keys }) => keys.origin === name)?.keys ?? study.checkpointKeys;
}
