import * as say from "#messages/differences.ts";
import { readLostClosing } from "#server/audit-log/beacon/lost-closing.ts";
import type { LostClosing } from "#server/audit-log/beacon-chain.ts";
import { type CheckpointKeys, openCheckpoint } from "#server/audit-log/checkpoints/check-log.ts";
import { restoredName } from "#server/audit-log/checkpoints/log-name.ts";
import { type Entry, type EntryBody, isAudit } from "#server/audit-log/entries.ts";
import { beaconUse, type StudyState } from "./study.ts";

/**
 * Checks how the log continues after a restored backup: it names the lost history, skips the links that it used, uses
 * its committed public numbers again, and signs checkpoints under a new name.
 */
export function logRestored(study: StudyState, entry: Entry<"log.restored">): void {
  const { findings, lost, checkpointKeys: keys, settings } = study;
  const { seq, prev, body } = entry;
  const { lostSeq, lostHead, lostCheckpoint, origin, skippedLinks } = body;
  findings.require(lostHead !== prev, say.headOfLost(), say.notPreviousHash(), lostHead);
  findings.require(lostSeq >= seq, say.lastOfLost(), say.orMore({ count: String(seq) }), lostSeq);
  if (keys === null) return;
  const first = lost[0]?.keys ?? keys;
  const number = lost.length + 1;
  findings.same(say.nameOfCheckpoints(), restoredName(first.origin, number), origin);
  const lostCount = Math.max(1, lostSeq - seq + 1);
  checkSkipped(study, { skippedLinks, lostCount });
  lost.push({ keys, kept: seq - 1, lostSeq, lostCheckpoint, signed: checkLost(study, keys, body) });
  study.checkpointKeys = { ...keys, origin };
  study.lastRound += skippedLinks;
  findings.reserve("restores");
  findings.reserve("lost-history", lostCount);
  findings.reserve("skipped-links", skippedLinks);
  const drawsAtClose = !isAudit(settings) && settings.drawAt === "close";
  const rounds = drawsAtClose ? [...study.openRounds.keys()] : [];
  findings.reserve("drawn-again", rounds.length);
  study.restores.push({ seq, lostCount, skippedLinks, rounds });
  for (const closing of body.lostClosings) checkClosing(study, entry.study, closing);
  for (const round of body.shownLinks) checkSpent(study, round);
}

/**
 * Checks that no more links are skipped than the lost entries could have used: one for each opening and end of a round,
 * and one that was reserved. An audit skips none, since each of its links is one lot of people.
 */
function checkSkipped(
  { findings, settings }: StudyState,
  { skippedLinks, lostCount }: { skippedLinks: number; lostCount: number },
): void {
  const most = isAudit(settings) ? 0 : Math.floor((lostCount + 1) / 2) + 1;
  findings.atMost(say.skippedLinks(), most, skippedLinks);
}

/**
 * Checks the checkpoint of a lost history. It is required where the log has witnesses, and is repeated where no
 * checkpoint was signed since the restore before.
 *
 * @returns how many entries were signed for under the present name
 */
function checkLost(
  { findings, lost }: StudyState,
  keys: CheckpointKeys,
  { lostCheckpoint: note, lostSeq }: EntryBody<"log.restored">,
): number {
  const what = say.checkpointOfLost();
  if (note === null) {
    findings.require(keys.witnesses.length === 0, what, say.oneWithWitnesses(), say.none());
    return lostSeq;
  }
  if (note === lost.at(-1)?.lostCheckpoint) return 0;
  const opened = openCheckpoint(note, keys);
  if ("why" in opened) {
    findings.refuse(what, say.oneOfThisLog(), opened.why);
    return 0;
  }
  const { size } = opened.checkpoint;
  findings.require(size <= lostSeq, what, say.ofEntriesOrFewer({ count: String(lostSeq) }), size);
  return size;
}

/** Checks the proof that a lost history committed an open round to a public number, which is used again. */
function checkClosing(study: StudyState, id: string, closing: LostClosing): void {
  const { findings, beacon } = study;
  const keys = keysOfNote(closing.checkpoint, study);
  const isDue = beaconUse(study) === "close" && study.openRounds.size > 0;
  findings.require(isDue, say.lostClosing(), say.ofAwaitingRound(), study.openNumbers);
  if (!isDue || keys === null || beacon === null) return;
  const found = readLostClosing(closing, { study: id, keys, beacon });
  if ("why" in found) {
    findings.refuse(say.lostClosing(), say.withProof(), found.why);
    return;
  }
  const open = study.openRounds.get(found.round);
  if (open === undefined || open.frozen !== null) {
    findings.require(false, say.roundOfLostClosing(), study.openNumbers, found.round);
    return;
  }
  const isTimely = found.isTimely || study.trusted.witnesses.length > 0;
  findings.require(isTimely, say.lostClosing(), say.cosignedInTime(), say.notCosignedInTime());
  open.fixedNumber ??= found.beaconRound;
  findings.same(say.numberOfLostClosing(), open.fixedNumber, found.beaconRound);
}

/**
 * Checks that a lost history may have shown the link of an open round. A known link no longer binds a draw, unless the
 * draw was made at the opening or uses a beacon.
 */
function checkSpent(study: StudyState, round: number): void {
  const { findings, settings, beacon } = study;
  const open = study.openRounds.get(round);
  findings.require(open !== undefined, say.shownLink(), study.openNumbers, round);
  const drawsAtClose = !isAudit(settings) && settings.drawAt === "close" && beacon === null;
  findings.require(drawsAtClose, say.shownLink(), say.onlyForDraw(), settings.drawAt);
  if (open !== undefined) open.isSpent = true;
}

/** Returns the keys for checking a note: those before a restore if the note has their origin, else the current ones. */
export function keysOfNote(
  note: string,
  study: Pick<StudyState, "lost" | "checkpointKeys">,
): CheckpointKeys | null {
  const name = note.slice(0, Math.max(0, note.indexOf("\n")));
  return study.lost.find(({ keys }) => keys.origin === name)?.keys ?? study.checkpointKeys;
}
