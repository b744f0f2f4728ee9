/** `log.restored` (docs/log-format-restore.md): a log that continues after a restored backup. */

import { isNamedBefore, rests } from "./beacon.ts";
import { readCanonical } from "./canonical.ts";
import type { Entry } from "./entries.ts";
import { entryHash, inclusionRoot } from "./hashes.ts";
import { readNote, type Signers } from "./notes.ts";
import { Fields, wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { Study } from "./study.ts";

const KEYS = "lostSeq lostHead lostCheckpoint origin lostClosings skippedLinks shownLinks".split(" ");

export function logRestored(study: Study, { seq, prev, body }: Entry): void {
  const { problems, signers } = study;
  body.only(KEYS);
  const lostSeq = body.whole("lostSeq", 1);
  problems.require(body.hash("lostHead") !== prev, "lost head", "not the entry before", prev);
  problems.require(lostSeq >= seq, "last lost entry", `${seq} or more`, lostSeq);
  checkLostCheckpoint(study, body, lostSeq);
  study.firstOrigin ??= signers.origin;
  const origin = body.text("origin");
  problems.same("origin", `${study.firstOrigin}/restored-${study.restores.length + 1}`, origin);
  study.formerSigners.push(signers);
  study.signers = { ...signers, origin };
  const lostEntries = Math.max(1, lostSeq - seq + 1);
  const skippedLinks = body.whole("skippedLinks");
  const { audit, drawAt } = study.knownSettings();
  const most = audit !== null ? 0 : Math.floor((lostEntries + 1) / 2) + 1;
  problems.require(skippedLinks <= most, "skipped links", `at most ${most}`, skippedLinks);
  study.lastRound += skippedLinks;
  const drawnAgain = audit === null && drawAt === "close" ? [...study.open.keys()] : [];
  study.restores.push({ seq, lostEntries, skippedLinks, drawnAgain });
  for (const lost of body.objects("lostClosings")) fix(study, lost);
  for (const round of body.list("shownLinks")) spend(study, wholeNumber(round, "shown link"));
}

/** Witnesses hold a log to it; where none was signed since the restore before, it is that one's. */
function checkLostCheckpoint(study: Study, body: Fields, lostSeq: number): void {
  const { problems, signers } = study;
  if (body.isNull("lostCheckpoint")) {
    problems.require(signers.witnesses.length === 0, "lost checkpoint", "one: there are witnesses", "none");
    return;
  }
  const text = body.text("lostCheckpoint");
  if (text === study.lostCheckpoint) return;
  study.lostCheckpoint = text;
  const { size } = readNote(text, signers);
  problems.require(size <= lostSeq, "lost checkpoint", `at most ${lostSeq} entries`, size);
}

/** Keeps the number that a lost history named for an open round: its draw must use it. */
function fix(study: Study, given: Fields): void {
  const { problems } = study;
  given.only(["entry", "proof", "checkpoint"]);
  const isDue = study.open.size > 0 && rests(study) === "close";
  problems.require(isDue, "lost closing", "of an open round with a beacon", study.openNumbers);
  if (!isDue) return;
  const line = given.text("entry");
  const entry = new Fields(readCanonical(line), "lost closing");
  problems.same("lost closing", ["round.closing", study.id], [entry.text("type"), entry.text("study")]);
  const body = entry.object("body").only(["round", "reason", "asAnnounced", "beaconRound"]);
  const open = study.open.get(body.whole("round"));
  if (open === undefined || open.frozen !== null)
    throw new Broken("round of a lost closing", study.openNumbers, body.whole("round"));
  const text = given.text("checkpoint");
  const signers = signersOf(study, text);
  const note = readNote(text, signers);
  const place = { index: entry.whole("seq", 1) - 1, size: note.size };
  const root = inclusionRoot(entryHash(line), place, given.texts("proof"));
  problems.same("checkpoint of a lost closing", root, note.root);
  const number = body.whole("beaconRound", 1);
  problems.require(isNamedBefore(study, number, note, signers), "lost closing", "cosigned in time", number);
  open.fixedNumber ??= number;
  problems.same("number of a lost closing", open.fixedNumber, number);
}

function signersOf({ formerSigners, signers }: Study, note: string): Signers {
  return formerSigners.find(({ origin }) => note.startsWith(`${origin}\n`)) ?? signers;
}

/** An open round may only be cancelled: a reader of its link can foresee its draw. */
function spend(study: Study, number: number): void {
  const { problems } = study;
  const { audit, drawAt } = study.knownSettings();
  const makesTheDraw = audit === null && drawAt === "close" && study.beacon === null;
  const open = study.open.get(number);
  problems.require(
    makesTheDraw && open !== undefined,
    "shown link",
    "of an open round that it draws",
    number,
  );
  if (open !== undefined) open.isSpent = true;
}
