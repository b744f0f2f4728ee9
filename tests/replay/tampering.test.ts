/** The replay finds what somebody changed, also where the tail of the log was hashed anew. */

import { describe, expect, it } from "vitest";
import { type Body, sealed } from "./fixture.ts";
import { averageLog } from "./fixture-average.ts";
import { publicKeyOf } from "./fixture-ballots.ts";
import { knownLog } from "./fixture-known.ts";
import { paperLog } from "./fixture-paper.ts";
import { exchanged, foundIn } from "./found.ts";
import { replay } from "./replay.ts";

const KNOWN = knownLog();
const FEATURES = KNOWN.log.features();
const seqOf = (numbers: number[], round: number) => numbers[round] ?? 0;

function found(text: string, features = FEATURES): string[] {
  return replay(text, features).problems.map(({ seq, what }) => `${seq} ${what}`);
}

/** What is found in the known log once its entries are others and all hashes were made right again. */
function foundAnew(entries: readonly Body[]): string[] {
  return foundIn(entries, KNOWN.log.entries, FEATURES);
}

/** The same with one piece of one entry's text exchanged. */
function foundForged(seq: number, from: string, to: string): string[] {
  return foundAnew(exchanged(KNOWN.log.entries, seq, from, to));
}

describe("who signs for the log", () => {
  it.each([
    ["a key that is none", '"key":"', '"key":"x'],
    ["an origin of another log", "/studies/study-1", "/studies/study-2"],
    ["an origin with a space", "log.example/studies", "log example/studies"],
    ["a witness under another name", "witness.example+", "witness2.example+"],
    ["a witness of another type", "+BAcH", "+AQcH"],
    ["a key more", '"witnesses":', '"other":1,"witnesses":'],
  ])("%s is found", (_, from, to) => {
    expect(foundForged(1, from, to)).not.toEqual([]);
  });
});

describe("a line that was changed without new hashes", () => {
  it("finds a changed chance: by the chance, and by the hash in the next entry", () => {
    const seq = seqOf(KNOWN.opened, 2);
    const problems = found(KNOWN.log.text().replace("0.5089448303592129", "0.508944830359213"));
    expect(problems).toContain(`${seq + 1} hash of the entry before`);
    const larger = found(KNOWN.log.text().replace("0.5089448303592129", "0.50894484"));
    expect(larger).toContain(`${seq} chance of p4`);
  });

  it("finds every missing line but the last, whose loss no chain can show", () => {
    const lines = KNOWN.log.text().split("\n").slice(0, -1);
    lines.slice(0, -1).forEach((_, index) => {
      const text = lines.filter((_, other) => other !== index).join("\n");
      expect(found(`${text}\n`)).toContain(`${index + 1} sequence`);
    });
  });

  it("finds other forms of the same entry, repeated keys and a missing LF", () => {
    const text = KNOWN.log.text();
    expect(found(text.replace(',"v":1}', ', "v":1}'))).toContain("1 canonical form");
    expect(found(text.replace(',"v":1}', ',"v":1,"v":1}'))).toContain("1 canonical form");
    expect(found(text.replace(',"v":1}', ',"v":1.0}'))).toContain("1 canonical form");
    expect(found(text.slice(0, -1)).some((problem) => problem.endsWith("log: end"))).toBe(true);
    expect(found("")).toEqual(["0 log"]);
    expect(found("{\n")).not.toEqual([]);
  });

  it("stops at a version or type it does not know", () => {
    expect(found(KNOWN.log.text().replace('"v":1}', '"v":2}'))).toContain("1 format version, stopped here");
    expect(foundForged(2, "people.imported", "people.invented")).toEqual(["2 type, stopped here"]);
  });

  it("finds a clock that runs back", () => {
    const entries = KNOWN.log.entries.map((entry, index) => (index === 4 ? { ...entry, at: 7 } : entry));
    expect(foundAnew(entries)).toEqual(["5 time of the entry"]);
  });
});

describe("a tail that was hashed anew", () => {
  const closed = seqOf(KNOWN.ended, 1);
  const opened = seqOf(KNOWN.opened, 1);
  /** Of s1, the first of those that the first closing opens. */
  const ballot = 1 + KNOWN.log.entries.findIndex(({ type }) => type === "ballot.opened");

  it("finds a wrong chance in a log that agrees with itself everywhere else", () => {
    const { log, opened: at } = knownLog({ chance: "0.5150069379183876" });
    expect(found(log.text())[0]).toBe(`${at[2]} chance of p3`);
  });

  it("finds an eta that is off by 1e-6 of itself", () => {
    const { log, opened: at } = knownLog({ eta: "0.1861650567178223" });
    expect(found(log.text())).toContain(`${at[4]} eta`);
  });

  it("finds a wrong t", () => {
    const { log, opened: at } = knownLog({ t: 4 });
    expect(found(log.text())).toEqual([`${at[4]} t`]);
  });

  it("finds a swapped verdict, a wrong salt and a wrong nonce", () => {
    const swapped = foundForged(ballot, '[0,1,"unfair"]', '[0,1,"unsure"]');
    expect(swapped).toContain(`${ballot} commitment of s1, version 1`);
    expect(swapped).toContain(`${closed} violations`);
    const salt = /"salt":"[0-9a-f]{8}/.exec(JSON.stringify(KNOWN.log.entries[ballot - 1]))?.[0] ?? "?";
    expect(foundForged(ballot, salt, '"salt":"00000000')).toEqual([`${ballot} commitment of s1, version 1`]);
    const nonce = salt.replace("salt", "nonce").slice(0, 9);
    expect(foundForged(ballot, nonce, `${nonce}00`)).toContain(`${ballot} nonce hash of s1, version 1`);
  });

  it("finds a ballot that was never opened, one of a round that was cancelled, and another version than the last", () => {
    const { entries } = KNOWN.log;
    const without = entries.filter((_, index) => index !== ballot - 1);
    expect(foundAnew(without)).toContain(`${closed - 1} opened ballots`);
    const cancelled = entries.findIndex(({ type }) => type === "round.cancelled");
    const bodyAt = (index: number) => entries[index]?.body as Body;
    const early: Body = {
      ...entries[ballot - 1],
      body: { ...bodyAt(ballot - 1), round: bodyAt(cancelled).round ?? 0 },
    };
    expect(foundAnew(entries.toSpliced(cancelled, 0, early))).toContain(`${cancelled + 2} opened ballots`);
    const [again = 0] = entries.flatMap(({ type, body }, index) =>
      type === "ballot.opened" && Number((body as Body).version) > 1 ? [index + 1] : [],
    );
    expect(
      foundForged(again, '"version":2', '"version":1').some((one) => one.endsWith("opened ballots")),
    ).toBe(true);
  });

  it("finds a wrong u, a wrong rule and a wrong decision", () => {
    expect(foundForged(closed, '"u":"0.', '"u":"0.1')).toEqual([`${closed} u`]);
    const rule = foundForged(closed, '"hypothesis":3', '"hypothesis":1');
    expect(rule).toEqual([`${closed} rule drawn`, `${closed} decision for p2`]);
    expect(foundForged(closed, '"decisions":[1,0]', '"decisions":[0,0]')).toContain(
      `${closed} decision for p1`,
    );
  });

  it("finds one flag too few, a dropped violation and a wrong weight", () => {
    expect(foundForged(closed, '"flagCount":2', '"flagCount":1')).toEqual([`${closed} violations`]);
    const dropped = averageLog([
      [0, 1, 1, "0.5"],
      [0, 2, 1, "0.5"],
    ]);
    expect(found(dropped.text(), dropped.features()).some((one) => one.endsWith(" violations"))).toBe(true);
    expect(foundForged(opened, '"neededFlags":2', '"neededFlags":3')).toContain(`${opened} needed flags`);
  });

  it("finds a wrong link and a wrong noise seed", () => {
    const entry = JSON.stringify(KNOWN.log.entries[closed - 1]);
    const link = /"link":"[0-9a-f]{8}/.exec(entry)?.[0] ?? "?";
    expect(foundForged(closed, link, '"link":"00000000')).toContain(`${closed} seed chain`);
    const other = /"noiseSeed":"[0-9a-f]{8}/.exec(JSON.stringify(KNOWN.log.entries[opened - 1]))?.[0] ?? "?";
    expect(foundForged(opened, other, '"noiseSeed":"00000000')).toContain(`${closed} noise seed`);
  });

  it("finds the cheat of late ballots, two days after the deadline, and none up to an extended one", () => {
    const { entries } = KNOWN.log;
    const twoDays = 2 * 24 * 60 * 60 * 1000;
    const first = entries.findIndex(({ type }) => type === "ballot.sealed");
    const late = entries.map((entry, index) =>
      index < first ? entry : { ...entry, at: 1000 + index + twoDays },
    );
    expect(foundAnew(late)).toContain(`${first + 1} time of a ballot`);
    // round 4 was extended to 99,999
    const last = entries.findLastIndex(({ type }) => type === "ballot.sealed");
    const ballotAt = (at: number) =>
      foundIn(
        entries.slice(0, last + 1).with(last, { ...entries[last], at }),
        entries,
        KNOWN.log.features(["p7", "p8"]),
      );
    expect(ballotAt(99_998)).toEqual([]);
    expect(ballotAt(99_999)).toEqual([`${last + 1} time of a ballot`]);
  });

  it("finds an outcome for somebody rejected, a repeated version and a round that is not closed", () => {
    const outcome = (round: number, position: number, version: number) => {
      const { log } = knownLog();
      log.outcome(round, position, version, "yes");
      return found(log.text());
    };
    const seq = KNOWN.log.seq + 1;
    expect(outcome(1, 1, 1)).toEqual([`${seq} outcome`]);
    expect(outcome(1, 0, 2)).toEqual([`${seq} version of an outcome`]);
    expect(outcome(3, 0, 1)).toEqual([`${seq} round of an outcome`]);
    expect(outcome(4, 0, 1)).toEqual([]);
  });

  it("finds chances that leave out a closed round, and ranges with a gap", () => {
    const two = seqOf(KNOWN.opened, 2);
    expect(foundForged(two, `"appliedSeq":${closed}`, '"appliedSeq":3')).toContain(`${two} appliedSeq`);
    const gap = foundForged(seqOf(KNOWN.ended, 2) + 1, `"fromSeq":${closed}`, `"fromSeq":${closed + 1}`);
    expect(gap).toEqual([`${seqOf(KNOWN.ended, 2) + 1} fromSeq`]);
  });

  it("finds changed features and a changed digest key", () => {
    const seq = opened;
    const root = "2 root of the people";
    expect(found(KNOWN.log.text(), FEATURES.replace('["8"]', '["9"]'))).toEqual([
      `${seq} digest of p1`,
      ...[1, 2, 3].map((place) => `${ballot + place - 1} shown to s${place}`),
      root,
    ]);
  });

  it("finds a draw commitment that was broken", () => {
    const paper = paperLog();
    const { entries } = paper;
    entries.forEach(({ type }, index) => {
      if (type !== "round.opened") return;
      const broken = exchanged(
        entries,
        index + 1,
        /"drawCommitment":"[0-9a-f]{8}/,
        '"drawCommitment":"00000000',
      );
      const problems = foundIn(broken, entries, paper.features()).map((problem) =>
        problem.replace(/^\d+ /, ""),
      );
      expect(problems).toEqual(["draw commitment"]);
    });
  });

  it("finds an edit before an opening by the draw of that round", () => {
    const entries = exchanged(KNOWN.log.entries, 2, /"fileHash":"[0-9a-f]{8}/, '"fileHash":"00000000');
    expect(found(sealed(entries))).toContain(`${closed} u`);
  });

  /** The known log with entries put in right after the first ballot of round 4, which has its new panel then. */
  function afterSeal(...added: Body[]): string[] {
    const { entries } = KNOWN.log;
    const at =
      1 + entries.findIndex(({ type, body }) => type === "ballot.sealed" && Object(body).round === 4);
    const before = entries[at - 1];
    const problems = foundAnew(entries.toSpliced(at, 0, ...added.map((one) => ({ ...before, ...one }))));
    return problems
      .filter((problem) => Number(problem.split(" ")[0]) <= at + added.length)
      .map((problem) => problem.replace(/^\d+ /, ""));
  }
  const newSeat = { type: "seat.added", body: { seat: "s5", replaces: null, by: "account", key: null } };
  const replaced = { type: "round.seat-replaced", body: { round: 4, place: 2, seat: "s5" } };

  it("finds a seat that is put off the panel after it sealed", () => {
    expect(afterSeal(newSeat, replaced)).toEqual(["seat that leaves", "seat in a place"]);
  });

  it("finds a seat that is removed after a ballot of its round was sealed", () => {
    const removed = { type: "seat.removed", body: { seat: "s4" } };
    expect(afterSeal(removed, newSeat, replaced)).toEqual(["seat removed", "seat in a place"]);
  });

  it("finds a ballot of a seat that was removed, and a place taken in front of the removal", () => {
    const { entries } = KNOWN.log;
    const at = entries.findIndex(({ type }) => type === "round.seat-replaced");
    const without = entries.toSpliced(at, 1);
    const sealedBy = (seat: string) => ({
      ...entries[at],
      type: "ballot.sealed",
      body: {
        ...{ round: 4, seat, version: 1, commitment: "0".repeat(64), nonceHash: "0".repeat(64) },
        ...{ key: publicKeyOf(seat), signature: "0".repeat(128) },
      },
    });
    expect(foundAnew(entries.with(at, sealedBy("s3")))).toContain(`${at + 1} seat of a ballot`);
    const removal = entries.findIndex(({ type }) => type === "seat.removed");
    const late = without
      .toSpliced(removal, 1)
      .toSpliced(at - 1, 0, entries[at] ?? {}, entries[removal] ?? {});
    expect(foundAnew(late)).toEqual([`${removal + 1} seat replaced`, `${at} seat that leaves`]);
  });
});
