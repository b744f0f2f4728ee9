import { expect, test } from "vitest";
import { numberCell } from "#server/learner/classes/cells.ts";
import { intervalOf, laddersOf } from "#server/learner/classes/ladders.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { weightsByInterval } from "#server/learner/policy/run-weights.ts";
import { playRound, smallSpec } from "../fixtures.ts";

const columns = ["a", "b"].map((name) => ({ name, type: "number" }) as const);
const cuts = [
  ...["1", "2", "4"].map((cut) => ({ column: "a", cut })),
  { column: "a", cut: "5", side: "above" as const },
  { column: "b", from: "0", step: "0.5", count: 6, side: "at-most" as const },
];
const spec: LearnerSpec = {
  ...smallSpec,
  columns,
  hypotheses: { kind: "thresholds", version: 1, cuts },
  roundSize: 6,
};
const people: Features[] = [
  ["0", "0.25"],
  ["1.5", null],
  ["2", "9"],
  [null, "0.5"],
  ["4.5", "2"],
  ["7", "-3"],
];

test("the weights by interval equal the sums of a policy of runs for each person", () => {
  const ladders = laddersOf(columns, cuts);
  let state = exp2.init(spec);
  for (let round = 1; round <= 4; round += 1) {
    const opening = exp2.open(state, people, "");
    if (opening.runs === undefined) throw new Error("thresholds are weighed by runs");
    const { total, columns: sums } = weightsByInterval(ladders, opening.runs);
    expect(sums.map(({ length }) => length)).toEqual([5, 7]);
    const chances = people.map((individual) => {
      const accepting = ladders.columns.map((ladder, column) => {
        const interval = intervalOf(ladder, numberCell(individual, ladder.position));
        return interval < 0 ? 0 : (sums[column]?.[interval] as number);
      });
      return String(accepting.reduce((sum, weight) => sum + weight, opening.runs?.all as number) / total);
    });
    expect(chances).toEqual([...opening.chances]);
    const { decisions } = exp2.draw(state.rules, opening, people, 0.5);
    state = playRound(exp2, state, {
      ...{ people, decisions, chances: opening.chances.map(Number) },
      pairs: [{ high: round % 6, low: (round + 2) % 6, weight: 1 }],
      fairnessWeight: Number(opening.fairnessWeight),
    });
  }
});
