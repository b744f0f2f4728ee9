import { expect, it } from "vitest";
import {
  findSecurityHead,
  insertSecurityEvent,
  listSecurityEvents,
  listSecurityLines,
  lockSecurityHead,
  type SecurityFilter,
} from "#db/queries/security.ts";
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

  it("list the lines after one, so many at a time", async () => {
    const seqs = async (which: { after: number; limit: number }) =>
      (
        await write(async (tx) => {
          await addThree(tx);
          return listSecurityLines(tx, which);
        })
      ).value.map(({ seq }) => seq);
    expect(await seqs({ after: 0, limit: 10 })).toEqual([1, 2, 3]);
    expect(await seqs({ after: 1, limit: 1 })).toEqual([2]);
    const { value } = await write(async (tx) => {
      await addThree(tx);
      return listSecurityLines(tx, { after: 2, limit: 1 });
    });
    expect(value).toEqual([{ seq: 3, entry: "{}" }]);
  });

  it("list events that fit all that is looked for, the newest first, so many at a time", async () => {
    const seqs = async (which: SecurityFilter & { before?: number; limit?: number }) =>
      (
        await write(async (tx) => {
          await addThree(tx);
          return listSecurityEvents(tx, { limit: 10, ...which });
        })
      ).value.map(({ seq }) => seq);
    expect(await seqs({})).toEqual([3, 2, 1]);
    expect(await seqs({ limit: 2 })).toEqual([3, 2]);
    expect(await seqs({ before: 3 })).toEqual([2, 1]);
    expect(await seqs({ kind: "account.suspended" })).toEqual([3, 2, 1]);
    expect(await seqs({ kind: "link.made" })).toEqual([]);
    expect(await seqs({ accountId: "ada" })).toEqual([2, 1]);
    expect(await seqs({ accountId: "cyd" })).toEqual([3]);
    expect(await seqs({ from: 9 })).toEqual([3]);
    expect(await seqs({ to: 9 })).toEqual([2, 1]);
    expect(await seqs({ accountId: "ben", to: 9, before: 3 })).toEqual([1]);
  });

  it("list all that an event says", async () => {
    const { value } = await write(async (tx) => {
      await addThree(tx);
      return listSecurityEvents(tx, { limit: 1 });
    });
    expect(value).toEqual([{ ...event, seq: 3, at: 9, entry: "{}", actorId: "ben", accountId: "cyd" }]);
  });

  it("say where the chain ends, once there is an event", async () => {
    const { value } = await write(async (tx) => {
      const before = await findSecurityHead(tx);
      await addThree(tx);
      return [before, await findSecurityHead(tx)];
    });
    expect(value).toEqual([undefined, { seq: 3, hash: "h3", at: 9 }]);
  });
});
