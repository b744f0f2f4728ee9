import { describe, expect, it } from "vitest";
import { fromBallot, type Pair } from "#components/judging/ballots/verdicts.ts";
import { contradictionsIn } from "#components/judging/review/contradictions.ts";
import { verdictTimes } from "#components/judging/state/verdict-times.ts";
import { sharedStorage, tabOf } from "./ballots/items.ts";

/** Person 0 is above all others; 1 and 2 have equal cards, 1 the lower chance; 3 differs from both. */
const people = [
  { chance: "0.8", cells: ["own", "9"] },
  { chance: "0.2", cells: ["rent", "3"] },
  { chance: "0.3", cells: ["rent", "3"] },
  { chance: "0.1", cells: ["rent", "4"] },
];
const pairs: Pair[] = [
  [0, 1],
  [0, 2],
  [0, 3],
];

describe("two inconsistent verdicts", () => {
  it("are a larger difference accepted and a smaller one flagged, with equal cards", () => {
    const verdicts = fromBallot([
      [0, 1, "acceptable"],
      [0, 2, "unfair"],
    ]);
    expect(contradictionsIn({ pairs, people }, verdicts)).toEqual([
      { accepted: [0, 1], flagged: [0, 2], isLarger: true, id: "0-1/0-2" },
    ]);
  });

  it("are also equal differences judged differently", () => {
    const even = people.map((person, position) => (position === 2 ? { ...person, chance: "0.20" } : person));
    const verdicts = fromBallot([
      [0, 1, "acceptable"],
      [0, 2, "unfair"],
    ]);
    expect(contradictionsIn({ pairs, people: even }, verdicts)).toMatchObject([{ isLarger: false }]);
  });

  it("are not a flagged larger one, differing or erased people, or an unsure verdict", () => {
    const of = (one: "acceptable" | "unfair" | "unsure", other: "acceptable" | "unfair", third = other) =>
      fromBallot([
        [0, 1, one],
        [0, 2, other],
        [0, 3, third],
      ]);
    expect(contradictionsIn({ pairs, people }, of("unfair", "acceptable"))).toEqual([]);
    expect(contradictionsIn({ pairs, people }, of("unsure", "unfair"))).toEqual([]);
    expect(contradictionsIn({ pairs, people }, of("unfair", "unfair", "acceptable"))).toEqual([]);
    const erased = people.map((person) => ({ ...person, cells: null }));
    expect(contradictionsIn({ pairs, people: erased }, of("acceptable", "unfair"))).toEqual([]);
  });
});

describe("the time a verdict took", () => {
  it("is stored on the device as quick or not, for each pair's current verdict", () => {
    const items = tabOf(sharedStorage());
    const place = { studyId: "study", round: 3, accountId: "me" };
    const times = verdictTimes(place, items);
    times.note("0-1", 1_999);
    times.note("0-2", 2_000);
    times.note("0-3", 400);
    const verdicts = fromBallot([
      [0, 1, "unfair"],
      [0, 2, "unfair"],
    ]);
    expect(verdictTimes(place, items).quickCount(pairs, verdicts)).toBe(1);
    times.note("0-1", 9_000);
    expect(times.quickCount(pairs, verdicts)).toBe(0);
    expect(verdictTimes({ ...place, accountId: "another account" }, items).quickCount(pairs, verdicts)).toBe(
      0,
    );
  });
});
