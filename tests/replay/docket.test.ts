/** Which pairs all were asked to look at first: found where it is another list, and what can be said without features. */

import { describe, expect, it } from "vitest";
import { guardedLog } from "./fixture-guarded.ts";
import { exchanged, foundIn } from "./found.ts";
import { replay } from "./replay.ts";

const { log } = guardedLog();
const { entries } = log;
const FEATURES = log.features();
const opened = entries.findIndex(({ type }) => type === "round.opened") + 1;
const [LISTED, RANKED, DRAWN] = [
  '"docket":[[2,1,"ranked"],[0,1,"random"]]',
  '[2,1,"ranked"]',
  '[0,1,"random"]',
];

function foundAfter(to: string, features = FEATURES): string[] {
  return foundIn(exchanged(entries, opened, LISTED, `"docket":${to}`), entries, features).filter((one) =>
    one.startsWith(`${opened} `),
  );
}

describe("a docket", () => {
  it.each([
    ["another order", `[${DRAWN},${RANKED}]`],
    ["other words", '[[2,1,"random"],[0,1,"ranked"]]'],
    ["a pair that ranks lower", `[[0,2,"ranked"],${DRAWN}]`],
    ["another one by lot", `[${RANKED},[0,2,"random"]]`],
    ["one pair less", `[${RANKED}]`],
    ["one pair more", `[${RANKED},${DRAWN},[0,2,"random"]]`],
    ["a pair turned round", `[[1,2,"ranked"],${DRAWN}]`],
    ["none", "null"],
  ])("is found with %s", (_, to) => {
    expect(foundAfter(to)).toEqual([expect.stringMatching(/docket$/)]);
  });

  it("is null where a study shows everything", () => {
    const settings = exchanged(entries, 1, '"docket":{"size":2}', '"docket":"everything"');
    expect(foundIn(settings, entries, FEATURES)).toContain(`${opened} docket`);
  });

  it("is checked but for its ranking where somebody's features are gone", () => {
    const without = log.features(["p1"]);
    const whole = replay(log.text(), without).problems.map(({ seq, what }) => `${seq} ${what}`);
    expect(whole).not.toContain(`${opened} docket`);
    expect(foundAfter(`[[1,2,"ranked"],${DRAWN}]`, without)).toHaveLength(1);
    expect(foundAfter(`[${DRAWN},${RANKED}]`, without)).toHaveLength(1);
    expect(foundAfter(`[${RANKED}]`, without)).toHaveLength(1);
    expect(replay(log.text(), FEATURES).ok).toBe(true);
  });
});
