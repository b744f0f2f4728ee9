import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SaveFailure } from "#components/judging/ballots/save-failure.ts";
import { createVerdictStore } from "#components/judging/ballots/verdict-store.ts";
import { fromBallot, type Pair, type PairKey, type Verdict } from "#components/judging/ballots/verdicts.ts";
import { verdictStorage } from "#components/judging/ballots/verdicts-on-device.ts";
import type { RefusedVerdict } from "#server/rounds/judging/saved-verdicts.ts";
import { sharedStorage, tabOf } from "./items.ts";

const pairs: Pair[] = [
  [0, 1],
  [0, 2],
  [1, 2],
];
const place = { studyId: "study", round: 3, accountId: "amal" };
const unreachable: SaveFailure = { reason: "unreachable", message: "No answer.", isFinal: false };
const ended: SaveFailure = { reason: "ended", message: "Round 3 is closed.", isFinal: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser tab and its server. */
function openTab(
  shared: Storage = sharedStorage(),
  known?: Parameters<typeof createVerdictStore>[0]["known"],
) {
  const server = {
    failure: undefined as SaveFailure | undefined,
    refused: [] as RefusedVerdict[],
    calls: [] as [PairKey, Verdict | null][][],
  };
  const store = createVerdictStore({
    base: new Map(),
    savedAt: null,
    known,
    storage: verdictStorage(place, pairs, tabOf(shared)),
    send: async (changes) => {
      server.calls.push([...changes]);
      await Promise.resolve();
      if (server.failure) throw new Error("refused");
      const refused = server.refused.filter(({ high, low }) => changes.has(`${high}-${low}`));
      return { savedAt: server.calls.length, refused };
    },
    classify: () => server.failure ?? unreachable,
  });
  return { store, server };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("verdicts given on a page", () => {
  it("are sent at once, and show when they were saved", async () => {
    const { store, server } = openTab();
    store.give("0-1", [0, 1, "unfair"]);
    expect(store.getSnapshot()).toMatchObject({ save: { kind: "saving" }, pendingCount: 1 });
    await settle();
    expect(store.getSnapshot()).toMatchObject({ save: { kind: "saved", at: 1 }, pendingCount: 0 });
    expect(server.calls).toEqual([[["0-1", [0, 1, "unfair"]]]]);
  });

  it("given while others are being sent follow together", async () => {
    const { store, server } = openTab();
    store.give("0-1", [0, 1, "unfair"]);
    store.give("0-1", [0, 1, "acceptable"]);
    store.give("0-2", [0, 2, "unsure"]);
    await settle();
    expect(server.calls).toEqual([
      [["0-1", [0, 1, "unfair"]]],
      [
        ["0-1", [0, 1, "acceptable"]],
        ["0-2", [0, 2, "unsure"]],
      ],
    ]);
    expect(store.getSnapshot().pendingCount).toBe(0);
  });

  it("are saved except one that the server refuses, which is resent only after a change", async () => {
    const { store, server } = openTab();
    server.refused = [{ high: 0, low: 1, message: "Too close." }];
    store.give("0-1", [0, 1, "unfair"]);
    store.give("0-2", [0, 2, "unsure"]);
    await settle();
    const failure = { reason: "refused", message: "Too close.", isFinal: false };
    const snapshot = store.getSnapshot();
    expect(snapshot).toMatchObject({ save: { kind: "kept", failure }, pendingCount: 1 });
    store.give("1-2", [1, 2, "unfair"]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(store.getSnapshot()).toMatchObject({ save: { kind: "kept", failure }, pendingCount: 1 });
    server.refused = [];
    store.give("0-1", null);
    await settle();
    expect(store.getSnapshot()).toMatchObject({ save: { kind: "saved" }, pendingCount: 0 });
    expect(server.calls).toEqual([
      [["0-1", [0, 1, "unfair"]]],
      [["0-2", [0, 2, "unsure"]]],
      [["1-2", [1, 2, "unfair"]]],
      [["0-1", null]],
    ]);
  });

  it("are kept while the server is unreachable, and resent later", async () => {
    const { store, server } = openTab();
    server.failure = unreachable;
    store.give("0-1", [0, 1, "unfair"]);
    await settle();
    expect(store.getSnapshot()).toMatchObject({
      save: { kind: "kept", failure: unreachable },
      pendingCount: 1,
    });
    server.failure = undefined;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(store.getSnapshot()).toMatchObject({ save: { kind: "saved" }, pendingCount: 0 });
  });

  it("survive a reload: the new page sends them", async () => {
    const shared = sharedStorage();
    const before = openTab(shared);
    before.server.failure = unreachable;
    before.store.give("1-2", [1, 2, "unfair"]);
    await settle();
    const { store, server } = openTab(shared);
    expect(store.getInitial().verdicts.size).toBe(0);
    expect([...store.getSnapshot().verdicts]).toEqual([["1-2", [1, 2, "unfair"]]]);
    await store.flush();
    expect(server.calls).toEqual([[["1-2", [1, 2, "unfair"]]]]);
    expect(openTab(shared).store.getSnapshot().pendingCount).toBe(0);
  });

  it("are shown on an older copy of the page once it has loaded, with unsent ones", () => {
    const shared = sharedStorage();
    verdictStorage(place, pairs, tabOf(shared)).keep(new Map([["0-2", [0, 2, "unsure"]]]));
    const { store } = openTab(shared, {
      verdicts: fromBallot([
        [0, 1, "unfair"],
        [0, 2, "unfair"],
      ]),
      savedAt: 7,
    });
    expect(store.getInitial()).toMatchObject({ verdicts: new Map(), save: { kind: "saved", at: null } });
    expect([...store.getSnapshot().verdicts.values()]).toEqual([
      [0, 1, "unfair"],
      [0, 2, "unsure"],
    ]);
    expect(store.getSnapshot()).toMatchObject({ save: { kind: "saved", at: 7 }, pendingCount: 1 });
  });

  it("are kept but no longer sent once the round has ended", async () => {
    const { store, server } = openTab();
    server.failure = ended;
    store.give("0-1", [0, 1, "unfair"]);
    await settle();
    server.failure = undefined;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(server.calls).toHaveLength(1);
    expect(store.getSnapshot()).toMatchObject({ save: { kind: "kept", failure: ended }, pendingCount: 1 });
    store.discard();
    expect(store.getSnapshot()).toMatchObject({ save: { kind: "saved" }, pendingCount: 0 });
    expect(store.getSnapshot().verdicts.size).toBe(0);
  });

  it("are sent if the round continues, such as after a later deadline", async () => {
    const { store, server } = openTab();
    server.failure = ended;
    store.give("0-1", [0, 1, "unfair"]);
    await settle();
    server.failure = undefined;
    store.resume();
    await settle();
    expect(store.getSnapshot()).toMatchObject({ save: { kind: "saved" }, pendingCount: 0 });
  });

  it("given in another tab appear here, and are sent from here if that tab is closed", async () => {
    const shared = sharedStorage();
    const [here, there] = [openTab(shared), openTab(shared)];
    there.server.failure = unreachable;
    there.store.give("0-2", [0, 2, "unsure"]);
    await settle();
    here.store.reload();
    expect([...here.store.getSnapshot().verdicts]).toEqual([["0-2", [0, 2, "unsure"]]]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(here.server.calls).toEqual([[["0-2", [0, 2, "unsure"]]]]);
    there.store.reload();
    expect(there.store.getSnapshot()).toMatchObject({ pendingCount: 0, save: { kind: "saved" } });
    expect([...there.store.getSnapshot().verdicts]).toEqual([["0-2", [0, 2, "unsure"]]]);
  });

  it("saved from another tab are not reverted by an older answer of the server", async () => {
    const shared = sharedStorage();
    const [here, there] = [openTab(shared), openTab(shared)];
    here.store.give("0-1", [0, 1, "unfair"]);
    there.store.reload();
    const requestedAt = there.store.moment();
    await settle();
    there.store.reload();
    there.store.accept(new Map(), null, requestedAt);
    expect(there.store.getSnapshot()).toMatchObject({ save: { kind: "saved", at: Date.now() } });
    expect([...there.store.getSnapshot().verdicts]).toEqual([["0-1", [0, 1, "unfair"]]]);
  });

  it("are not reverted by an answer that the server gave before they were saved", async () => {
    const { store } = openTab();
    const requestedAt = store.moment();
    store.give("0-1", [0, 1, "unfair"]);
    const requestedMeanwhile = store.moment();
    await settle();
    store.accept(new Map(), null, requestedAt);
    store.accept(new Map(), null, requestedMeanwhile);
    expect(store.getSnapshot().verdicts.get("0-1")).toEqual([0, 1, "unfair"]);
    store.accept(fromBallot([[0, 2, "unsure"]]), 7, store.moment());
    expect([...store.getSnapshot().verdicts]).toEqual([["0-2", [0, 2, "unsure"]]]);
    expect(store.getSnapshot().save).toEqual({ kind: "saved", at: 7 });
  });

  it("show the pair of undo and redo, and clear the history once sealed", async () => {
    const { store } = openTab();
    store.give("0-1", [0, 1, "unfair"]);
    store.give("0-2", [0, 2, "unsure"]);
    expect(store.undo()).toBe("0-2");
    expect(store.redo()).toBe("0-2");
    store.forgetSteps();
    expect(store.undo()).toBeUndefined();
    await settle();
    expect(store.getSnapshot().verdicts.size).toBe(2);
  });
});
