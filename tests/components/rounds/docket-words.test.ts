import { expect, it } from "vitest";
import { comingDocket, docketSentence } from "#components/rounds/docket-words.ts";

const usual = { msPerPair: 25_000, isMeasured: false };
const own = { msPerPair: 40_000, isMeasured: true };

it("gives the maximum number of pairs before a round", () => {
  expect(comingDocket({ docket: { size: 24 }, pace: usual }, 20)).toBe(
    "At most 190 pairs can be judged. Auditors look at up to 24 of them first. This takes each auditor about 10 minutes, at a usual pace.",
  );
  expect(comingDocket({ docket: { size: 24 }, pace: own }, 4)).toContain(
    "At most 6 pairs can be judged. This takes each auditor about 4 minutes",
  );
  expect(comingDocket({ docket: "everything", pace: own }, 4)).toContain(
    "At most 6 pairs can be judged. This",
  );
});

it("gives a round's eligible pairs, docket pairs, and expected time", () => {
  expect(docketSentence({ pairCount: 88, docketCount: 24 }, own)).toBe(
    "88 pairs can be judged. 24 of them are on the docket, which auditors look at first. This takes each auditor about 16 minutes, at your panel’s pace. Flags on the other pairs count too.",
  );
  expect(docketSentence({ pairCount: 1, docketCount: 1 }, usual)).toBe(
    "1 pair can be judged. This takes each auditor about 1 minute, at a usual pace.",
  );
});
