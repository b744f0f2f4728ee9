import { describe, expect, it } from "vitest";
import { rehearseRun } from "#server/simulation/rehearsed-runs.ts";
import { ignoredColumn } from "#server/study/columns.ts";
import { columns, learner, people, auditors as spread } from "./rehearsal-spec.ts";

const draftColumns = columns.map(({ name, type }, source) => ({
  ...ignoredColumn(source, name),
  type,
  role: "both" as const,
}));

/** Ten rounds of twelve people under a docket of so many pairs, or none. */
function rehearsed(size: number | null, auditors = spread) {
  return rehearseRun({
    spec: learner,
    columns: draftColumns,
    gamma: { numerator: 3, denominator: 5 },
    docket: size === null ? "everything" : { size },
    auditors,
    cast: {
      people: people.map(({ features }) => features),
      labelChances: people.map(({ labelChance }) => labelChance),
      examples: [],
    },
    ...{ rounds: 10, asked: [1], seed: 7 },
  });
}

describe("made-up auditors before a docket", () => {
  it("look at it and no further: it is what a round asks of a seat", () => {
    const { asked, pairs } = rehearsed(5);
    expect(Math.max(...pairs)).toBeGreaterThan(5);
    expect(asked).toEqual(pairs.map((count) => Math.min(count, 5)));
  });

  it("do what they do before every pair, where it holds every pair", () => {
    expect(rehearsed(66)).toEqual(rehearsed(null));
    expect(rehearsed(null).asked).toEqual(rehearsed(null).pairs);
  });

  it("report more together on a short list than each on the first pairs of an order of its own", () => {
    const strict = Array.from({ length: 5 }, () => ({ kind: "distance" as const, weights: { a: 0 } }));
    const early = strict.map((auditor) => ({ ...auditor, looksAt: 5 }));
    const reports = ({ reported }: { reported: readonly number[] }) => reported.reduce((a, b) => a + b, 0);
    expect(reports(rehearsed(5, strict))).toBeGreaterThan(reports(rehearsed(null, early)) + 3);
  });
});
