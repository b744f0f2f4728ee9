import { describe, expect, it } from "vitest";
import type { Pair, PairKey, Verdict } from "#components/judging/ballots/verdicts.ts";
import { verdictStorage } from "#components/judging/ballots/verdicts-on-device.ts";
import { keepingItems } from "#components/ui/browser-storage.ts";
import { sharedStorage, tabOf } from "./items.ts";

const pairs: Pair[] = [
  [0, 1],
  [0, 2],
];
const changes = (...all: [PairKey, Verdict | null][]) => new Map(all);
const place = { studyId: "study", round: 3, accountId: "amal" };

describe("verdicts kept on the device", () => {
  it("are restored in another tab and after a reload", () => {
    const shared = sharedStorage();
    verdictStorage(place, pairs, tabOf(shared)).keep(changes(["0-1", [0, 1, "unfair"]], ["0-2", null]));
    const other = verdictStorage(place, pairs, tabOf(shared));
    expect([...other.load()]).toEqual([
      ["0-1", [0, 1, "unfair"]],
      ["0-2", null],
    ]);
  });

  it("belong to one account in one round", () => {
    const shared = sharedStorage();
    verdictStorage(place, pairs, tabOf(shared)).keep(changes(["0-1", [0, 1, "unfair"]]));
    expect(verdictStorage({ ...place, accountId: "bruno" }, pairs, tabOf(shared)).load().size).toBe(0);
    expect(verdictStorage({ ...place, round: 4 }, pairs, tabOf(shared)).load().size).toBe(0);
  });

  it("are deleted once saved, except another tab's later verdicts", () => {
    const shared = sharedStorage();
    const [here, there] = [tabOf(shared), tabOf(shared)].map((tab) => verdictStorage(place, pairs, tab));
    here?.keep(changes(["0-1", [0, 1, "unfair"]], ["0-2", [0, 2, "unsure"]]));
    there?.keep(changes(["0-1", [0, 1, "acceptable"]]));
    here?.release(changes(["0-1", [0, 1, "unfair"]], ["0-2", [0, 2, "unsure"]]));
    expect([...(here?.load() ?? [])]).toEqual([["0-1", [0, 1, "acceptable"]]]);
  });

  it("include their tolerances", () => {
    const shared = sharedStorage();
    verdictStorage(place, pairs, tabOf(shared)).keep(
      changes(["0-1", [0, 1, "unfair", 7]], ["0-2", [0, 2, "acceptable", 100]]),
    );
    const storage = verdictStorage(place, pairs, tabOf(shared));
    expect([...storage.load().values()]).toEqual([
      [0, 1, "unfair", 7],
      [0, 2, "acceptable", 100],
    ]);
    for (const wrong of [
      [0, 1, "unfair", 101],
      [0, 1, "unfair", -1],
      [0, 1, "unfair", 1.5],
      [0, 2, "unfair"],
    ]) {
      shared.setItem("evenhand/verdict/study/3/amal/0-1", JSON.stringify(wrong));
      expect([...storage.load().keys()]).toEqual(["0-2"]);
    }
  });

  it("ignore data that cannot be a verdict of this round", () => {
    const shared = sharedStorage();
    const storage = verdictStorage(place, pairs, tabOf(shared));
    storage.keep(changes(["5-6", [5, 6, "unfair"]]));
    shared.setItem("evenhand/verdict/study/3/amal/0-1", "[0, 1, very unfair]");
    expect(storage.load().size).toBe(0);
  });

  it("are kept in memory without browser storage, and the page can show this", () => {
    const full = { ...sharedStorage(), setItem: refuse };
    const items = keepingItems(() => full);
    const storage = verdictStorage(place, pairs, items);
    storage.keep(changes(["0-1", [0, 1, "unfair"]]));
    expect([...storage.load()]).toEqual([["0-1", [0, 1, "unfair"]]]);
    expect(storage.isDurable()).toBe(false);
    expect(keepingItems(refuse).getItem("anything")).toBeNull();
  });
});

function refuse(): never {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
}
