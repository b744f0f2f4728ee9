import { expect, it } from "vitest";
import {
  apartWords,
  distanceSentence,
  earlyWords,
  groundWords,
  leftOutWords,
  levelSentence,
  movedSentence,
  noPolicyWords,
  peopleMoved,
  policyWords,
} from "#components/results/policy/changed-words.ts";

const chances = (high: number, low: number) => ({ high, low, baseHigh: high, baseLow: low });
const pair = (then: [number, number], now: [number, number]) => ({
  round: 3,
  high: 0,
  low: 1,
  flagCount: 2,
  annulledIn: null,
  atReport: chances(...then),
  now: chances(...now),
  places: { people: 8, atReport: { high: 1, low: 4 }, now: { high: 4, low: 7 } },
});

it("counts pairs that were levelled down and up", () => {
  const down = pair([0.61, 0.35], [0.16, 0.03]);
  const up = pair([0.5, 0.3], [0.5, 0.4]);
  const mixed = pair([0.5, 0.3], [0.4, 0.4]);
  const same = pair([0.5, 0.3], [0.5003, 0.3]);
  expect(levelSentence({ pairs: [down] })).toBe(
    "The reported pair was levelled down: neither person gained, and at least one lost.",
  );
  expect(levelSentence({ pairs: [up] })).toContain("levelled up");
  expect(levelSentence({ pairs: [mixed] })).toContain("one person gained and the other lost");
  expect(levelSentence({ pairs: [same] })).toBe("The reported pair was not changed.");
  expect(levelSentence({ pairs: [mixed, same] })).toBe(
    "Of the 2 reported pairs, none was levelled down or up.",
  );
  expect(levelSentence({ pairs: [down, up, down, mixed, same] })).toMatch(
    /^Of the 5 reported pairs, 2 were levelled down: .* 1 was levelled up: /,
  );
});

it("describes how each person's chance and rank changed", () => {
  expect(peopleMoved(pair([0.61, 0.35], [0.16, 0.35]))).toEqual([
    "Person\u00a01 went down: 61.0 to 16.0 in 100, place 1 to 4 of 8",
    "Person\u00a02 stayed: 35.0 to 35.0 in 100, place 4 to 7 of 8",
  ]);
  const places = { atReport: { high: 1, low: 4 }, now: { high: 1, low: 3 }, people: 8 };
  expect(peopleMoved({ ...pair([0.61, 0.35], [0.6, 0.4]), places })[0]).toBe(
    "Person\u00a01 went down: 61.0 to 60.0 in 100, still place 1 of 8",
  );
});

it("describes how both people moved, down or up, and mean distances", () => {
  // The panel reported in favour of the lower person, who fell from 35 to 3 here: a closer pair is no success.
  const fallen = pair([0.5, 0.35], [0.04, 0.03]);
  expect(movedSentence({ pairs: [fallen] })).toBe(
    "The lower chance went from 35 to 3 in 100, the higher one from 50 to 4.",
  );
  expect(distanceSentence({ pairs: [fallen] })).toBe(
    "The two chances were 15 points apart when the pair was reported and are 1 point apart now.",
  );
  // The two people of the second pair changed places: its distance is 20 points, and not -20.
  const passed = pair([0.5, 0.3], [0.3, 0.5]);
  expect(movedSentence({ pairs: [fallen, passed] })).toBe(
    "On average, the lower chance went from 32.5 to 26.5 in 100 (1\u00a0up, 1\u00a0down) and the higher one from 50 to 17 (0\u00a0up, 2\u00a0down).",
  );
  expect(distanceSentence({ pairs: [fallen, passed] })).toBe(
    "The two chances of a pair were 17.5 points apart on average when it was reported and are 10.5 points apart now: 1 pair is closer together and 1 pair is as far apart as before.",
  );
});

it("shows if a pair is reversed", () => {
  expect(apartWords(0.28)).toBe("28 points apart");
  expect(apartWords(0.01)).toBe("1 point apart");
  expect(apartWords(-0.03)).toBe("3 points the other way round");
  expect(apartWords(-0.00001)).toBe("0 points apart");
});

it("names the policy, and marks an estimate", () => {
  expect(policyWords({ policyOf: 13, isEstimated: false })).toContain(
    "the policy of round\u00a013 gives them",
  );
  expect(policyWords({ policyOf: null, isEstimated: false })).not.toContain("estimate");
  expect(policyWords({ policyOf: null, isEstimated: true })).toContain("This is an estimate");
});

it("lists the reported pairs that are left out, with the reason", () => {
  const none = { olderCount: 0, erasedCount: 0, isPolicyLost: false };
  expect(leftOutWords(none)).toBe("");
  expect(leftOutWords({ ...none, olderCount: 1, erasedCount: 2 })).toBe(
    "1 pair of older rounds is not drawn. Not computed: 2 pairs of a round from which a person was erased.",
  );
  expect(leftOutWords({ ...none, isPolicyLost: true })).toBe(
    "What would be published now cannot be computed any more, because a person was erased after the last round.",
  );
});

it("explains why the policy's rules are missing: not yet, or no longer", () => {
  expect(noPolicyWords({ isPartlyLost: false })).toMatch(/No round was opened yet/);
  expect(noPolicyWords({ isPartlyLost: true })).toBe(
    "The policies of earlier rounds cannot be computed any more, because a person was erased.",
  );
});

const ground = {
  closedCount: 2,
  reportCount: 0,
  knownCount: 4,
  pendingCount: 0,
  lostCount: 0,
  pairCount: 9,
  unjudgedCount: 0,
};

it("counts the pairs left out and those counted as not flagged", () => {
  expect(groundWords({ ...ground, reportCount: 1 })).toBe(
    "Computed from the log: 1 round with a report, 4 known outcomes.",
  );
  expect(groundWords({ ...ground, pendingCount: 2, lostCount: 1, unjudgedCount: 3 })).toBe(
    "Computed from the log: 0 rounds with a report, 4 known outcomes. Unknown outcomes are left out: 2 not recorded yet, 1 lost. 3 of 9 pairs that could be judged were not judged and count as not flagged.",
  );
});

it("explains why it is too early", () => {
  expect(earlyWords({ ...ground, closedCount: 0 })).toMatch(/^No round has closed yet/);
  expect(earlyWords(ground)).toMatch(/^No pair was reported in 2 closed rounds, and 4 outcomes are known/);
  expect(earlyWords({ ...ground, closedCount: 1, pairCount: 0, knownCount: 1 })).toMatch(
    /^The closed round had no pair to judge, and 1 outcome is known/,
  );
});
