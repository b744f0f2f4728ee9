import { expect, it } from "vitest";
import { groupColumns, joinCells, splitCells } from "#server/audit-log/groups.ts";

it("cells are split into rule cells and group cells", () => {
  const columns = [{ name: "income" }, { name: "years" }];
  const settings = { learner: { columns } } as unknown as Parameters<typeof splitCells>[0];
  const cells = { features: ["1", null], groups: ["a", "b"] };
  expect(joinCells(cells)).toEqual(["1", null, "a", "b"]);
  expect(splitCells(settings, joinCells(cells))).toEqual(cells);
  expect([groupColumns({ groups: ["sex"] }), groupColumns({})]).toEqual([["sex"], []]);
});
