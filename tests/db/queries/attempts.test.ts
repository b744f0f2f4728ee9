import { expect, it } from "vitest";
import { lockAttempts, updateAttempts } from "#db/queries/attempts.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of attempts", ({ write }) => {
  it("lock the buckets asked for, in their order, those without a count too", async () => {
    const { value, changes } = await write((tx) => lockAttempts(tx, [7, 9, 3]));
    expect(value).toEqual([
      { bucket: 7, count: 2, since: 20, lastAt: 30 },
      { bucket: 9, count: 0, since: 0, lastAt: 0 },
      { bucket: 3, count: 1, since: 10, lastAt: 10 },
    ]);
    expect(changes).toEqual({ "attempt 9": { bucket: 9, count: 0, since: 0, lastAt: 0 } });
  });

  it("set the counts of these buckets and no other", async () => {
    const row = { bucket: 7, count: 3, since: 20, lastAt: 50 };
    expect((await write((tx) => updateAttempts(tx, [row]))).changes).toEqual({
      "attempt 7": { count: 3, lastAt: 50 },
    });
  });
});
