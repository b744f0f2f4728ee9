import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { deleteKeptAnswer, findKeptAnswer, takeKey } from "#db/queries/programs.ts";
import { StoreError } from "#db/store/store-error.ts";
import { limits } from "#server/accounts/account-limits.ts";
import { once } from "#server/accounts/api-tokens/once.ts";
import { makeToken } from "#server/accounts/api-tokens/personal-tokens.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { fakeTimers, until } from "#tests/setup/timers.ts";

const logLines = captureLog();

describeEngines("an operation that is done once for an idempotency key", (openStore) => {
  async function stage() {
    const app = testApp(await openStore());
    const owner = await addAccount(app, "ada");
    const wanted = { name: "Script", studyId: null, scopes: [], days: 365 } as const;
    const [tokenId, otherId] = [
      (await makeToken(app, owner, wanted)).id,
      (await makeToken(app, owner, { ...wanted, name: "Another" })).id,
    ];
    let done = 0;
    const act = async () => {
      done += 1;
      return { status: 201, body: `{"done":${done}}` };
    };
    const call = { tokenId, key: "key-of-a-call", fingerprint: "the same" };
    return { app, otherId, call, act, times: () => done };
  }

  it("gives a repeated request the first answer, and counts each token and key separately", async () => {
    const { app, otherId, call, act } = await stage();
    expect(await once(app, call, act)).toEqual({ status: 201, body: '{"done":1}', isRepeated: false });
    expect(await once(app, call, act)).toEqual({ status: 201, body: '{"done":1}', isRepeated: true });
    expect(await once(app, { ...call, key: "another-key" }, act)).toMatchObject({ body: '{"done":2}' });
    expect(await once(app, { ...call, tokenId: otherId }, act)).toMatchObject({ body: '{"done":3}' });
  });

  it("stores an answer encrypted", async () => {
    const { app, call, act } = await stage();
    await once(app, call, act);
    const kept = await app.store.read((db) => findKeptAnswer(db, call));
    expect(kept).toMatchObject({ status: 201, body: expect.stringMatching(/^[\w-]{40,}$/) });
  });

  it("refuses another request with the same key", async () => {
    const { app, call, act, times } = await stage();
    await once(app, call, act);
    await refused(once(app, { ...call, fingerprint: "another" }, act), "key-reused");
    expect(times()).toBe(1);
  });

  it("lets one of two simultaneous requests do it", async () => {
    const { app, call, act, times } = await stage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = async () => {
      await held;
      return act();
    };
    const both = [once(app, call, slow), once(app, call, slow)] as const;
    // The second request does not wait for the first.
    const { message, retryAfter } = await refused(Promise.race(both), "key-running");
    expect([message, retryAfter]).toEqual([expect.stringContaining("under way"), 1]);
    release();
    const ends = await Promise.allSettled(both);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(times()).toBe(1);
    expect(await once(app, call, act)).toMatchObject({ body: '{"done":1}', isRepeated: true });
  });

  it("answers that it is under way if the key was released in the same moment", async () => {
    const { app, call, act, times } = await stage();
    let reads = 0;
    // Another call takes the key after the first read, and releases it before the second.
    const read: typeof app.store.read = async (body) => {
      reads += 1;
      if (reads === 2) await app.store.tx((tx) => deleteKeptAnswer(tx, call));
      const found = await app.store.read(body);
      if (reads === 1) await app.store.tx((tx) => takeKey(tx, { ...call, begunAt: app.now() }));
      return found;
    };
    const meanwhile = { ...app, store: { ...app.store, read } };
    await refused(once(meanwhile as typeof app, call, act), "key-running");
    expect(times()).toBe(0);
    expect(await once(app, call, act)).toMatchObject({ status: 201, isRepeated: false });
  });

  it("releases the key of a call that changed nothing, and gives the reason", async () => {
    const { app, call, act } = await stage();
    const why = new Error("it is too early");
    const keyInDatabase = () => app.store.read((db) => findKeptAnswer(db, call));
    const writes = vi.spyOn(app.store, "tx");
    // The first transaction is committed before the action begins, so that a crash cannot hide that it began.
    const refuse = async () => {
      expect([writes.mock.calls.length, await keyInDatabase()]).toEqual([1, expect.any(Object)]);
      return { nothingDone: why };
    };
    await expect(once(app, call, refuse)).rejects.toBe(why);
    // The refusal writes nothing more, and the same key can be used at once.
    expect([writes.mock.calls.length, await keyInDatabase()]).toEqual([1, expect.any(Object)]);
    expect(await once(app, call, act)).toMatchObject({ status: 201, isRepeated: false });
    writes.mockRestore();
  });

  it("releases the keys of several refused calls together, and none that was taken again", async () => {
    const { app, call, act } = await stage();
    const calls = ["one-key-", "two-key-", "six-key-"].map((key) => ({ ...call, key }));
    const refuse = async () => ({ nothingDone: new Error("it is too early") });
    const writes = vi.spyOn(app.store, "tx");
    for (const each of calls) await expect(once(app, each, refuse)).rejects.toThrow("it is too early");
    // Two each would be six; on a slow machine one more releases the first ones.
    expect(writes.mock.calls.length).toBeLessThan(6);
    const [again = call] = calls;
    // Releases all three, takes the key and stores the answer.
    const both = [once(app, again, act), once(app, again, act)];
    const ends = await Promise.allSettled(both);
    expect(ends.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    expect(await once(app, again, act)).toMatchObject({ body: '{"done":1}', isRepeated: true });
    const keysInDatabase = async () => {
      const found = calls.map((each) => app.store.read((db) => findKeptAnswer(db, each)));
      return (await Promise.all(found)).map((row) => row !== undefined);
    };
    expect(await keysInDatabase()).toEqual([true, false, false]);
    writes.mockRestore();
    await expect(once(app, calls[1] ?? call, refuse)).rejects.toThrow("it is too early");
    await expect.poll(keysInDatabase).toEqual([true, false, false]);
  });

  it("logs that keys could not be released, unless the server is stopping, and retries at the next call", async () => {
    const { app, call, act } = await stage();
    fakeTimers("setTimeout", "clearTimeout");
    const linesAfter = async (failure: Error) => {
      logLines.length = 0;
      const refuse = async () => ({ nothingDone: new Error("it is too early") });
      await expect(once(app, call, refuse)).rejects.toThrow("it is too early");
      const freeing = vi.spyOn(app.store, "tx").mockRejectedValueOnce(failure);
      vi.advanceTimersByTime(1_000);
      await until(() => freeing.mock.settledResults.length > 0);
      freeing.mockRestore();
      await setImmediate();
      return logLines.map((line) => JSON.parse(line).msg);
    };
    expect(await linesAfter(new StoreError("closed", "the database is closed"))).toEqual([]);
    expect(await linesAfter(new Error("the disk is full"))).toEqual(["keys could not be freed"]);
    const full = new StoreError("unavailable", "the disk is full");
    expect(await linesAfter(full)).toEqual(["keys could not be freed"]);
    expect(await once(app, call, act)).toMatchObject({ status: 201, isRepeated: false });
  });

  it("never repeats an interrupted call", async () => {
    const { app, call, act, times } = await stage();
    const broken = once(app, call, async () => {
      throw new Error("the server stopped");
    });
    await expect(broken).rejects.toThrow("the server stopped");
    await refused(once(app, call, act), "key-running");
    const kept = await app.store.read((db) => findKeptAnswer(db, call));
    const brokenOff = (kept?.begunAt ?? 0) + limits.callTimeout;
    const askAt = (now: number) => once({ ...app, now: () => now }, call, act);
    await refused(askAt(brokenOff - 1), "key-running");
    await refused(askAt(brokenOff), "key-interrupted");
    expect(kept).toMatchObject({ status: null, body: null });
    expect(times()).toBe(0);
  });

  it("forgets a key after a day", async () => {
    const { app, call, act } = await stage();
    await once(app, call, act);
    await app.store.tx((tx) => takeKey(tx, { ...call, key: "another-key", begunAt: app.now() }));
    app.clock.advance(limits.answerKept);
    expect(await once(app, call, act)).toMatchObject({ body: '{"done":2}', isRepeated: false });
  });
});
