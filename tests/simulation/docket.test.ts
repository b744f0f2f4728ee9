import { describe, expect, it } from "vitest";
import { showingOf } from "#server/simulation/docket.ts";
import { PROMPT } from "#server/simulation/engine/outcomes.ts";
import { columns, learner, people, auditors as spread } from "./docket-run.ts";
import { playAll } from "./engine/small-run.ts";

/** Plays ten rounds of twelve people with a docket of this many pairs, or none. */
function played(size: number | null, auditors = spread) {
  const run = {
    learner,
    rule: { kind: "share", gamma: { numerator: 3, denominator: 5 } } as const,
    population: {
      ...{ columns, shownColumns: columns },
      kinds: people.map((each) => ({ ...each, shown: each.features, weight: 1 })),
    },
    environment: { kind: "passes" } as const,
    panel: { auditors },
    outcomes: PROMPT,
    seed: 7,
    hearsPanel: true,
    showing: showingOf(
      size === null ? "everything" : { size },
      columns.map(({ type }) => type),
    ),
  };
  return playAll(run, 10);
}

describe("simulated auditors before a docket", () => {
  it("judge only the docket: it is what a round asks of a seat", () => {
    const rounds = played(5);
    expect(Math.max(...rounds.map(({ eligibleCount }) => eligibleCount))).toBeGreaterThan(5);
    for (const { askedCount, eligibleCount } of rounds) expect(askedCount).toBe(Math.min(eligibleCount, 5));
  });

  it("judge as without a docket, if it contains every pair", () => {
    expect(played(66)).toEqual(played(null));
    for (const { askedCount, eligibleCount } of played(null)) expect(askedCount).toBe(eligibleCount);
  });

  it("report more on a short common list than on the first pairs of separate orders", () => {
    const strict = Array.from({ length: 5 }, () => ({ kind: "distance" as const, weights: { a: 0 } }));
    const early = strict.map((auditor) => ({ ...auditor, looksAt: 5 }));
    const reports = (rounds: ReturnType<typeof played>) =>
      rounds.filter(({ violations }) => violations.length > 0).length;
    expect(reports(played(5, strict))).toBeGreaterThan(reports(played(null, early)) + 3);
  });
});
