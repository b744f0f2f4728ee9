import { expect, it } from "vitest";
import { insertSecurityEvent, listSecurityLines, lockSecurityHead } from "#db/queries/security.ts";
import type { Tx } from "#db/store/store.ts";
import { describeQueries } from "./two-studies.ts";

const first = { seq: 0, hash: "zeros", at: 0 };
const event = { at: 5, kind: "account.suspended", studyId: null };

async function addThree(tx: Tx) {
  await lockSecurityHead(tx, first);
  const of = { ...event, entry: "{}" };
  await insertSecurityEvent(tx, { ...of, seq: 1, hash: "h1", actorId: "ada", accountId: "ben" });
  await insertSecurityEvent(tx, { ...of, seq: 2, hash: "h2", actorId: null, accountId: "ada" });
  await insertSecurityEvent(tx, { ...of, seq: 3, hash: "h3", actorId: "ben", accountId: "cyd", at: 9 });
}

describeQueries("queries of the security log", ({ write }) => {
  it("begin the chain once, and say where it goes on", async () => {
    const { value, changes } = await write(async (tx) => {
      const begun = await lockSecurityHead(tx, first);
      await addThree(tx);
      return [begun, await lockSecurityHead(tx, first)];
    });
    expect(value).toEqual([first, { seq: 3, hash: "h3", at: 9 }]);
    expect(changes["securityHead 1"]).toEqual({ id: 1, seq: 3, hash: "h3", at: 9 });
    expect(changes["securityEvent 2"]).toEqual({
      ...event,
      seq: 2,
      entry: "{}",
      hash: "h2",
      actorId: null,
      accountId: "ada",
    });
  });

  it("list the lines after one, of one account or of all, so many at a time", async () => {
    const seqs = async (which: { after: number; limit: number; accountId?: string }) =>
      (
        await write(async (tx) => {
          await addThree(tx);
          return listSecurityLines(tx, which);
        })
      ).value.map(({ seq }) => seq);
    expect(await seqs({ after: 0, limit: 10 })).toEqual([1, 2, 3]);
    expect(await seqs({ after: 1, limit: 1 })).toEqual([2]);
    expect(await seqs({ after: 0, limit: 10, accountId: "ada" })).toEqual([1, 2]);
    expect(await seqs({ after: 0, limit: 10, accountId: "cyd" })).toEqual([3]);
  });
});
