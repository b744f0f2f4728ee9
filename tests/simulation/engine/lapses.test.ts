import { expect, test } from "vitest";
import { openRandom } from "#server/learner/numeric/randomness.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import { judge, panels } from "#server/simulation/engine/panels.ts";
import { playAll, smallRun } from "./small-run.ts";

const population = {
  columns: [],
  shownColumns: [{ name: "points", type: "number" as const }],
  kinds: ["0", "1", "2", "3"].map((points) => ({
    features: [],
    shown: [points],
    weight: 1,
    labelChance: 0.5,
  })),
};
const policy = [0.9, 0.6, 0.3, 0];
const labels = [1, 0, 1, 0] as const;
const eligible = eligiblePairs(policy.map(String), "0.1");

/** Flags of the first auditor in so many rounds; distances of 0.1 a step leave gaps of 0.3 unfair. */
function flagsOf(lapses: object, rounds: number): string[][] {
  const auditors = [{ kind: "distance", weights: { points: 0.1 }, ...lapses }] as AuditorSpec[];
  const bound = panels({ auditors }, population);
  let state = bound.start(openRandom(1, "panel"));
  return Array.from({ length: rounds }, () => {
    const seated = bound.seat(state, { kinds: [0, 1, 2, 3], noiseSeed: "" });
    state = seated.state;
    return (judge(seated.panel, policy, labels, { eligible, alpha: 0.1 }).flags[0] ?? []).map(String);
  });
}

test("who is hostile flags exactly those who deserve it over those who do not", () => {
  expect(flagsOf({ isHostile: true }, 1)[0]).toEqual(["0,1", "0,3", "2,3"]);
});

test("who is always wrong flags what the distance allows, and who overlooks everything flags nothing", () => {
  const [right = []] = flagsOf({}, 1);
  expect(right).toEqual(eligible.map(String));
  expect(flagsOf({ wrong: 1 }, 1)[0]).toEqual([]);
  expect(flagsOf({ wrong: 1, isHostile: true }, 1)[0]).toEqual(["0,2", "1,2", "1,3"]);
  expect(flagsOf({ overlooks: 1 }, 1)[0]).toEqual([]);
});

test("one answer in ten is wrong, one pair in two is overlooked, for each pair anew", () => {
  const count = (lapses: object) => flagsOf(lapses, 500).flat().length / (500 * eligible.length);
  // 4 √(0.09/3000) = 0.022, 4 √(0.25/3000) = 0.037
  expect(Math.abs(count({ wrong: 0.1 }) - 0.9)).toBeLessThan(0.022);
  expect(Math.abs(count({ overlooks: 0.5 }) - 0.5)).toBeLessThan(0.037);
});

test("what the panel does not say is unfair all the same; a panel without lapses says all of it", () => {
  const rounds = playAll(smallRun, 100);
  expect(rounds.map(({ isUnfair }) => isUnfair)).toEqual(
    rounds.map(({ violations }) => violations.length > 0),
  );
  const auditors = smallRun.panel.auditors.map((auditor) => ({ ...auditor, overlooks: 1 })) as AuditorSpec[];
  const overlooked = playAll({ ...smallRun, panel: { auditors } }, 100);
  expect(overlooked.some(({ violations }) => violations.length > 0)).toBe(false);
  expect(overlooked.some(({ isUnfair }) => isUnfair)).toBe(true);
});
