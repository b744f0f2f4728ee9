import { expect, it } from "vitest";
import { drawPicks, pickSettings, studyPicks } from "#components/rounds/picks-words.ts";
import type { Picks } from "#server/learner/config/spec.ts";

const of8 = (rule: Picks["rule"], count: string) => ({ picks: { rule, count }, roundSize: 8, isEven: true });

it.each([
  ["exactly", "3", 8, "The draw picks 3 of them."],
  ["exactly", "3", 5, "The draw picks 1 or 2 of them."],
  ["exactly", "4", 4, "The draw picks 2 of them."],
  ["exactly", "2.5", 8, "The draw picks 2 or 3 of them."],
  ["at-least", "3", 5, "The draw picks at least 1 of them."],
  ["at-most", "3", 5, "The draw picks at most 2 of them."],
  ["average", "3", 5, "The draw picks about 1.88 of them, on average over all rounds."],
] as const)("%s %s of 8, in a round of %i: %s", (rule, count, people, words) => {
  expect(drawPicks(of8(rule, count), people)).toBe(words);
});

it("one rule for all people meets the number on average only", () => {
  expect(drawPicks({ ...of8("exactly", "3"), isEven: false }, 8)).toMatch(/^The draw picks about 3 of them/);
});

it("a round shows the study's number of picks, and a smaller one the same share", () => {
  expect(studyPicks(of8("exactly", "3"), 8)).toBe("The study picks exactly 3 of 8.");
  expect(studyPicks(of8("at-most", "2.5"), 4)).toBe(
    "A full round picks at most 2.5 of 8, and this round the same share.",
  );
});

it("a study without a number of picks, or an audit, has no settings of it", () => {
  expect(pickSettings({ roundSize: 8 })).toBeNull();
  expect(pickSettings({ roundSize: 8, draw: "even", picks: { rule: "average", count: "2" } })).toEqual(
    of8("average", "2"),
  );
});
