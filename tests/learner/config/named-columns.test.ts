import { expect, test } from "vitest";
import { namedColumns } from "#server/learner/config/named-columns.ts";

test("a class lists the columns that its rules test, each once", () => {
  const above = (column: string) => ({ column, test: "above", value: "1" }) as const;
  const predicates = [above("income"), above("years"), above("income")];
  const conjunctions = { kind: "conjunctions", version: 1, predicates } as const;
  expect(namedColumns(conjunctions)).toEqual(["income", "years"]);
  const rules = [
    { from: conjunctions, rule: 3 },
    { column: "housing", accepts: "column" },
  ];
  expect(namedColumns({ kind: "explicit", version: 1, rules })).toEqual(["income", "years", "housing"]);
  expect(namedColumns({ kind: "listed", version: 1, count: 2, hash: "a".repeat(64) })).toEqual([]);
});
