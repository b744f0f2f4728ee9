import { expect, it } from "vitest";
import { addCallCounts, deleteCallCountsBefore } from "#db/queries/limits.ts";
import { describeQueries } from "./two-studies.ts";

const ada = { subject: "account ada", budget: "read", endsAt: 60_000, count: 3 };
const ben = { subject: "account ben", budget: "read", endsAt: 120_000, count: 1 };

describeQueries("queries of budgets", ({ write }) => {
  it("add calls to those that other servers counted in the same window, and say how many there are", async () => {
    const { value, changes } = await write(async (tx) => {
      const first = await addCallCounts(tx, [ada, ben]);
      return [
        first,
        await addCallCounts(tx, [
          { ...ada, count: 4 },
          { ...ada, endsAt: 120_000 },
        ]),
      ];
    });
    expect(value).toEqual([
      [ada, ben],
      [
        { ...ada, count: 7 },
        { ...ada, endsAt: 120_000 },
      ],
    ]);
    expect(Object.values(changes)).toHaveLength(3);
  });

  it("forget the windows that have ended", async () => {
    const { changes } = await write(async (tx) => {
      await addCallCounts(tx, [ada, ben]);
      await deleteCallCountsBefore(tx, 60_000);
    });
    expect(Object.values(changes)).toEqual([ben]);
  });
});
