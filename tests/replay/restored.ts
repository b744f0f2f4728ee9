/** `log.restored` (docs/log-format-restore.md): a log that goes on after a backup. */

import type { Entry } from "./entries.ts";
import { readNote } from "./notes.ts";
import type { Study } from "./study.ts";

const KEYS = ["lostSeq", "lostHead", "lostCheckpoint", "origin", "skippedLinks", "linkShown"];

export function logRestored(study: Study, { seq, prev, body }: Entry): void {
  const { problems, signers } = study;
  body.only(KEYS);
  const lostSeq = body.whole("lostSeq", 1);
  problems.require(body.hash("lostHead") !== prev, "lost head", "not the entry before", prev);
  if (!body.isNull("lostCheckpoint")) {
    const { size } = readNote(body.text("lostCheckpoint"), signers);
    problems.require(size <= lostSeq, "lost checkpoint", `at most ${lostSeq} entries`, size);
  }
  study.firstOrigin ??= signers.origin;
  const origin = body.text("origin");
  const [name, number = ""] = origin.split("/restored-");
  const isNew = /^[1-9]\d*$/.test(number) && Number(number) > study.restoredCount;
  problems.require(
    name === study.firstOrigin && isNew,
    "origin",
    `restored-N above ${study.restoredCount}`,
    origin,
  );
  study.restoredCount = Number(number);
  study.formerSigners.push(signers);
  study.signers = { ...signers, origin };
  study.lostEntries += Math.max(1, lostSeq - seq + 1);
  const skipped = body.whole("skippedLinks");
  study.skippedLinks += skipped;
  study.lastRound += skipped;
  if (body.flag("linkShown")) spend(study);
}

/** The open round may only be cancelled: whoever knows its link can foresee its draw. */
function spend(study: Study): void {
  const { problems, open } = study;
  const { audit, drawAt } = study.knownSettings();
  const makesTheDraw = audit === null && drawAt === "close" && study.beacon === null;
  problems.require(makesTheDraw && open !== null, "link shown", "of an open round that it draws", "none");
  if (open !== null) open.isSpent = true;
}
