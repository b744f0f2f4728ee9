import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { type ChainPoint, checkChain } from "#server/audit-log/check-chain.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { sampleLog } from "./sample-log.ts";

const { lines, hashes } = sampleLog();
const pointAt = (seq: number): ChainPoint => ({ seq, hash: hashes[seq - 1] ?? "" });
const head = pointAt(lines.length);

/** Replaces entry `seq` of the log. */
const edited = (seq: number, change: (entry: Entry) => object) =>
  lines.map((line, index) => (index === seq - 1 ? canonicalJson(change(readLine(line))) : line));

/** Rehashes every line of a log, as a person with the whole database could. */
function rechained(changed: readonly string[]): string[] {
  const again: string[] = [];
  for (const line of changed) {
    const before = again.at(-1);
    const entry = readLine(line);
    again.push(before === undefined ? line : canonicalJson({ ...entry, prev: entryHash(before) }));
  }
  return again;
}

describe("checking a chain", () => {
  it("accepts a complete log and counts its entries", () => {
    expect(checkChain(lines, [pointAt(3), head])).toEqual({
      isWhole: true,
      firstBad: null,
      lineCount: 9,
      entryCount: 9,
      countByType: {
        "study.created": 1,
        "seat.added": 1,
        "people.imported": 1,
        "round.opened": 1,
        "ballot.sealed": 1,
        "ballot.opened": 1,
        "round.closed": 1,
        "outcome.recorded": 1,
        "study.ended": 1,
      },
      head,
    });
  });

  it("accepts entries of the same time, from time 0 on, and counts those of a type", () => {
    const second = { ...readLine(lines[1] ?? ""), at: 0 };
    const together = rechained([
      ...edited(1, (entry) => ({ ...entry, at: 0 })).slice(0, 1),
      canonicalJson(second),
      canonicalJson({ ...second, seq: 3 }),
    ]);
    expect(checkChain(together)).toMatchObject({
      isWhole: true,
      countByType: { "study.created": 1, "seat.added": 2 },
    });
  });

  it("reports the expected entry, and the missing entry that was seen before", () => {
    expect(checkChain([lines[0] ?? "", ...lines.slice(2)]).firstBad?.message).toBe(
      "expected entry 2, found entry 3",
    );
    const missing = [pointAt(7), pointAt(6)];
    expect(checkChain(lines.slice(0, 5), missing).firstBad?.message).toMatch(/^entry 7 was seen before/);
  });

  it("counts no entries in an empty log", () => {
    const nothing = { isWhole: false, lineCount: 0, entryCount: 0, countByType: {}, head: null };
    expect(checkChain([])).toMatchObject(nothing);
  });

  it("also accepts lines as bytes", () => {
    const bytes = lines.map((line) => new TextEncoder().encode(line));
    expect(checkChain(bytes, [head]).isWhole).toBe(true);
  });

  it("reports the line after an edit, where the hash no longer fits, and the entry before it", () => {
    const report = checkChain(edited(3, (entry) => ({ ...entry, at: 1_003 })));
    expect(report).toMatchObject({ isWhole: false, lineCount: 9, entryCount: 3, head: { seq: 3 } });
    expect(report.firstBad).toMatchObject({ line: 4, code: "prev-differs" });
    expect(report.firstBad?.message).toContain(hashes[2]);
  });

  it("reports the edited entry itself with a known hash from outside", () => {
    const changed = edited(3, (entry) => ({ ...entry, at: 1_003 }));
    expect(checkChain(changed, [pointAt(3)]).firstBad).toMatchObject({ line: 3, code: "known-hash-differs" });
  });

  it("detects a rehashed tail only with a hash from outside", () => {
    const forged = rechained(
      edited(2, (entry) => ({ ...entry, body: { seat: "s9", replaces: null, by: "account", key: null } })),
    );
    expect(checkChain(forged).isWhole).toBe(true);
    expect(checkChain(forged, [head]).firstBad).toMatchObject({ line: 9, code: "known-hash-differs" });
    expect(checkChain(forged, [head, pointAt(4)]).firstBad).toMatchObject({ line: 4 });
  });

  it("detects two contradicting hashes for the same entry", () => {
    const other = { seq: 4, hash: "0".repeat(64) };
    expect(checkChain(lines, [pointAt(4), other]).firstBad).toMatchObject({
      line: 4,
      code: "known-hash-differs",
    });
  });

  it("detects a truncated log with a hash of a missing entry", () => {
    expect(checkChain(lines.slice(0, 5)).isWhole).toBe(true);
    const report = checkChain(lines.slice(0, 5), [pointAt(2), head]);
    expect(report.firstBad).toMatchObject({ line: 6, code: "known-entry-missing" });
    expect(checkChain(lines, [{ seq: 0, hash: "0".repeat(64) }]).isWhole).toBe(false);
  });

  it("reports each kind of error in a line", () => {
    const [first = "", second = "", ...rest] = lines;
    const elsewhere = (entry: Entry) => ({ ...entry, study: "another" });
    const cases: readonly (readonly [string, number, readonly (string | Uint8Array)[]])[] = [
      ["empty", 1, []],
      ["not-json", 3, [first, second, ""]],
      ["not-canonical", 2, [first, ` ${second}`]],
      ["not-utf-8", 2, [first, Uint8Array.of(0xef, 0xbf)]],
      ["not-json", 1, [new TextEncoder().encode(`\ufeff${first}`)]],
      ["seq-differs", 1, [second, ...rest]],
      ["seq-differs", 2, [first, ...rest]],
      ["seq-differs", 2, [first, first, second, ...rest]],
      ["seq-differs", 3, [first, second, ...rest.toSpliced(0, 2, ...rest.slice(0, 2).toReversed())]],
      ["study-differs", 2, edited(2, elsewhere)],
      ["time-goes-back", 5, edited(5, (entry) => ({ ...entry, at: 1_002 }))],
      ["prev-differs", 5, edited(5, (entry) => ({ ...entry, prev: "f".repeat(64) }))],
      ["unknown-version", 6, edited(6, (entry) => ({ ...entry, v: 2 }))],
      ["unknown-type", 6, edited(6, (entry) => ({ ...entry, type: "round.painted" }))],
      ["entry-shape", 6, edited(6, (entry) => ({ ...entry, more: 1 }))],
      ["body-shape", 6, edited(6, (entry) => ({ ...entry, body: {} }))],
      ["not-first", 2, edited(2, (entry) => ({ ...entry, prev: "0".repeat(64) }))],
    ];
    for (const [code, line, log] of cases) {
      expect([code, checkChain(log).firstBad]).toMatchObject([code, { code, line }]);
    }
  });

  it("passes on errors that are not about the log", () => {
    function* failing() {
      yield lines[0] ?? "";
      throw new TypeError("the disk is gone");
    }
    expect(() => checkChain(failing())).toThrow("the disk is gone");
  });

  it("detects any changed, removed or added byte, given the head (property)", () => {
    const file = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const change = fc.record({
      at: fc.nat(file.length - 1),
      byte: fc.nat(255),
      kind: fc.constantFrom("change", "remove", "insert"),
    });
    fc.assert(
      fc.property(change, ({ at, byte, kind }) => {
        fc.pre(kind !== "change" || file[at] !== byte);
        const middle = kind === "remove" ? [] : [byte];
        const rest = file.subarray(kind === "insert" ? at : at + 1);
        const changed = Buffer.concat([file.subarray(0, at), Buffer.from(middle), rest]);
        fc.pre(!changed.equals(file));
        expect(isIntact(changed)).toBe(false);
      }),
      { numRuns: 500 },
    );
    expect(isIntact(file)).toBe(true);
  });
});

/** Tells whether the file has the format (each line ends with LF) and its lines are a chain up to the head. */
function isIntact(file: Buffer): boolean {
  const split: Uint8Array[] = [];
  let start = 0;
  for (let end = file.indexOf(10); end >= 0; end = file.indexOf(10, start)) {
    split.push(file.subarray(start, end));
    start = end + 1;
  }
  return start === file.length && checkChain(split, [head]).isWhole;
}
