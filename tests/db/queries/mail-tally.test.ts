import { expect, it } from "vitest";
import { addToMailTally } from "#db/queries/mail-tally.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of sent mails", ({ write }) => {
  it("count the mails of one person in one hour", async () => {
    const { value } = await write(async (tx) => [
      await addToMailTally(tx, { accountId: "olga", hour: 7, count: 2 }),
      await addToMailTally(tx, { accountId: "olga", hour: 7, count: 3 }),
      await addToMailTally(tx, { accountId: "olga", hour: 8, count: 1 }),
      await addToMailTally(tx, { accountId: "ada", hour: 7, count: 1 }),
    ]);
    expect(value).toEqual([2, 5, 1, 1]);
  });
});
