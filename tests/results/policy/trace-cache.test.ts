import { expect, it } from "vitest";
import type { Store } from "#db/store/store.ts";
import {
  askOnce,
  keepTrace,
  keptChances,
  keptComparisons,
  keptTrace,
  keptVerdicts,
  oneAtATime,
  type Trace,
} from "#server/results/policy/trace-cache.ts";

const half = 32 * 1024 * 1024;

/** Only known by, and never asked. */
const someStore = () => ({}) as Store;

function traceOf(bytes: number, policyBytes = 0): Trace {
  const policy = { snapshot: new Uint8Array(policyBytes), moment: { eta: null, noiseSeed: null } };
  return {
    ...{ tipSeq: 1, isPartlyLost: false, bits: new Map(), followed: null },
    tip: new Uint8Array(bytes),
    policies: new Map([[1, policy]]),
  };
}

it("states are kept up to 64 MB, and given up of the study that was least recently asked for", () => {
  const store = someStore();
  const kept = () => ["a", "b", "c", "d"].filter((study) => keptTrace(store, study) !== undefined).join("");
  keepTrace(store, "a", traceOf(half));
  keepTrace(store, "b", traceOf(half / 2, half / 2));
  expect(kept()).toBe("ab");
  keepTrace(store, "a", traceOf(half));
  keptComparisons(store).set("a", {
    key: "",
    answer: Promise.resolve({ heaviest: [], fallen: [], constants: { none: 0, all: 0 } }),
  });
  const noAnswer = { key: "", answer: Promise.resolve([]) };
  for (const study of ["a", "b"]) {
    keptVerdicts(store).set(study, noAnswer);
    keptChances(store).set(study, { key: "", rounds: new Map() });
  }
  const answered = () => [keptVerdicts(store), keptChances(store)].map((of) => [...of.keys()].join(""));
  expect([kept(), ...answered()]).toEqual(["ab", "ab", "ab"]);
  // Asking for one uses it.
  keptTrace(store, "a");
  keepTrace(store, "c", traceOf(0, 1));
  expect([kept(), ...answered()]).toEqual(["ac", "a", "a"]);
  // No state at all takes next to nothing.
  keepTrace(store, "c", { ...traceOf(0), tip: null });
  expect(kept()).toBe("ac");
  expect(keptComparisons(store).has("a")).toBe(true);
  // One that is larger than all may be is kept alone.
  keepTrace(store, "d", traceOf(2 * half, 1));
  expect(kept()).toBe("d");
  expect(keptComparisons(store).has("a")).toBe(false);
});

it("a question is asked once while its answer holds, and again after it failed", async () => {
  const answers: Parameters<typeof askOnce<number>>[0] = new Map();
  let asked = 0;
  const ask = (key: string, answer: () => Promise<number>) =>
    askOnce(answers, { studyId: "s", key }, () => {
      asked += 1;
      return answer();
    });
  const fail = () => Promise.reject(new Error("no answer"));
  expect([await ask("one", async () => 1), await ask("one", fail)]).toEqual([1, 1]);
  const failing = ask("two", fail);
  expect(await ask("three", async () => 3)).toBe(3);
  await expect(failing).rejects.toThrow("no answer");
  // What failed was not the last question any more.
  expect([await ask("three", fail), asked]).toEqual([3, 3]);
  await expect(ask("four", fail)).rejects.toThrow("no answer");
  expect([await ask("four", async () => 4), asked]).toEqual([4, 5]);
});

it("work is done one after another, whatever came of the one before", async () => {
  const store = someStore();
  const done: string[] = [];
  const first = oneAtATime(store, async () => {
    await Promise.resolve();
    done.push("first");
    throw new Error("it failed");
  });
  const second = oneAtATime(store, async () => done.push("second"));
  await expect(first).rejects.toThrow("it failed");
  await second;
  expect(done).toEqual(["first", "second"]);
});
