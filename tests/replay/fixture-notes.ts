/** Checkpoints of handmade logs (docs/log-format-checkpoints.md), and two logs that contain some. */

import { createHash } from "node:crypto";
import { type Body, chained, type LogSigners, ORIGIN } from "./fixture.ts";
import { keyOf } from "./fixture-ballots.ts";
import { beaconLog } from "./fixture-beacon.ts";
import { sha } from "./fixture-hashes.ts";

const WITNESS = "witness.example";
const [logKey, witnessKey] = [keyOf("checkpoints of a log"), keyOf(WITNESS)];

/** Writes the type byte and the 32 bytes of a key. */
const typed = (type: number, key: string) => Buffer.concat([Buffer.of(type), Buffer.from(key, "hex")]);
const idOf = (name: string, key: Buffer) =>
  createHash("sha256").update(`${name}\n`).update(key).digest().subarray(0, 4);

/** The signing keys. */
export const signers: LogSigners = {
  key: logKey.key,
  witnesses: [
    `${WITNESS}+${idOf(WITNESS, typed(4, witnessKey.key)).toString("hex")}+${typed(4, witnessKey.key).toString("base64")}`,
  ],
};

export interface NoteChange {
  readonly origin?: string;
  readonly size?: number;
  /** In hex. */
  readonly root?: string;
  /** Name of the key that signs in place of the log's. */
  readonly signer?: string;
  /** The time of the cosignature, in POSIX seconds. */
  readonly cosignedAt?: number;
  /** The text that the witness signed instead. */
  readonly cosigned?: string;
}

const node = (left: string, right: string) =>
  createHash("sha256")
    .update(Buffer.from(`01${left}${right}`, "hex"))
    .digest("hex");
const half = (count: number) => 2 ** Math.floor(Math.log2(count - 1));

/** RFC 6962, over leaf hashes. */
function treeOf(hashes: readonly string[]): string {
  if (hashes.length <= 1) return hashes[0] ?? sha("");
  const left = half(hashes.length);
  return node(treeOf(hashes.slice(0, left)), treeOf(hashes.slice(left)));
}

/** The inclusion proof of a leaf, from 0. */
export function proofOf(hashes: readonly string[], index: number): string[] {
  if (hashes.length <= 1) return [];
  const left = half(hashes.length);
  const [before, after] = [hashes.slice(0, left), hashes.slice(left)];
  return index < left
    ? [...proofOf(before, index), treeOf(after)]
    : [...proofOf(after, index - left), treeOf(before)];
}

/** A checkpoint of these lines, signed by the log and by its witness at second 8, before the number of second 9. */
export function noteOf(hashes: readonly string[], change: NoteChange = {}): string {
  const { origin = ORIGIN, size = hashes.length, cosignedAt = 8 } = change;
  const root = change.root ?? treeOf(hashes.slice(0, size));
  const text = `${origin}\n${size}\n${Buffer.from(root, "hex").toString("base64")}\n`;
  const own = change.signer === undefined ? logKey : keyOf(change.signer);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(cosignedAt));
  const cosignature = witnessKey.sign(`cosignature/v1\ntime ${cosignedAt}\n${change.cosigned ?? text}`);
  const line = (name: string, key: Buffer, ...parts: Buffer[]) =>
    `\u2014 ${name} ${Buffer.concat([idOf(name, key), ...parts]).toString("base64")}\n`;
  const signatures = [
    line(origin, typed(1, logKey.key), own.sign(text)),
    line(WITNESS, typed(4, witnessKey.key), time, cosignature),
  ];
  return `${text}\n${signatures.join("")}`;
}

export const linesOf = (entries: readonly Body[]) => chained(entries).text.split("\n").slice(0, -1);
export const hashesOf = (lines: readonly string[]) => lines.map((line) => sha(`\u0000${line}`));

type Made = { readonly entries: readonly Body[]; readonly features: () => string };

/** A draw at close whose number was named in time: `round.closed` holds a checkpoint of the entries before it. */
export function notedLog(change: NoteChange = {}): Made {
  const log = beaconLog("close", signers);
  const hashes = hashesOf(linesOf(log.entries));
  const checkpoint = noteOf(change.size === undefined ? hashes.slice(0, -1) : hashes, change);
  const { beacon, ...body } = Object(log.entries.at(-1)?.body);
  const closed = { ...log.entries.at(-1), body: { ...body, beacon: { ...beacon, checkpoint } } };
  return { entries: log.entries.with(-1, closed), features: () => log.features() };
}

/**
 * A log that lost a `round.closing` at entry 10, which named number 1. The restore is so late that the number would be 2 by
 * then; the round takes number 1 again.
 */
export function lostLog(
  change: { lost?: Body; note?: NoteChange; restored?: Body; closing?: Body; lostClosing?: Body } = {},
): Made {
  const log = beaconLog("close", signers);
  const place = log.entries.findIndex(({ type }) => type === "round.closing");
  const [before, closing] = [log.entries.slice(0, place), log.entries[place] ?? {}];
  const lost = {
    ...closing,
    ...change.lost,
    body: { ...Object(closing.body), ...Object(change.lost?.body) },
  };
  const lines = linesOf([...before, lost]);
  const hashes = hashesOf(lines);
  const checkpoint = noteOf(hashes, change.note);
  const [entry = "", lostHead = ""] = [lines.at(-1), hashes.at(-1)];
  const body = {
    ...{ lostSeq: place + 1, lostHead, lostCheckpoint: noteOf(hashes), skippedLinks: 0, shownLinks: [] },
    lostClosings: [{ entry, proof: proofOf(hashes, place), checkpoint, ...change.lostClosing }],
    origin: `${ORIGIN}/restored-1`,
    ...change.restored,
  };
  const at = 7_500;
  const again = { ...closing, at, body: { ...Object(closing.body), ...change.closing } };
  const opened = log.entries.slice(place + 1, -1).map((one) => ({ ...one, at }));
  const last = log.entries.at(-1) ?? {};
  const entries = [...before, { type: "log.restored", at, body }, again, ...opened, last];
  return { entries, features: () => log.features() };
}
