/** Forged receipts, and logs that contradict receipts. */

import { type Body, ORIGIN, sealed } from "../fixture.ts";
import { ballotIn, changedBallot, keyAdded } from "../fixture-ballots.ts";
import { text } from "../fixture-hashes.ts";
import { type Parts, partsOf, receiptFile, receiptsLog, withoutProof } from "../fixture-receipts.ts";
import { recordOf } from "../fixture-record.ts";
import { add, type Change, drop, placeOf, swap, zeros } from "./changes.ts";

const log = receiptsLog();
const { entries } = log;
/** The only ballot of s2. Those of s1 come before and after it. */
const place = placeOf(entries, "ballot.sealed 2");
const own = partsOf(entries, place);
const [first, last] = [0, 2].map((after) => partsOf(entries, placeOf(entries, "ballot.sealed") + after));

const inExtra = (change: (extra: Body) => Body): Parts => ({ ...own, extra: change(own.extra) });
/** One key of `extra`, in hex, begins with other digits. */
const otherHex = (key: string) =>
  inExtra((extra) => ({ ...extra, [key]: `00000000${String(extra[key]).slice(8)}` }));
const inEntry = (change: (entry: Body) => Body) =>
  inExtra((extra) => ({ ...extra, entry: text(change(JSON.parse(String(extra.entry)))) }));
/** A ballot of this seat that only its receipt has, in a checkpoint that the log signed. */
const elsewhere = (change: Parameters<typeof changedBallot>[1], more: Body = {}, origin = ORIGIN) => {
  const entry = entries[place];
  const other = { ...entry, ...more, body: changedBallot(entry?.body, change) };
  return partsOf(entries.with(place, other), place, { origin });
};

/** The ballot without its signature, in a checkpoint that the log signed. */
const unsigned = () => {
  const { body, ...entry } = entries[place] ?? {};
  const other = { ...entry, body: { ...Object(body), signature: zeros + zeros } };
  return partsOf(entries.with(place, other), place, {}, ballotIn(body));
};

/** Invalid receipts, with the honest log. */
const forged: Readonly<Record<string, string | Parts>> = {
  "no receipt": "nothing\n",
  "a different first line": receiptFile(own).replace("@v1", "@v2"),
  "an additional key": inExtra((extra) => ({ ...extra, also: 1 })),
  "a missing key": inExtra(({ shown: _, ...extra }) => extra),
  "an entry that is not a ballot": inExtra((extra) => ({ ...extra, entry: text(own.extra) })),
  "an entry with a different type": inEntry((entry) => ({ ...entry, type: "ballot.opened" })),
  "an entry with a different time": inEntry((entry) => ({ ...entry, at: 1 })),
  "an entry with a different seat": inEntry(({ body, ...entry }) => ({
    ...entry,
    body: { ...Object(body), seat: "s3" },
  })),
  "a different salt": otherHex("salt"),
  "a different nonce": otherHex("nonce"),
  "a different opening": otherHex("opening"),
  "a different hash of what was shown": otherHex("shown"),
  "a different verdict": inExtra((extra) => ({ ...extra, verdicts: [[0, 1, "unsure"]] })),
  "no verdict": inExtra((extra) => ({ ...extra, verdicts: [] })),
  "a different commitment": inEntry(({ body, ...entry }) => ({
    ...entry,
    body: { ...Object(body), commitment: zeros },
  })),
  "a different signature": unsigned(),
  "a different index": { ...own, index: place + 1 },
  "a proof without its last hash": { ...own, hashes: own.hashes.slice(0, -1) },
  "a proof with an additional hash": { ...own, hashes: [...own.hashes, zeros] },
  "a proof of another entry": { ...own, hashes: first?.hashes ?? [] },
  "a hash of 31 bytes": { ...own, hashes: own.hashes.with(0, zeros.slice(2)) },
  "a checkpoint of another study": partsOf(entries, place, { origin: "log.example/studies/study-2" }),
  "a checkpoint with a different root": partsOf(entries, place, { root: zeros }),
  "a checkpoint of fewer entries": partsOf(entries, place, { size: place }),
  "a checkpoint signed by a different key": partsOf(entries, place, { signer: "s1" }),
  "a checkpoint with an invalid signature of its witness": partsOf(entries, place, {
    cosigned: "another text",
  }),
  "a checkpoint of a restored log": partsOf(entries, place, { origin: `${ORIGIN}/restored-1` }),
  "a ballot of another study": elsewhere(
    { study: "study-2" },
    { study: "study-2" },
    "log.example/studies/study-2",
  ),
  "a ballot with a different verdict": elsewhere({ verdicts: [[0, 1, "unsure"]] }),
  "a ballot signed by a different key": elsewhere({ signer: "another device" }),
};

/** The ballot of s2 is another one, signed with a key that only the server added. */
const exchanged: Change = (changed) => {
  const at = placeOf(changed, "ballot.sealed 2");
  const body = changedBallot(changed[at]?.body, { verdicts: [[0, 1, "unsure"]] });
  return changed.with(at, { ...changed[at], body });
};
/** The second ballot of s1 is gone, and the first one was opened. */
const withoutLast: Change = (changed) => {
  const { salt, nonce, ...of } = Object(first?.extra);
  const at = placeOf(changed, "ballot.opened");
  const opened = { ...Object(changed[at]?.body), salt, nonce, version: 1, verdicts: of.verdicts };
  return drop("ballot.sealed 3")(changed.with(at, { ...changed[at], body: opened }));
};
const open: Change = (changed) => changed.slice(0, placeOf(changed, "ballot.opened"));

/** Logs that contradict the honest receipts that come with them. */
const contradicted: Readonly<Record<string, readonly [Change, string]>> = {
  "a log without its end": [(changed) => changed.slice(0, -1), receiptFile(own)],
  "a log without the ballot": [(changed) => changed.slice(0, place), withoutProof(own)],
  "a log with an additional entry before the ballot": [
    add("seat.added 3", { type: "seat.key-added", body: keyAdded("s1", "new", "s1") }),
    receiptFile(own),
  ],
  "a log with a different ballot of the seat": [(changed) => exchanged(open(changed)), withoutProof(own)],
  "a log without the last ballot of the seat": [withoutLast, withoutProof(last ?? own)],
  "a log with a later ballot of the seat": [(changed) => changed, receiptFile(first ?? own)],
  "a log that opened the ballot with a different verdict": [
    swap("ballot.opened 2", '"unfair"', '"unsure"'),
    withoutProof(own),
  ],
  "a log that opened the ballot with a different hash of what was shown": [
    swap("ballot.opened 2", /"shown":"[0-9a-f]{8}/, '"shown":"00000000'),
    withoutProof(own),
  ],
  "a log that did not open the ballot": [drop("ballot.opened 2"), withoutProof(own)],
};

/** A receipt with a record that every verifier that reads receipts must refuse. */
export type ReceiptForgery = {
  readonly name: string;
  readonly record: string;
  readonly receipt: string;
};

const recordWith = (changed: readonly Body[]) => recordOf(sealed(changed), log.features());
const named = (what: string) => `receipt, ${what}`;

/** The honest record, with valid receipts: with a proof, and before there is one. */
export const honestReceipts = {
  record: recordWith(entries),
  receipts: [receiptFile(own), withoutProof(own), receiptFile(last ?? own)],
};

export const receiptForgeries: readonly ReceiptForgery[] = [
  ...Object.entries(forged).map(([what, one]) => {
    const receipt = typeof one === "string" ? one : receiptFile(one);
    return { name: named(what), record: honestReceipts.record, receipt };
  }),
  ...Object.entries(contradicted).map(([what, [change, receipt]]) => {
    return { name: named(what), record: recordWith(change(entries)), receipt };
  }),
];
