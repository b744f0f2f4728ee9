import { expect, it } from "vitest";
import type { Store } from "#db/store/store.ts";
import { keptAtHead } from "#server/platform/app/kept-at-head.ts";

const study = (id: string, headHash: string) => ({ id, headHash });

/** Returns values that count the reads of their study, and the list of reads. */
function counting(store: Store, name = "counted") {
  const reads: string[][] = [];
  const valuesOf = async (...studies: ReturnType<typeof study>[]) => {
    const value = await keptAtHead(store, name, studies, async (ids) => {
      reads.push([...ids]);
      const turn = reads.length;
      return (id) => `${id} in read ${turn}`;
    });
    return studies.map(({ id }) => value(id));
  };
  return { reads, valuesOf };
}

it("reads all uncached studies together, and again once a log has grown", async () => {
  const { reads, valuesOf } = counting({} as Store);
  expect(await valuesOf(study("a", "1"), study("b", "1"))).toEqual(["a in read 1", "b in read 1"]);
  expect(await valuesOf(study("b", "1"))).toEqual(["b in read 1"]);
  expect(await valuesOf(study("a", "2"), study("b", "1"), study("c", "1"))).toEqual([
    "a in read 2",
    "b in read 1",
    "c in read 2",
  ]);
  expect(reads).toEqual([
    ["a", "b"],
    ["a", "c"],
  ]);
});

it("caches each value and each database separately", async () => {
  const store = {} as Store;
  const names = [counting(store), counting(store, "other"), counting({} as Store)];
  for (const { valuesOf } of names) await valuesOf(study("a", "1"));
  expect(names.map(({ reads }) => reads.length)).toEqual([1, 1, 1]);
});

it("caches nothing of a failed read", async () => {
  const store = {} as Store;
  const failing = keptAtHead(store, "counted", [study("a", "1")], () => Promise.reject(new Error("busy")));
  await expect(failing).rejects.toThrow("busy");
  const { reads, valuesOf } = counting(store);
  await valuesOf(study("a", "1"));
  expect(reads).toEqual([["a"]]);
});
