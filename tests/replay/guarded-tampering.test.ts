/** What a replay finds changed in mode `guarded`, in priors and in even draws. */

import { describe, expect, it } from "vitest";
import { guardedLog } from "./fixture-guarded.ts";
import { recordsLog } from "./fixture-records.ts";
import { exchanged, foundIn } from "./found.ts";

const GUARDED = guardedLog();
const openingOf = (round: number) => GUARDED.opened[round] ?? 0;
const endOf = (round: number) => GUARDED.ended[round] ?? 0;

/** What is found once a piece of one entry was exchanged and all hashes made right again. */
function foundAfter(seq: number, from: string | RegExp, to: string, log = GUARDED.log): string[] {
  return foundIn(exchanged(log.entries, seq, from, to), log.entries, log.features());
}

describe("a tail that was hashed anew", () => {
  const two = openingOf(2);

  it.each([
    ["tau", '"tau":"0.2"', '"tau":"0.21"', ["tau"]],
    ["limit", '"limit":"0.2999999997"', '"limit":"0.31"', ["limit"]],
    ["target", '"target":"0.42413070', '"target":"0.42413080', ["target"]],
    ["pull", '"pull":"0.44993', '"pull":"0.44994', ["pull"]],
    ["whether it was cut", '"isCut":true', '"isCut":false', ["whether the pull was cut"]],
    ["spent", '"spent":"0.6814', '"spent":"0.6815', ["spent"]],
    ["mixability", '"mixability":"0.55166', '"mixability":"0.55167', ["mixability", "eta"]],
    ["the share of no", '"noShare":"0.625"', '"noShare":"0.6"', ["share of no"]],
    ["eta", '"eta":"3.2479401529120646"', '"eta":"3.2478"', ["eta"]],
    ["a base chance", '"base":["0.0372', '"base":["0.0373', ["base chance of p4", "target", "chance of p4"]],
    ["a chance", '"chance":"0.21131313797782525"', '"chance":"0.2114"', ["chance of p4"]],
  ])("finds another %s", (_, from, to, expected) => {
    const problems = foundAfter(two, from, to);
    expect(problems.filter((one) => expected.some((what) => one === `${two} ${what}`))).toHaveLength(
      expected.length,
    );
  });

  it("finds chances that lie too far apart by less than what is compared, in exact decimals", () => {
    // 0.1 + 0.22485281374238572 is allowed; this is 0.3248528139145259
    const three = openingOf(3);
    const found = foundAfter(three, '"chance":"0.621353411503007"', '"chance":"0.621353412"');
    // With another u the decisions may be others too.
    expect(found.slice(0, 2)).toEqual([`${three} spread of the chances`, `${endOf(3)} u`]);
  });

  it("finds another order, another pick and another u of an even draw", () => {
    const seq = endOf(1);
    expect(foundAfter(seq, '"order":[2,0,1]', '"order":[0,2,1]')).toEqual([`${seq} order of the draw`]);
    const picks = foundAfter(seq, '"decisions":[1,0,1]', '"decisions":[1,1,0]');
    expect(picks).toContain(`${seq} decision for p2`);
    expect(picks).toContain(`${seq} decision for p3`);
    expect(foundAfter(seq, /"u":"0\.\d/, '"u":"0.99')).toEqual([`${seq} u`]);
  });

  it("finds an even draw at opening that is not the one committed to, also in a cancelled round", () => {
    const log = recordsLog();
    log.entries.forEach(({ type }, index) => {
      if (type !== "round.opened") return;
      const found = foundAfter(index + 1, /"drawCommitment":"[0-9a-f]{8}/, '"drawCommitment":"00000000', log);
      expect(found.map((one) => one.replace(/^\d+ /, ""))).toEqual(["draw commitment"]);
    });
  });

  it("finds a violation that weighs less than the others, and numbers of mode guarded in another mode", () => {
    const seq = endOf(1);
    expect(foundAfter(seq, '"weight":"1"', '"weight":"0"')).toContain(`${seq} violations`);
    expect(foundAfter(two, '"fairnessWeight":null', '"fairnessWeight":"1"')).toContain(
      `${two} fairness weight`,
    );
    const records = recordsLog();
    const at = records.entries.findIndex(({ type }) => type === "round.opened") + 1;
    const found = foundAfter(at, '"eta"', '"guard":{},"eta"', records);
    expect(found).toContain(`${at} entry.body: keys`);
  });

  it("finds effects between the last update and the opening", () => {
    const log = guardedLog().log;
    const at = GUARDED.opened[2] ?? 0;
    // the update before round 2 says that it stops one entry earlier
    const found = foundAfter(at - 1, `"appliedSeq":${at - 2}`, `"appliedSeq":${at - 3}`, log);
    expect(found.some((one) => one.startsWith(`${at} `))).toBe(true);
  });
});

describe("settings that no honest log has", () => {
  it.each([
    ["guarded.step", '"step":"0.2"', '"step":"1.5"'],
    ["guarded.pace", '"pace":"20"', '"pace":"0"'],
    ["guarded.forget", '"forget":"0.6"', '"forget":"-1"'],
    ["alpha", '"alpha":"0.1"', '"alpha":"0.000001"'],
    ["fairness multiplier", '"fairnessMultiplier":"1"', '"fairnessMultiplier":"2"'],
    ["learner.pairRule", '"pairRule":"all"', '"pairRule":"average"'],
    ["learner.rejectedHalves", '"rejectedHalves":"at-close"', '"rejectedHalves":"when-settled"'],
    ["prior: none", '"none":"0.25"', '"none":"1.25"'],
    ["prior", '"none":"0.25"', '"none":"0.9"'],
    ["prior: rule", '"rule":5', '"rule":6'],
    ["prior: weight", '"weight":"0.3"', '"weight":"0"'],
    ["guarded", '"mode":"guarded"', '"mode":"known"'],
  ])("%s", (what, from, to) => {
    expect(foundAfter(1, from, to)[0]).toMatch(new RegExp(`^1 (\\S+\\.)?${what}`));
  });
});
