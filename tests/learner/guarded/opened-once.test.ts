import { expect, it } from "vitest";
import { guarded } from "#server/learner/guarded/learner.ts";
import { signsOf } from "#server/learner/guarded/signs.ts";
import { guardedSpec, person } from "../fixtures.ts";
import { openedOf, playGuarded } from "./play-guarded.ts";

it("gives equal openings and states for the same array of people and for an equal one", () => {
  const pairs = [{ high: 1, low: 0 }];
  const arrivals = [0, 2, 3].map((score) => ({ score, label: "yes" as const }));
  const { state } = playGuarded(guarded.init(guardedSpec), arrivals, () => pairs);
  const people = [1, 2, 3].map(person);
  const opening = guarded.open(state, people, "");
  expect(guarded.open(state, [...people], "")).toEqual(opening);
  const once = guarded.serialise(guarded.applyOpening(state, people, opening.chances));
  expect(guarded.serialise(guarded.applyOpening(state, [...people], opening.chances))).toEqual(once);
  // Different people give a different opening of the same state, also in between.
  const others = openedOf(state, [0, 0, 4]);
  expect(others.chances).not.toEqual(opening.chances);
  expect(guarded.serialise(guarded.applyOpening(state, people, opening.chances))).toEqual(once);
});

it("stores how each rule distinguishes two people in two bits, in catalogue order", () => {
  const [high, low] = [Uint8Array.of(1, 0, 1, 1, 0, 1), Uint8Array.of(0, 0, 1, 0, 1, 0)];
  expect([...signsOf(high, low)]).toEqual([0b01_00_00_01, 0b01_10]);
});
