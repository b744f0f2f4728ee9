/** What an audit must not hold (docs/log-format-audit.md), in a log worked out by hand. */

import { expect, it } from "vitest";
import { type Body, sealed } from "./fixture.ts";
import { auditLog } from "./fixture-audit.ts";
import { replay } from "./replay.ts";

const log = auditLog();

/** What is wrong once the entry at `index` has another body, or another entry follows the last one. */
function problemsWith(change: (entries: readonly Body[]) => readonly Body[]): string[] {
  return replay(sealed(change(log.entries)), log.features()).problems.map(({ what }) => what);
}

it("is replayed without a problem: chances, lot, panel, links", () => {
  const report = replay(log.text(), log.features());
  expect(report.problems).toEqual([]);
  expect(report.chanceCount).toBe(6);
});

it("finds people who were chosen instead of drawn", () => {
  const swapped = problemsWith((entries) =>
    entries.map((entry) => JSON.parse(JSON.stringify(entry).replaceAll('"p3"', '"p2"'))),
  );
  expect(swapped).toContain("people drawn by lot");
});

it.each([
  { type: "outcome.recorded", body: { round: 1, position: 0, version: 1, value: "yes" }, what: "outcome" },
  {
    type: "learner.updated",
    body: { fromSeq: 0, appliedSeq: 6, stateHash: "0".repeat(64) },
    what: "appliedSeq",
  },
])("finds an entry $type", ({ type, body, what }) => {
  expect(problemsWith((entries) => [...entries, { type, body }])).toEqual([what]);
});

it("finds a draw", () => {
  const drawn = problemsWith((entries) =>
    entries.map((entry) =>
      entry.type === "round.closed"
        ? {
            ...entry,
            body: { ...(entry.body as Body), draw: { u: "0.5", order: [0, 1], decisions: [1, 0] } },
          }
        : entry,
    ),
  );
  expect(drawn).toContain("entry.body: keys");
});
