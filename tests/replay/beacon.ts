/** Draws that rest on public numbers (docs/log-format-beacon.md). */

import { checkClosing } from "./closing.ts";
import type { Entry } from "./entries.ts";
import { treeOf } from "./hashes.ts";
import { earliestWitness, type Note, readNote, type Signers } from "./notes.ts";
import { isNumber } from "./number.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import type { Round, Study } from "./study.ts";

export interface Beacon {
  readonly chain: string;
  readonly key: string;
  readonly genesis: number;
  readonly period: number;
  readonly delay: number;
}

/** `beacon` of `study.created`. */
export function readBeacon(study: Study, body: Fields): Beacon | null {
  if (body.isNull("beacon")) return null;
  const beacon = body.object("beacon").only(["scheme", "chain", "key", "genesis", "period", "delay"]);
  beacon.word("scheme", ["bls-unchained-g1-rfc9380"]);
  const chain = beacon.hash("chain");
  const key = beacon.text("key");
  study.problems.require(/^[0-9a-f]{192}$/.test(key), "beacon: key", "192 lower-case hex digits", key);
  study.problems.require(study.knownSettings().audit === null, "beacon", "none in an audit", "one");
  return {
    ...{ chain, key, genesis: beacon.whole("genesis"), period: beacon.whole("period", 1) },
    delay: beacon.whole("delay"),
  };
}

/** When the draws of a study depend on public numbers: at close, at opening, or never (null). */
export function rests(study: Study): "close" | "opening" | null {
  const { audit, drawAt } = study.knownSettings();
  if (study.beacon === null || audit !== null) return null;
  return drawAt === "opening" ? "opening" : "close";
}

/** Computes the time at which a number is published, in UTC milliseconds. */
function timeOf({ genesis, period }: Beacon, number: number): number {
  return 1_000 * (genesis + (number - 1) * period);
}

/** Tells whether an entry at that time must name this number: the first published at least the delay after it. */
function isNamed(beacon: Beacon, at: number, number: number): boolean {
  const from = at + 1_000 * beacon.delay;
  return timeOf(beacon, number) >= from && (number === 1 || timeOf(beacon, number - 1) < from);
}

/** Checks an entry that names a number, and stores it with the round. */
export function named(study: Study, { seq, at, body }: Entry): { number: number; seq: number } {
  const number = body.whole("beaconRound", 1);
  const { beacon } = study;
  const fits = beacon !== null && isNamed(beacon, at, number);
  study.problems.require(fits, "public number named", "the first after the delay", number);
  return { number, seq };
}

export function roundClosing(study: Study, entry: Entry): void {
  const { body } = entry;
  body.only(["round", "reason", "asAnnounced", "beaconRound"]);
  const round = study.openRound(body.whole("round", 1));
  const isDue = rests(study) === "close" && round.frozen === null;
  study.problems.require(isDue, "closing", "once, with a beacon and a draw at close", round.number);
  requireDrawn(study, round);
  checkClosing(study, round, entry);
  round.frozen = { reason: body.text("reason"), asAnnounced: body.flag("asAnnounced") };
  round.named = round.fixedNumber === null ? named(study, entry) : repeated(study, round.fixedNumber, entry);
}

/** The number that a lost history named for the same round. */
function repeated({ problems }: Study, fixed: number, { seq, body }: Entry): { number: number; seq: number } {
  const number = body.whole("beaconRound", 1);
  problems.same("public number that a lost history fixed", fixed, number);
  return { number, seq };
}

export function roundDrawn(study: Study, entry: Entry): void {
  const { body } = entry;
  const { problems } = study;
  const rule = body.get("rule") === undefined ? [] : ["rule"];
  body.only(["round", "beacon", "panel", "neededFlags", "drawCommitment", ...rule]);
  const round = study.openRound(body.whole("round", 1));
  const isDue = round.named !== null && round.signature === null;
  problems.require(isDue, "draw of an opening", "once, where it named a number", round.number);
  requireTaking(study, round, "draw of an opening");
  const isDrawn = rests(study) === "opening";
  problems.same("draw commitment present", isDrawn, !body.isNull("drawCommitment"));
  if (isDrawn) round.drawCommitment = body.hash("drawCommitment");
  takeNumber(study, round, entry);
  problems.same("panel drawn", round.checkPanel !== null, !body.isNull("panel"));
  if (round.checkPanel !== null) Object.assign(round, round.checkPanel(body, round.signature));
  round.checkPanel = null;
}

/** Checks that values which the opening left to a public number are in the log before the round closes. */
export function requireDrawn({ problems }: Study, { named, signature }: Round): void {
  problems.require(named === null || signature !== null, "draw of an opening", "made", "awaited");
}

/** Refuses changes of a round whose ballots are frozen. */
export function requireTaking({ problems }: Study, round: Round, what: string): void {
  problems.require(round.frozen === null, what, "before the round is closing", "after it");
}

/** drand's chain, trusted by default (docs/log-format-beacon.md, section 1). */
const QUICKNET =
  "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971 83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a 1692803367 3";

/** Writes a beacon as the text with which a person can trust it: hash, key, genesis, period. */
export function beaconText({ chain, key, genesis, period }: Beacon): string {
  return `${chain} ${key} ${genesis} ${period}`;
}

function isTrusted({ trusted }: Study, beacon: Beacon): boolean {
  return [QUICKNET, ...trusted.beacons].includes(beaconText(beacon));
}

/** Checks the number in `round.closed` and `round.drawn`. */
export function takeNumber(study: Study, round: Round, { seq, at, body }: Entry): void {
  const { problems, beacon } = study;
  const found = body.object("beacon").only(["signature", "checkpoint"]);
  const signature = found.text("signature");
  round.signature = signature;
  if (beacon === null || round.named === null)
    throw new Broken("public number", "one that was named", "none");
  const { number } = round.named;
  problems.require(isNumber(beacon.key, number, signature), "public number", `number ${number}`, signature);
  const outAt = timeOf(beacon, number);
  problems.require(at >= outAt, "time of a public number", `${outAt} or later`, at);
  if (!isTrusted(study, beacon)) study.ownBeaconDraws.push(round.number);
  const seenAt = found.isNull("checkpoint")
    ? null
    : seenIn(study, round.named.seq, seq, found.text("checkpoint"));
  if (seenAt === null) study.unseenDraws.push(round.number);
  else if (seenAt * 1_000 >= outAt) study.lateDraws.push(round.number);
}

/** Tells whether a witness cosigned a note before a number was published. */
export function isNamedBefore(study: Study, number: number, note: Note, signers: Signers): boolean {
  const seenAt = earliestWitness(note, signers);
  return study.beacon !== null && seenAt !== null && seenAt * 1_000 < timeOf(study.beacon, number);
}

/** When the first witness cosigned the entry that named a number, in seconds; null if none did. */
function seenIn(study: Study, named: number, seq: number, text: string): number | null {
  const { problems, hashes } = study;
  const former = study.formerSigners.find(({ origin }) => text.startsWith(`${origin}\n`));
  const signers = former ?? study.signers;
  const note = readNote(text, signers);
  const isBetween = named <= note.size && note.size < seq;
  problems.require(isBetween, "entries of a checkpoint", `${named} to ${seq - 1}`, note.size);
  problems.same("root of a checkpoint", treeOf(hashes.slice(0, note.size)), note.root);
  const { witnesses } = study.trusted;
  const seenAt = earliestWitness(note, witnesses.length > 0 ? { ...signers, witnesses } : signers);
  if (seenAt !== null && witnesses.length === 0) study.reliesOnWitness = true;
  return seenAt;
}
