import { expect, it } from "vitest";
import type { App } from "#server/platform/app/app.ts";
import { cachedState, cacheState, dropCachedStates } from "#server/studies/learner/state-cache.ts";

const megabytes = 1024 * 1024;
/** Memory that is never written to takes no space. */
const state = (bytes: number) => new Uint8Array(new SharedArrayBuffer(bytes));
const key = (studyId: string, stateHash = "h") => ({ studyId, stateHash });
const newApp = () => ({}) as App;

it("keeps states by application, study and hash, as bytes shared with workers", () => {
  const [app, other] = [newApp(), newApp()];
  cacheState(app, key("a"), Uint8Array.from([1, 2, 3]));
  const kept = cachedState(app, key("a"));
  expect(kept).toEqual(Uint8Array.from([1, 2, 3]));
  expect(kept?.buffer).toBeInstanceOf(SharedArrayBuffer);
  cacheState(app, key("b"), kept ?? state(0));
  expect(cachedState(app, key("b"))).toBe(kept);
  expect(cachedState(app, key("a", "another history"))).toBeUndefined();
  expect(cachedState(other, key("a"))).toBeUndefined();
});

it("keeps 256 MB, and evicts the least recently used state first", () => {
  const app = newApp();
  const isKept = (...names: string[]) => names.map((name) => cachedState(app, key(name)) !== undefined);
  for (const name of ["a", "b", "c", "d"]) cacheState(app, key(name), state(64 * megabytes));
  // Reading a state counts as use, so "b" is the oldest from here on.
  expect(isKept("a")).toEqual([true]);
  cacheState(app, key("e"), state(1));
  expect(isKept("b", "c", "d", "a", "e")).toEqual([false, true, true, true, true]);
  cacheState(app, key("f"), state(129 * megabytes));
  expect(isKept("c", "d", "a", "e", "f")).toEqual([false, false, true, true, true]);
  // The newest stays, however large.
  cacheState(app, key("g"), state(257 * megabytes));
  expect(isKept("a", "e", "f", "g")).toEqual([false, false, false, true]);
});

it("drops all states of one study only", () => {
  const app = newApp();
  for (const name of ["a", "b"]) for (const hash of ["1", "2"]) cacheState(app, key(name, hash), state(1));
  dropCachedStates(app, "a");
  const isKept = [key("a", "1"), key("a", "2"), key("b", "1"), key("b", "2")].map(
    (one) => cachedState(app, one) !== undefined,
  );
  expect(isKept).toEqual([false, false, true, true]);
});
