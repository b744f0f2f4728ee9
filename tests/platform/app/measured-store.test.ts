import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import type { Store } from "#db/store/store.ts";
import { StoreError, type StoreErrorCode } from "#db/store/store-error.ts";
import { measured } from "#server/platform/app/measured-store.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { enterRequest } from "#server/platform/process/request.ts";
import { describeEngines } from "#tests/setup/engines.ts";

async function sumOf(name: "writeWait" | "commit") {
  const { values } = await metrics()[name].get();
  const of = (ending: string) => values.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0;
  return { seconds: of("_sum"), count: of("_count") };
}

describeEngines("a measured store", (openStore) => {
  let store: Store;
  beforeAll(async () => {
    store = measured(await openStore());
  });
  afterAll(() => store.close());

  it("returns the store's result, and measures a transaction's wait and commit, not its work", async () => {
    const before = [await sumOf("writeWait"), await sumOf("commit")];
    const { commitWait } = metrics().hour;
    const [started, noted] = [performance.now(), commitWait.sum()];
    expect(await store.tx(async () => sleep(50, "done"))).toBe("done");
    const waitedMs = performance.now() - started - 49;
    const [wait, commit] = [await sumOf("writeWait"), await sumOf("commit")];
    expect([wait.count, commit.count]).toEqual(before.map(({ count }) => count + 1));
    const measuredSeconds =
      wait.seconds + commit.seconds - before.reduce((all, { seconds }) => all + seconds, 0);
    for (const measuredMs of [measuredSeconds * 1_000, commitWait.sum() - noted]) {
      expect(measuredMs).toBeGreaterThan(0);
      expect(measuredMs).toBeLessThan(waitedMs);
    }
  });

  it("passes on a body's error, and counts no commit for it", async () => {
    const { count } = await sumOf("commit");
    await expect(store.tx(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect((await sumOf("commit")).count).toBe(count);
  });
});

it("marks the request and the error of a temporary database failure, and of no other failure", async () => {
  const answerTo = async (code: StoreErrorCode) => {
    const store = await connectStore({
      dataFolder: "",
      databaseUrl: "postgres://nobody@127.0.0.1:1/nowhere",
    });
    const failing = measured({ ...store, time: () => Promise.reject(new StoreError(code, "no")) });
    const request = enterRequest(undefined);
    const error = await failing.time().catch((error: unknown) => error as Error & { digest?: string });
    await store.close();
    return [request.isStorageAway, typeof error === "object" && error.digest];
  };
  for (const code of ["busy", "unavailable", "closed"] as const)
    expect(await answerTo(code), code).toEqual([true, "storage-away"]);
  for (const code of ["full", "statement"] as const)
    expect(await answerTo(code), code).toEqual([false, undefined]);
});

it("marks a request that found the database unavailable", async () => {
  const away = measured(
    await connectStore({ dataFolder: "", databaseUrl: "postgres://nobody@127.0.0.1:1/nowhere" }),
  );
  const request = enterRequest(undefined);
  await expect(away.read(async (db) => db.q.select().from(db.t.account))).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(request.isStorageAway).toBe(true);
  await away.close();
});
