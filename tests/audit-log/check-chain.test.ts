import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { ChainWalk } from "#server/audit-log/check-chain.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { sampleLog } from "./sample-log.ts";

const { lines, hashes } = sampleLog();
const knownAt = (seq: number) => ({ seq, hash: hashes[seq - 1] ?? "" });
const head = knownAt(lines.length);

type Known = Parameters<ChainWalk["firstBadLine"]>[0];

function badLine(log: Iterable<string>, known: Known = null): number | null {
  const walk = new ChainWalk(known === null ? [] : [known.seq]);
  for (const line of log) walk.take(line);
  return walk.firstBadLine(known);
}

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
  it("accepts a complete log, and returns each entry with its hash", () => {
    expect(badLine(lines)).toBeNull();
    expect(badLine(lines, head)).toBeNull();
    const walk = new ChainWalk([]);
    expect(lines.map((line) => walk.take(line))).toEqual(
      lines.map((line, index) => ({ entry: readLine(line), hash: hashes[index] })),
    );
  });

  it("accepts entries of the same time, from time 0 on", () => {
    const second = { ...readLine(lines[1] ?? ""), at: 0 };
    const together = rechained([
      ...edited(1, (entry) => ({ ...entry, at: 0 })).slice(0, 1),
      canonicalJson(second),
      canonicalJson({ ...second, seq: 3 }),
    ]);
    expect(badLine(together)).toBeNull();
  });

  it("returns no entry after a break", () => {
    const walk = new ChainWalk([]);
    const taken = edited(3, (entry) => ({ ...entry, at: 1_003 })).map((line) => walk.take(line)?.entry.seq);
    expect(taken).toEqual([1, 2, 3, ...lines.slice(3).map(() => undefined)]);
    expect(walk.firstBadLine(null)).toBe(4);
  });

  it("names the edited entry itself if its hash is known", () => {
    const changed = edited(3, (entry) => ({ ...entry, at: 1_003 }));
    expect(badLine(changed, knownAt(3))).toBe(3);
  });

  it("detects a rehashed tail only with a known hash", () => {
    const forged = rechained(
      edited(2, (entry) => ({ ...entry, body: { seat: "s9", replaces: null, by: "account", key: null } })),
    );
    expect(badLine(forged)).toBeNull();
    expect(badLine(forged, head)).toBe(9);
    expect(badLine(forged, knownAt(4))).toBe(4);
  });

  it("detects a truncated log with the hash of a missing entry", () => {
    expect(badLine(lines.slice(0, 5))).toBeNull();
    expect(badLine(lines.slice(0, 5), head)).toBe(6);
  });

  it("detects each kind of error in a line", () => {
    const [first = "", second = "", ...rest] = lines;
    const elsewhere = (entry: Entry) => ({ ...entry, study: "another" });
    const cases: readonly (readonly [number, readonly string[]])[] = [
      [1, []],
      [3, [first, second, ""]],
      [2, [first, ` ${second}`]],
      [1, [`\ufeff${first}`]],
      [1, [second, ...rest]],
      [2, [first, ...rest]],
      [2, [first, first, second, ...rest]],
      [3, [first, second, ...rest.toSpliced(0, 2, ...rest.slice(0, 2).toReversed())]],
      [2, edited(2, elsewhere)],
      [5, edited(5, (entry) => ({ ...entry, at: 1_002 }))],
      [5, edited(5, (entry) => ({ ...entry, prev: "f".repeat(64) }))],
      [6, edited(6, (entry) => ({ ...entry, v: 2 }))],
      [6, edited(6, (entry) => ({ ...entry, type: "round.painted" }))],
      [6, edited(6, (entry) => ({ ...entry, more: 1 }))],
      [6, edited(6, (entry) => ({ ...entry, body: {} }))],
      [2, edited(2, (entry) => ({ ...entry, prev: "0".repeat(64) }))],
    ];
    expect(cases.map(([, log]) => badLine(log))).toEqual(cases.map(([line]) => line));
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
        expect(badLine(linesIn([changed]), head)).not.toBeNull();
      }),
      { numRuns: 500 },
    );
    expect(badLine(linesIn([file]), head)).toBeNull();
  });
});
