import { expect, it } from "vitest";
import {
  addCallCounts,
  deleteCallCountsBefore,
  leaveUploadTurn,
  takeUploadTurn,
} from "#db/queries/limits.ts";
import { describeQueries } from "./two-studies.ts";

const ada = { subject: "account ada", budget: "read", endsAt: 60_000, count: 3 };
const ben = { subject: "account ben", budget: "read", endsAt: 120_000, count: 1 };

describeQueries("queries of budgets", ({ write }) => {
  it("add calls to those that other servers counted in the same window, and return the sum", async () => {
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

  it("delete expired windows", async () => {
    const { changes } = await write(async (tx) => {
      await addCallCounts(tx, [ada, ben]);
      await deleteCallCountsBefore(tx, 60_000);
    });
    expect(Object.values(changes)).toEqual([ben]);
  });

  it("give a turn to one upload, until it is released, has expired, or the time base was reset", async () => {
    const turn = { accountId: "ada", place: 0, id: "one", leaseUntil: 1_100 };
    const { value, changes } = await write(async (tx) => [
      await takeUploadTurn(tx, turn, 1_000),
      await takeUploadTurn(tx, { ...turn, id: "two" }, 1_000),
      await takeUploadTurn(tx, { ...turn, place: 1, id: "two" }, 1_000),
      await leaveUploadTurn(tx, { ...turn, id: "two" }),
      await takeUploadTurn(tx, { ...turn, id: "three" }, 1_000),
      await leaveUploadTurn(tx, turn),
      await takeUploadTurn(tx, { ...turn, id: "three" }, 1_000),
      await takeUploadTurn(tx, { ...turn, id: "four", leaseUntil: 1_200 }, 1_100),
      await takeUploadTurn(tx, { ...turn, id: "five", leaseUntil: 200 }, 100),
    ]);
    expect(value).toEqual([true, false, true, undefined, false, undefined, true, true, true]);
    expect(Object.values(changes)).toEqual([
      { ...turn, place: 1, id: "two" },
      { ...turn, id: "five", leaseUntil: 200 },
    ]);
  });
});
