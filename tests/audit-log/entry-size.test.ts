import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { makeEntry } from "#server/audit-log/chain.ts";
import type { EntryBody, EntryType } from "#server/audit-log/entries.ts";
import { ballotLimits } from "#server/schemas/ballot-limits.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { hex, opened, study } from "./sample-log.ts";

const { roundSize, seats } = studyLimits;
const most = 512 * 1024;

/** Measures the length of an entry's line. */
function sizeOf<Type extends EntryType>(type: Type, body: EntryBody<Type>): number {
  const next = {
    study,
    seq: 1_000_000,
    prev: hex("a"),
    previousAt: 1,
    at: Date.UTC(2100, 0, 1),
    type,
    body,
  };
  return Buffer.byteLength(makeEntry(next).line);
}

const positions = Array.from({ length: roundSize }, (_, position) => position);
const pairs = positions.flatMap((high) => positions.slice(0, high).map((low) => ({ high, low })));

it("the largest entries of a round stay below the documented size", () => {
  const { length } = pairs;
  const places = { round: 16_384, seat: `s${seats}`, version: ballotLimits.versions };
  const sizes = {
    opened: sizeOf("round.opened", {
      ...opened,
      people: positions.map((n) => ({
        person: `p${1e9 + n}`,
        digest: hex("1"),
        chance: `0.${"3".repeat(17)}`,
      })),
      panel: Array.from({ length: seats }, (_, seat) => `s${seat + 1}`),
    }),
    ballot: sizeOf("ballot.opened", {
      ...places,
      salt: hex("3"),
      nonce: hex("4"),
      shown: hex("9"),
      verdicts: Array.from({ length: ballotLimits.verdicts }, () => [99, 98, "acceptable"]),
    }),
    closed: sizeOf("round.closed", {
      round: 16_384,
      reason: "deadline",
      asAnnounced: true,
      violations: pairs.map((pair) => ({ ...pair, flagCount: seats, weight: String(1 / length) })),
      link: hex("5"),
      linkProof: Array.from({ length: 16 }, () => hex("6")),
      resamples: positions.map(() => 1_000_000),
      draw: { u: `0.${"7".repeat(17)}`, order: positions, decisions: positions.map(() => 1 as const) },
    }),
  };
  for (const [name, size] of Object.entries(sizes)) expect(size, name).toBeLessThan(most);
  expect(sizes.closed).toBeGreaterThan(100_000);
  expect(readFileSync("docs/limits.md", "utf8")).toContain("| one entry of a round in the log | 512 KB");
});

it("one ballot can contain every pair of the largest round", () => {
  expect(pairs.length).toBeLessThanOrEqual(ballotLimits.verdicts);
});
