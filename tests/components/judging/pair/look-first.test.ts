import { describe, expect, it } from "vitest";
import { fromBallot, type Pair, pairKeyOf, type Verdicts } from "#components/judging/ballots/verdicts.ts";
import { whereInQueue } from "#components/judging/state/announcements.ts";
import { gridWalk } from "#components/judging/state/other-navigation.ts";

const people = [
  { position: 0, chance: "0.1", person: null, cells: null, shownKey: null },
  { position: 1, chance: "0.9", person: null, cells: null, shownKey: null },
];
const pairs: [number, number][] = [[1, 0]];
const isVeiled = (pair: Pair, verdicts: Verdicts) => !verdicts.has(pairKeyOf(pair));
const round = { pairs, people, docketCount: 1, isVeiled };

describe("two people before their chances", () => {
  it("are shown without the chances, in an order that does not reveal them", () => {
    const words = whereInQueue(round, 0, new Map());
    expect(words).toBe("Pair\u00a01 of 1: Person\u00a01 and Person\u00a02. Their chances are not shown yet.");
  });

  it("are shown with chances once there is a verdict, and in other views at once", () => {
    const judged = fromBallot([[1, 0, "unsure"]]);
    expect(whereInQueue(round, 0, judged)).toContain(
      "Person\u00a02 over Person\u00a01, 90 against 10 in 100",
    );
    expect(gridWalk(round).where?.(0, new Map())).toContain("90 against 10 in 100");
  });
});
