/** A handmade log, and receipts of its ballots (docs/log-format-receipts.md). */

import { type Body, Log } from "./fixture.ts";
import { ballotIn } from "./fixture-ballots.ts";
import { text } from "./fixture-hashes.ts";
import { FROZEN, KNOWN } from "./fixture-known.ts";
import { hashesOf, linesOf, type NoteChange, noteOf, proofOf, signers } from "./fixture-notes.ts";

/** The first round of the log in `known` mode, in which s1 seals twice: entries 7, 8, 9 and 10. */
export function receiptsLog(): Log {
  const log = new Log(KNOWN, [1, 2], "close", 3, [["8"], [null]], undefined, signers);
  log.round({
    ...{ t: 1, appliedSeq: 0, ...FROZEN, panel: ["s1", "s2", "s3"], hypothesis: 3 },
    ...{ u: [0.76, 0.99], decisions: [1, 0] },
    docket: "0 1 ranked",
    people: "p1 0.5, p2 0.25",
    ballots: "s1: 0 1 unfair; s2: 0 1 unfair; s1: 0 1 unfair; s3: 0 1 unsure",
    violations: "0 1 2 1",
  });
  return log;
}

/** The parts of a receipt before they are written. */
export interface Parts {
  extra: Body;
  index: number;
  hashes: string[];
  note: string;
}

/** A receipt of the ballot at a place of a log, made when the log ended as these entries do. */
export function partsOf(
  entries: readonly Body[],
  place: number,
  change: NoteChange = {},
  ballot = ballotIn(entries[place]?.body),
): Parts {
  const lines = linesOf(entries);
  const hashes = hashesOf(lines);
  const opening = hashes[entries.findIndex(({ type }) => type === "round.opened")] ?? "";
  const { salt, nonce, shown, verdicts } = ballot;
  return {
    extra: { entry: lines[place] ?? "", opening, salt, nonce, shown, verdicts },
    index: place,
    hashes: proofOf(hashes, place),
    note: noteOf(hashes, change),
  };
}

const base64 = (content: string | Buffer) => Buffer.from(content).toString("base64");

export function receiptFile({ extra, index, hashes, note }: Parts): string {
  const proof = hashes.map((hash) => `${base64(Buffer.from(hash, "hex"))}\n`).join("");
  return `c2sp.org/tlog-proof@v1\nextra ${base64(text(extra))}\nindex ${index}\n${proof}\n${note}`;
}

/** A receipt from before a checkpoint covers its ballot. */
export const withoutProof = ({ extra }: Parts) => `${text(extra)}\n`;
