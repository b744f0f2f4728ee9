import * as say from "#messages/differences.ts";
import { beaconTime, namedBeaconRound, type StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import { openCheckpoint } from "#server/audit-log/checkpoints/check-log.ts";
import { type Entry, isAudit, type PublicNumber } from "#server/audit-log/entries.ts";
import { NamedNumber } from "./named-number.ts";
import { checkReason } from "./reasons.ts";
import { keysOfNote } from "./restored.ts";
import { beaconUse, type StudyState, type VerifiedRound } from "./study.ts";
import { isTrustedBeacon } from "./trust.ts";

/** Requires that the round's ballots are not frozen yet. After `round.closing`, nothing in the round may change. */
export function requireTaking({ findings }: StudyState, { frozen }: VerifiedRound, what: string): void {
  findings.require(frozen === null, what, say.beforeClosing(), say.afterIt());
}

/** Requires `round.drawn` if the opening left its panel or its draw to a public number. */
export function requireDrawn({ findings }: StudyState, { opened, signature }: VerifiedRound): void {
  const isDrawn = opened.beaconRound === undefined || signature !== null;
  findings.require(isDrawn, say.drawOfOpening(), say.made(), say.awaited());
}

/** Checks that an entry names the first number that is published the study's delay after it. */
export function nameNumber(study: StudyState, at: number, beaconRound: number): NamedNumber {
  if (study.beacon !== null)
    study.findings.same(say.publicNumberNamed(), namedBeaconRound(study.beacon, at), beaconRound);
  return new NamedNumber(beaconRound, study.frontier);
}

export function roundClosing(study: StudyState, entry: Entry<"round.closing">): void {
  const { findings } = study;
  const { body } = entry;
  const open = study.findOpen(body.round);
  if (open === null) return;
  const isDue = beaconUse(study) === "close" && open.frozen === null;
  findings.require(isDue, say.closing(), say.onceWithBeacon(), body.round);
  requireDrawn(study, open);
  checkReason(study, open, entry);
  open.frozen = body;
  if (open.fixedNumber === null) {
    open.named = nameNumber(study, entry.at, body.beaconRound);
    return;
  }
  findings.same(say.publicNumberFixed(), open.fixedNumber, body.beaconRound);
  open.named = new NamedNumber(body.beaconRound, study.frontier);
}

export function roundDrawn(study: StudyState, entry: Entry<"round.drawn">): void {
  const { findings } = study;
  const { body } = entry;
  const open = study.findOpen(body.round);
  if (open === null) return;
  const isDue = open.opened.beaconRound !== undefined && open.signature === null;
  findings.require(isDue, say.drawOfOpening(), say.awaitedByOpening(), body.round);
  requireTaking(study, open, say.drawOfOpening());
  const isLater = beaconUse(study) === "opening";
  findings.presence(say.drawCommitment(), isLater, body.drawCommitment !== null);
  findings.same(say.panelAwaited(), open.opened.panel === null, body.panel !== null);
  if (isLater) open.drawCommitment = body.drawCommitment;
  checkNumber(study, open, entry, body.beacon);
  if (body.panel !== null) open.seated = open.checkPanel(body, body.beacon.signature);
}

/**
 * Checks that the number is the beacon's, that it had been published by then, and that a witness saw it named before
 * its publication.
 */
export function checkNumber(
  study: StudyState,
  round: VerifiedRound,
  { at, seq }: Pick<Entry, "at" | "seq">,
  { signature, checkpoint }: PublicNumber,
): void {
  const { findings, beacon } = study;
  const { named } = round;
  round.signature = signature;
  if (beacon === null || named === null) return;
  const { beaconRound } = named;
  const isRight = study.isBeaconSignature(beacon, beaconRound, signature);
  findings.require(
    isRight,
    say.publicNumber(),
    say.beaconSignature({ round: String(beaconRound) }),
    signature,
  );
  const outAt = beaconTime(beacon, beaconRound);
  findings.require(at >= outAt, say.timeOfPublicNumber(), say.orLater({ time: String(outAt) }), at);
  if (!isTrustedBeacon(study)) findings.reserve("own-beacon");
  const seenAt = checkpoint === null ? null : witnessedAt(study, named, seq, checkpoint);
  if (seenAt === null) findings.reserve("unwitnessed-draws");
  else if (seenAt >= outAt) findings.reserve("late-witness");
}

/** Returns when the first witness cosigned the entry that named a number, in milliseconds; null if none did. */
function witnessedAt(study: StudyState, named: NamedNumber, seq: number, note: string): number | null {
  const { findings } = study;
  const keys = keysOfNote(note, study);
  if (keys === null) return null;
  const opened = openCheckpoint(note, keys);
  if ("why" in opened) {
    findings.refuse(say.checkpointInLog(), say.oneOfThisLog(), opened.why);
    return null;
  }
  const { checkpoint, cosigned } = opened;
  const { size } = checkpoint;
  const isBetween = named.seq <= size && size < seq;
  findings.require(
    isBetween,
    say.entriesOfCheckpoint(),
    say.fromTo({ first: String(named.seq), last: String(seq - 1) }),
    size,
  );
  if (!isBetween || !findings.same(say.rootOfCheckpoint(), named.rootOf(size), checkpoint.root)) return null;
  const times = cosigned.flatMap(({ at }) => (at === null ? [] : [at * 1_000]));
  if (times.length === 0) return null;
  study.witnessed = Math.max(study.witnessed, size);
  return Math.min(...times);
}

/** Checks the beacon of the first entry. An audit has no draw, so it names no beacon. */
export function checkBeacon({ findings, settings }: StudyState, beacon: StudyBeacon | null): void {
  if (isAudit(settings)) findings.same(say.beaconOfAudit(), null, beacon);
}
