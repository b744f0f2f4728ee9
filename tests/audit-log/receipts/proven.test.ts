import { beforeAll, describe, expect, it } from "vitest";
import { canonicalJson, parseCanonical } from "#server/audit-log/canonical.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { readReceiptFile, receiptFile } from "#server/audit-log/receipts/file.ts";
import { LostParts } from "#server/audit-log/receipts/lost.ts";
import { type KeptReceipt, receiptLine } from "#server/audit-log/receipts/receipt.ts";
import { voteQuestions } from "#server/audit-log/receipts/vote-questions.ts";
import { requireWhole } from "#server/audit-log/receipts/whole.ts";
import type { SignedBallot } from "#server/audit-log/sealing.ts";
import { checkVote } from "#tests/setup/receipts.ts";
import { codeOf } from "../log-error-code.ts";
import { hex, logSigner, opened, study } from "../sample-log.ts";
import * as sealed from "./sealed-log.ts";

const { begun, closing, noteOf, openedOf, proven, sealIn, twoBallots } = sealed;
const { name: origin } = logSigner;

/** A log that lost its entries from its end up to `lostSeq`. */
const restored = (lostSeq: number, count: number): EntryBody<"log.restored"> => ({
  ...{
    lostSeq,
    lostHead: hex("8"),
    lostCheckpoint: null,
    lostClosings: [],
    skippedLinks: 0,
    shownLinks: [],
  },
  origin: `${origin}/restored-${count}`,
});

let log: sealed.Log;
let first: SignedBallot;
let second: SignedBallot;
let bare: KeptReceipt;
let kept: KeptReceipt;
beforeAll(async () => {
  ({ first, second } = await twoBallots());
  log = begun();
  bare = sealIn(log, first);
  log.add("ballot.opened", openedOf(first));
  log.add("round.closed", closing);
  kept = proven(bare, log);
});

describe("a receipt's file", () => {
  it("is read back as stored, with a name that identifies the ballot", () => {
    const files = [bare, kept].map(receiptFile);
    expect(files.map(({ name }) => name)).toEqual([
      "receipt-round-1-entry-5.json",
      "receipt-round-1-entry-5.tlog-proof",
    ]);
    expect(files.map(({ text }) => readReceiptFile(text))).toEqual([bare, kept]);
    expect(readReceiptFile((files[0]?.text ?? "").trimEnd())).toEqual(bare);
    expect(files[0]?.text).not.toContain("votes");
    expect(receiptFile({ ...bare, votes: ["annul", null] }).text).toContain('"votes":["annul",null]');
  });

  it("is refused with an entry, verdicts or a position that are not a ballot's", () => {
    const text = receiptFile(bare).text.trimEnd();
    const whyOf = (changes: object) => () =>
      readReceiptFile(canonicalJson({ ...(parseCanonical(text) as object), ...changes }));
    expect(whyOf({ entry: log.lines.at(-1) })).toThrow("not a receipt: its entry is not a ballot");
    expect(codeOf(whyOf({ salt: hex("0") }))).toBe("receipt-ballot");
    for (const verdicts of [[null], [[0, 1, "unfair"], null], {}, "", null])
      expect(codeOf(whyOf({ verdicts }))).toBe("receipt-shape");
    const elsewhere = receiptFile(kept).text.replace("index 4", "index 5");
    expect(codeOf(() => readReceiptFile(elsewhere))).toBe("receipt-entry");
  });
});

describe("a receipt is complete", () => {
  const rehashed = (receipt: KeptReceipt) => ({ ...receipt, hash: entryHash(receiptLine(receipt)) });
  const inStudy = (name: string) => proven(bare, log, noteOf(log.hashes, { name }));

  it("as stored, before and after a checkpoint covers it, and after its log lost a part", () => {
    for (const receipt of [bare, kept, inStudy(`${origin}/restored-1`), inStudy(`${origin}/restored-12`)])
      expect(() => requireWhole(receipt)).not.toThrow();
  });

  it.each<[string, string, () => KeptReceipt]>([
    ["time", "receipt-entry", () => ({ ...kept, at: kept.at + 1 })],
    ["nonce", "receipt-entry", () => ({ ...kept, nonce: hex("0") })],
    ["hash", "receipt-entry", () => ({ ...kept, hash: hex("0") })],
    ["salt", "receipt-ballot", () => ({ ...kept, salt: hex("0") })],
    ["verdicts", "receipt-ballot", () => ({ ...kept, verdicts: [] })],
    ["opening", "receipt-ballot", () => ({ ...kept, opening: hex("0") })],
    ["signature", "receipt-signature", () => rehashed({ ...bare, signature: hex("0") + hex("0") })],
    ["checkpoint of another study", "checkpoint-origin", () => inStudy("other/study")],
    ["checkpoint of a name that none has", "checkpoint-origin", () => inStudy(`${origin}/restored-0`)],
    ["checkpoint that only begins so", "checkpoint-origin", () => inStudy(`/${study}/x`)],
    ["way to its checkpoint", "checkpoint-differs", () => ({ ...inStudy(origin), seq: 4 })],
    ["hashes", "checkpoint-differs", () => proven(bare, { hashes: log.hashes.toReversed() })],
  ])("but not with another %s", (what, code, changed) => {
    const receipt = changed();
    expect(codeOf(() => requireWhole(what.startsWith("way") ? rehashed(receipt) : receipt))).toBe(code);
  });
});

describe("the answers of a log about a receipt that a checkpoint covers", () => {
  const answers = (...args: Parameters<typeof checkVote>) => {
    const report = checkVote(...args);
    return voteQuestions.map((question) => report[question].answer).join(" ");
  };
  const historyOf = (lines: readonly string[], note?: string) =>
    checkVote(lines, proven(bare, log, note)).history;

  it("are all positive, with reasons, for an honest log", () => {
    expect(checkVote(log.lines, kept)).toEqual({
      inLog: { answer: "yes", why: { kind: "inLog", seq: 5 } },
      unchanged: { answer: "yes", why: { kind: "fits" } },
      history: { answer: "yes", why: { kind: "sameHistory", size: 7, count: 0 } },
      counted: { answer: "yes", why: { kind: "opened" } },
      shown: { answer: "yes", why: { kind: "shownSame" } },
    });
  });

  it("distinguish the same history, a shorter one, another one, and an unrelated one", () => {
    const stranger = noteOf(log.hashes, { secretKey: hex("e") });
    const found = [
      historyOf(log.lines, noteOf(log.hashes, { cosigned: 1 })),
      historyOf(log.lines, noteOf(log.hashes, { cosigned: 2 })),
      historyOf(log.lines.slice(0, 6)),
      historyOf(log.lines, noteOf(log.hashes.toReversed())),
      historyOf(log.lines, stranger),
      historyOf(log.lines, noteOf(log.hashes, { name: "another" })),
      historyOf(log.lines.slice(1)),
      checkVote(log.lines, bare).history,
    ];
    expect(found).toEqual([
      { answer: "yes", why: { kind: "sameHistory", size: 7, count: 1 } },
      { answer: "yes", why: { kind: "sameHistory", size: 7, count: 2 } },
      { answer: "no", why: { kind: "truncated", count: 6, size: 7 } },
      { answer: "no", why: { kind: "otherHistory", size: 7 } },
      { answer: "no", why: { kind: "noCheckpoint" } },
      { answer: "no", why: { kind: "noCheckpoint" } },
      { answer: "no", why: { kind: "noSigners" } },
      { answer: "open", why: { kind: "unsigned" } },
    ]);
  });

  it("do not depend on other seats or rounds", () => {
    const other = begun();
    const receipt = sealIn(other, first);
    other.add("ballot.opened", openedOf(first));
    other.add("ballot.opened", { ...openedOf(second), seat: "s2" });
    other.add("round.closed", closing);
    other.add("round.opened", { ...opened, round: 2, t: 2 });
    const body = { ...(JSON.parse(receiptLine(bare)).body as EntryBody<"ballot.sealed">), round: 2 };
    other.add("ballot.sealed", body);
    other.add("ballot.opened", { ...openedOf(second), round: 2 });
    other.add("round.cancelled", { round: 2, reason: "operator", link: hex("5"), linkProof: [] });
    expect(answers(other.lines, proven(receipt, other))).toBe("yes yes yes yes yes");
  });

  it("name the first later ballot of the seat that was not sealed here", () => {
    const other = begun();
    const receipt = sealIn(other, first);
    for (const made of [second, second]) sealIn(other, made);
    expect(checkVote(other.lines, receipt).counted.why).toEqual({
      kind: "foreignBallot",
      seq: receipt.seq + 1,
    });
  });

  it("report another entry in its place, also after an inconsistent part", () => {
    const gone = { kind: "noEntry", seq: kept.seq };
    const another = { kind: "otherEntry", seq: kept.seq };
    const inLog = (lines: readonly string[]) => checkVote(lines, kept).inLog;
    expect(inLog(log.lines.slice(0, 4))).toEqual({ answer: "no", why: gone });
    const taken = begun();
    taken.add("seat.added", { seat: "s2", replaces: null, by: "account", key: null });
    expect(inLog(taken.lines)).toEqual({ answer: "no", why: another });
    const broken = taken.lines.with(2, "no entry");
    expect(inLog([...broken, '{"type":"round.closed"'])).toEqual({ answer: "no", why: another });
  });

  it("report a receipt lost with its round's opening, and accept a later one under the new name", () => {
    const before = sealed.logFrom(log.lines.slice(0, 3), log.hashes.slice(0, 3));
    before.add("log.restored", restored(7, 1));
    expect(checkVote(before.lines, kept).shown).toEqual({
      answer: "lost",
      why: { kind: "openingLost" },
    });
    before.add("round.opened", opened);
    const receipt = sealIn(before, first);
    const name = `${origin}/restored-1`;
    expect(checkVote(before.lines, proven(receipt, before, noteOf(before.hashes, { name }))).history).toEqual(
      {
        answer: "yes",
        why: { kind: "sameHistory", size: 6, count: 0 },
      },
    );
    expect(checkVote(before.lines, kept).history.answer).toBe("lost");
    const unsigned = { kind: "unsignedLost" };
    expect(checkVote(before.lines, bare).history).toEqual({ answer: "lost", why: unsigned });
  });
});

it("identify lost parts by the entries and checkpoints that they cut off", () => {
  const lost = new LostParts();
  const history = begun();
  history.add("log.restored", restored(8, 1));
  history.add("log.restored", restored(9, 2));
  for (const line of history.lines) lost.take(JSON.parse(line));
  const [one, two] = [`${origin}/restored-1`, `${origin}/restored-2`];
  const parts = [
    { seq: 5, lostSeq: 8, before: origin, after: one },
    { seq: 6, lostSeq: 9, before: one, after: two },
  ];
  expect([4, 5, 6, 8, 9, 10].map((seq) => lost.of(seq))).toEqual([
    ...[null, parts[0], parts[0], parts[0], parts[1], null],
  ]);
  const behind = (name: string, ...sizes: number[]) =>
    sizes.map((size) => lost.behind({ origin: name, size }));
  expect(behind(origin, 4, 5, 8, 9)).toEqual([null, parts[0], parts[0], null]);
  expect(behind(one, 5, 6, 9, 10)).toEqual([null, parts[1], parts[1], null]);
  expect(behind(two, 6)).toEqual([null]);
  expect(lost.origins).toEqual([origin, one, two]);
});
