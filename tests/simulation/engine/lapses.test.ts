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

/** Returns the first auditor's flags in this many rounds; distances of 0.1 per step leave gaps of 0.3 unfair. */
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

test("a hostile auditor flags exactly deserving people over undeserving ones", () => {
  expect(flagsOf({ isHostile: true }, 1)[0]).toEqual(["0,1", "0,3", "2,3"]);
});

test("an always wrong auditor flags what the distance allows, an inattentive one nothing", () => {
  const [right = []] = flagsOf({}, 1);
  expect(right).toEqual(eligible.map(String));
  expect(flagsOf({ wrong: 1 }, 1)[0]).toEqual([]);
  expect(flagsOf({ wrong: 1, isHostile: true }, 1)[0]).toEqual(["0,2", "1,2", "1,3"]);
  expect(flagsOf({ overlooks: 1 }, 1)[0]).toEqual([]);
});

test("one answer in ten is wrong and one pair in two overlooked, independently per pair", () => {
  const count = (lapses: object) => flagsOf(lapses, 500).flat().length / (500 * eligible.length);
  // 4 √(0.09/3000) = 0.022, 4 √(0.25/3000) = 0.037
  expect(Math.abs(count({ wrong: 0.1 }) - 0.9)).toBeLessThan(0.022);
  expect(Math.abs(count({ overlooks: 0.5 }) - 0.5)).toBeLessThan(0.037);
});

test("unreported pairs stay unfair, and a panel without lapses reports them all", () => {
  const rounds = playAll(smallRun, 100);
  expect(rounds.map(({ isUnfair }) => isUnfair)).toEqual(
    rounds.map(({ violations }) => violations.length > 0),
  );
  const auditors = smallRun.panel.auditors.map((auditor) => ({ ...auditor, overlooks: 1 })) as AuditorSpec[];
  const overlooked = playAll({ ...smallRun, panel: { auditors } }, 100);
  expect(overlooked.some(({ violations }) => violations.length > 0)).toBe(false);
  expect(overlooked.some(({ isUnfair }) => isUnfair)).toBe(true);
});
