import { expect, it } from "vitest";
import { comingDocket, docketSentence } from "#components/rounds/docket-words.ts";

const usual = { msPerPair: 25_000, isMeasured: false };
const own = { msPerPair: 40_000, isMeasured: true };

it("says before a round how much will be asked at most", () => {
  expect(comingDocket({ docket: { size: 24 }, pace: usual }, 20)).toBe(
    "Of at most 190 pairs that can be judged, auditors are asked to look at up to 24 first: about 10 minutes each, at a usual pace. The number of pairs depends on the chances, which are not shown before the round opens.",
  );
  expect(comingDocket({ docket: { size: 24 }, pace: own }, 4)).toContain("up to 6 first: about 4 minutes");
  expect(comingDocket({ docket: "everything", pace: own }, 4)).toContain(
    "every pair that can be judged: at most 6",
  );
});

it("says of a round how many pairs are eligible, how many on the docket, and about how many minutes", () => {
  expect(docketSentence({ pairCount: 88, docketCount: 24 }, own)).toBe(
    "88 pairs can be judged; 24 of them are on the docket, which auditors are asked to look at first: about 16 minutes each, at your panel’s pace. Flags on the other pairs count too.",
  );
  expect(docketSentence({ pairCount: 1, docketCount: 1 }, usual)).toBe(
    "1 pair can be judged, and auditors are asked to look at all of them: about 1 minute each, at a usual pace.",
  );
});
