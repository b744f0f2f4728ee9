import { beforeAll, describe, expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import { BallotTrace } from "#server/audit-log/receipts/ballot-trace.ts";
import { VoteCheck } from "#server/audit-log/receipts/check-vote.ts";
import { sameHistory } from "#server/audit-log/receipts/history.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { voteQuestions } from "#server/audit-log/receipts/vote-questions.ts";
import type { SignedBallot } from "#server/audit-log/sealing.ts";
import { LineReader } from "#server/verifier/lines.ts";
import { checkVote } from "#tests/setup/receipts.ts";
import { hex, sampleLog } from "../sample-log.ts";
import { begun, closing, type Log, openedOf, sealIn, twoBallots } from "./sealed-log.ts";

const sample = sampleLog();

describe("checking a vote", () => {
  let first: SignedBallot;
  let second: SignedBallot;
  beforeAll(async () => {
    ({ first, second } = await twoBallots());
  });

  const answers = (...args: Parameters<typeof checkVote>) => {
    const report = checkVote(...args);
    return voteQuestions.map((question) => report[question].answer).join(" ");
  };

  it("confirms every question once the ballot is opened at the close", () => {
    const log = begun();
    const receipt = sealIn(log, first);
    expect(answers(log.lines, receipt)).toBe("yes yes open open open");
    log.add("ballot.opened", openedOf(first));
    log.add("round.closed", closing);
    expect(answers(log.lines, receipt)).toBe("yes yes open yes yes");
  });

  it("leaves questions open for a cancelled round or a replaced ballot", () => {
    const cancelled = begun();
    const receipt = sealIn(cancelled, first);
    cancelled.add("round.cancelled", { round: 1, reason: "operator", link: hex("5"), linkProof: [] });
    expect(answers(cancelled.lines, receipt)).toBe("yes yes open open open");
    const log = begun();
    const [old, again] = [sealIn(log, first), sealIn(log, second)];
    log.add("ballot.opened", openedOf(second));
    log.add("round.closed", closing);
    expect(answers(log.lines, old, [again])).toBe("yes yes open open open");
    expect(answers(log.lines, again, [old])).toBe("yes yes open yes yes");
  });

  it("gives a reason for each answer about counting and shown cells", () => {
    const whyOf = (log: Log, receipt: KeptReceipt, own: KeptReceipt[] = []) => {
      const { unchanged, counted, shown } = checkVote(log.lines, receipt, own);
      return [unchanged, counted, shown].map(({ why }) => why.kind);
    };
    const ended = (...bodies: EntryBody<"ballot.opened">[]) => {
      const log = begun();
      const receipt = sealIn(log, first);
      for (const body of bodies) log.add("ballot.opened", body);
      log.add("round.closed", closing);
      return whyOf(log, receipt);
    };
    expect(ended()).toEqual(["fits", "notOpened", "shownOther"]);
    expect(ended({ ...openedOf(first), nonce: hex("0") })).toEqual(["fits", "otherOpened", "shownSame"]);
    const log = begun();
    const receipt = sealIn(log, first);
    expect(whyOf(log, receipt)).toEqual(["fits", "roundOpen", "fieldsUnknown"]);
    expect(whyOf(log, { ...receipt, opening: hex("0") })[2]).toBe("otherOpening");
    const again = sealIn(log, second);
    expect(whyOf(log, receipt, [again])[1]).toBe("sealedAgain");
    log.add("round.cancelled", { round: 1, reason: "operator", link: hex("5"), linkProof: [] });
    expect(whyOf(log, again)[1]).toBe("roundCancelled");
    const changed = log.lines.with(2, (log.lines[2] ?? "").replace('"count":2', '"count":3'));
    expect(checkVote(changed, again).unchanged).toEqual({ answer: "no", why: { kind: "broken", seq: 4 } });
    const lost = begun();
    lost.add("log.restored", {
      ...{ lostSeq: receipt.seq, lostHead: hex("9"), lostCheckpoint: null, lostClosings: [] },
      ...{ origin: "evenhand.example/studies/x/restored-1", skippedLinks: 0, shownLinks: [] },
    });
    expect(whyOf(lost, receipt)).toEqual(["fitsLeft", "countsNowhere", "fieldsUnknown"]);
  });

  it("reports a ballot lost by a restore without an accusation if the round continued", () => {
    const log = begun();
    const receipt = sealIn(log, first);
    log.lines.pop();
    log.hashes.pop();
    log.add("log.restored", {
      ...{ lostSeq: receipt.seq, lostHead: hex("9"), lostCheckpoint: null, lostClosings: [] },
      ...{ origin: "evenhand.example/studies/x/restored-1", skippedLinks: 0, shownLinks: [] },
    });
    log.add("round.closed", closing);
    expect(answers(log.lines, receipt)).toBe("lost lost lost lost open");
  });

  it("detects a later ballot of the seat that was not sealed here", () => {
    const log = begun();
    const receipt = sealIn(log, first);
    const { seq } = sealIn(log, second);
    const { counted } = checkVote(log.lines, receipt);
    expect(counted).toMatchObject({
      answer: "no",
      why: { kind: "foreignBallot", seq },
    });
  });

  it("detects a missing entry, a replaced one, and a changed earlier one", () => {
    const log = begun();
    const receipt = sealIn(log, first);
    expect(answers(log.lines.slice(0, -1), receipt)).toMatch(/^no no/);
    const other = begun();
    sealIn(other, second);
    expect(answers(other.lines, receipt)).toMatch(/^no no/);
    const changed = log.lines.with(2, (log.lines[2] ?? "").replace('"count":2', '"count":3'));
    expect(answers(changed, receipt)).toBe("yes no open open open");
    expect(answers([], receipt)).toBe("no no open open no");
  });

  it("detects a ballot opened differently or not at all, and different shown cells", () => {
    const closedWith = (...bodies: EntryBody<"ballot.opened">[]) => {
      const log = begun();
      const receipt = sealIn(log, first);
      for (const body of bodies) log.add("ballot.opened", body);
      log.add("round.closed", closing);
      return answers(log.lines, receipt);
    };
    expect(closedWith()).toBe("yes yes open no no");
    expect(closedWith({ ...openedOf(first), verdicts: [[0, 1, "acceptable"]] })).toBe("yes yes open no yes");
    expect(closedWith({ ...openedOf(first), salt: hex("0") })).toBe("yes yes open no yes");
    expect(closedWith({ ...openedOf(first), shown: hex("0") })).toBe("yes yes open yes no");
  });

  it("reports a ballot in a part that the log declares lost", () => {
    const before = begun();
    const kept = before.lines.length;
    const receipt = sealIn(before, first);
    const lostHead = before.add("round.cancelled", {
      round: 1,
      reason: "operator",
      link: hex("5"),
      linkProof: [],
    }).hash;
    const created = JSON.parse(sample.lines[0] ?? "").body as EntryBody<"study.created">;
    const origin = `${created.checkpoints.origin}/restored-1`;
    const after = (lostSeq: number) => {
      const log = begun();
      const none = { lostCheckpoint: null, lostClosings: [] };
      const restored = { lostSeq, lostHead, ...none, origin, skippedLinks: 0, shownLinks: [] };
      log.add("log.restored", restored);
      return log;
    };
    const log = after(kept + 2);
    expect(answers(log.lines, receipt)).toBe("lost lost lost lost open");
    expect(checkVote(log.lines, receipt).inLog.why).toEqual({
      kind: "partLost",
      seq: kept + 1,
      last: kept + 2,
      text: origin,
    });
    const trace = new BallotTrace(receipt);
    for (const [index, line] of log.lines.entries())
      trace.take(index + 1, readLine(line), log.hashes[index] ?? "");
    const signed = { origin: created.checkpoints.origin, size: kept + 2, root: hex("7") };
    const history = sameHistory({ proof: [] as never }, trace, () => ({
      kind: "other-log",
      checkpoint: signed,
    }));
    expect(history).toEqual({
      answer: "lost",
      why: { kind: "signedLost", size: kept + 2, count: kept },
    });
    // In a new round with the same number another ballot has its place.
    const other = sealIn(log, second);
    expect(checkVote(log.lines, receipt).inLog.answer).toBe("lost");
    expect(answers(log.lines, other)).toBe("yes yes open open open");
    // After the lost part a missing ballot has no excuse.
    const late = { ...receipt, seq: kept + 3 };
    expect(answers(log.lines, late)).toMatch(/^no no/);
    const changed = log.lines.with(1, (log.lines[1] ?? "").replace('"v":1', '"v":2'));
    expect(checkVote(changed, receipt).unchanged.answer).toBe("no");
  });

  it("gives the same result for a log in chunks, cut anywhere", () => {
    const log = begun();
    const receipt = sealIn(log, first);
    const later = sealIn(log, second);
    log.add("ballot.opened", openedOf(second));
    log.add("round.closed", closing);
    const whole = { first: checkVote(log.lines, receipt, [later]), second: checkVote(log.lines, later) };
    const bytes = new TextEncoder().encode(log.lines.map((line) => `${line}\n`).join(""));
    const inLetter = bytes.findIndex((byte) => byte >= 0x80 && byte < 0xc0);
    expect(inLetter).toBeGreaterThan(0);
    for (const size of [1, 7, inLetter, 4_096, bytes.length]) {
      const reader = new LineReader();
      const check = new VoteCheck([receipt, later], [later]);
      for (let at = 0; at < bytes.length; at += size)
        for (const line of reader.take(bytes.subarray(at, at + size))) check.take(line);
      expect([...reader.end()]).toEqual([]);
      expect(check.lineCount).toBe(log.lines.length);
      expect([...check.end()]).toEqual([
        [receipt.seq, whole.first],
        [later.seq, whole.second],
      ]);
    }
  });

  it("detects a round that was opened differently from the page", () => {
    const log = begun();
    const receipt = { ...sealIn(log, first), opening: hex("0") };
    expect(checkVote(log.lines, receipt).shown.answer).toBe("no");
  });
});
