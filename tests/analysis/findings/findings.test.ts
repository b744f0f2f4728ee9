import { expect, test } from "vitest";
import { concludeFindings } from "#server/analysis/findings/findings.ts";
import type { FindingsRound } from "#server/analysis/findings/played-round.ts";
import { addTallies, tallyRounds } from "#server/analysis/findings/tally.ts";
import { wilson } from "#server/analysis/findings/wilson.ts";

/** People with income and housing; the first person has a better chance than every other. */
const first: FindingsRound = {
  number: 1,
  annulled: [[0, 1]],
  neededFlags: 2,
  rule: null,
  pairCount: 5,
  docket: [
    [0, 1, "ranked"],
    [0, 2, "random"],
  ],
  people: [
    ["90", "own"],
    ["90.0", "rent"],
    ["100", "own"],
    ["20", null],
    ["10", "own"],
    ["5", "rent"],
  ],
  seats: [
    {
      id: "s1",
      verdicts: [
        [0, 1, "unfair"],
        [0, 2, "unfair"],
        [0, 3, "acceptable"],
        [0, 4, "unsure"],
      ],
    },
    {
      id: "s2",
      verdicts: [
        [0, 1, "unfair"],
        [0, 2, "acceptable"],
        [0, 3, "acceptable"],
      ],
    },
    { id: "s10", verdicts: null },
  ],
};

/** A round with another panel; position 2 was erased later. */
const second: FindingsRound = {
  number: 3,
  annulled: [],
  neededFlags: 1,
  rule: null,
  pairCount: 2,
  docket: null,
  people: [["70", "own"], ["30", "own"], null],
  seats: [
    {
      id: "s10",
      verdicts: [
        [0, 1, "acceptable"],
        [0, 2, "unfair", 20],
      ],
    },
    {
      id: "s2",
      verdicts: [
        [0, 1, "acceptable"],
        [0, 2, "acceptable"],
      ],
    },
  ],
};

/** A round without a pair to judge. */
const quiet: FindingsRound = {
  number: 4,
  annulled: [],
  neededFlags: 2,
  rule: null,
  pairCount: 0,
  docket: [],
  people: [
    ["1", "own"],
    ["1", "own"],
  ],
  seats: [
    { id: "s1", verdicts: [] },
    { id: "s2", verdicts: null },
    { id: "s10", verdicts: null },
  ],
};

const isNumber = [true, false];
const findings = concludeFindings(tallyRounds([first, second, quiet], isNumber));
if (findings === null) throw new Error("there are findings");

test("counts rounds, and the result of every pair", () => {
  // Reported: (0,1) of the first with 2 of 2 needed, (0,2) of the second with 1 of 1.
  // A report that was annulled later stays counted, and is marked.
  expect(findings.reports).toEqual({ reports: 2, rounds: 3, annulledPairs: 1, ...wilson(2, 3) });
  expect(findings.quietRounds).toBe(1);
  expect(findings.pairs).toEqual({ all: 7, reported: 2, flagged: 1, accepted: 2, unsure: 1, unseen: 1 });
});

test("compares the people of reported and accepted pairs in each visible field", () => {
  const [income, housing] = [0, 1].map((index) => findings.fields.find(({ field }) => field === index));
  // Only (0,1) can be compared of the reported ones: 90.0 is 90, rent is not own.
  const nothing = { more: 0, equal: 0, less: 0, other: 0, blank: 0 };
  expect(income?.reported.of).toEqual({ ...nothing, equal: 1 });
  expect(housing?.reported.of).toEqual({ ...nothing, other: 1 });
  // Accepted: (0,3) of the first, 20 below 90 and no housing, and (0,1) of the second, 30 below 70 and own as well.
  expect(income?.accepted.of).toEqual({ ...nothing, less: 2 });
  expect(housing?.accepted.of).toEqual({ ...nothing, equal: 1, blank: 1 });
  expect(income?.reported).toMatchObject({ count: 1, total: 1, interval: wilson(1, 1) });
  expect(housing?.accepted).toMatchObject({ count: 1, total: 1 });
  expect(findings.erased).toBe(1);
});

test("lists fields by how well they distinguish reported from accepted pairs", () => {
  const words = {
    ...first,
    people: first.people.map((cells) => cells && [null, cells[1] ?? null, cells[0] ?? null]),
  };
  const conclusion = concludeFindings(tallyRounds([words], [true, false, true]));
  expect(conclusion?.fields.map(({ field }) => field)).toEqual([2, 0, 1]);
  expect(conclusion?.fields.at(1)?.reported).toMatchObject({ count: 0, total: 0, interval: null });
});

test("counts each seat's verdicts on its requested pairs", () => {
  expect(findings.seats).toEqual([
    { id: "s1", rounds: 2, asked: 5, unfair: 2, acceptable: 1, unsure: 1 },
    { id: "s2", rounds: 3, asked: 7, unfair: 1, acceptable: 4, unsure: 0 },
    { id: "s10", rounds: 3, asked: 7, unfair: 1, acceptable: 1, unsure: 0 },
  ]);
});

test("measures agreement on pairs that two seats judged", () => {
  // (0,1) uu, (0,2) ua, (0,3) aa | (0,1) aa, (0,2) ua: n = 10, 4 unfair, 6 acceptable, A = 6; 1 - 9·4/(100 - 16 - 36)
  expect(findings.agreement.alpha).toBeCloseTo(1 - 36 / 48, 12);
  expect(findings.agreement).toMatchObject({ rounds: 2, interval: null });
});

test("counts the same flags for every number of needed flags, panel by panel", () => {
  expect(findings.needed).toEqual([
    {
      seatCount: 3,
      neededFlags: 2,
      rounds: 2,
      pairs: 5,
      by: [
        { needed: 1, reports: 1, reportedPairs: 2, interval: wilson(1, 2) },
        { needed: 2, reports: 1, reportedPairs: 1, interval: wilson(1, 2) },
        { needed: 3, reports: 0, reportedPairs: 0, interval: wilson(0, 2) },
      ],
    },
    {
      seatCount: 2,
      neededFlags: 1,
      rounds: 1,
      pairs: 2,
      by: [
        { needed: 1, reports: 1, reportedPairs: 1, interval: wilson(1, 1) },
        { needed: 2, reports: 0, reportedPairs: 0, interval: wilson(0, 1) },
      ],
    },
  ]);
});

test("lists the disputed pairs, newest first, with every seat's verdict", () => {
  expect(findings.disputedCount).toBe(2);
  expect(findings.disputed).toEqual([
    {
      ...{
        round: 3,
        high: 0,
        low: 2,
        flagCount: 1,
        seatCount: 2,
        neededFlags: 1,
        isReported: true,
        isAnnulled: false,
      },
      answers: [
        { seat: "s10", word: "unfair", tolerance: 20 },
        { seat: "s2", word: "acceptable", tolerance: null },
      ],
    },
    {
      ...{
        round: 1,
        high: 0,
        low: 2,
        flagCount: 1,
        seatCount: 3,
        neededFlags: 2,
        isReported: false,
        isAnnulled: false,
      },
      answers: [
        { seat: "s1", word: "unfair", tolerance: null },
        { seat: "s2", word: "acceptable", tolerance: null },
        { seat: "s10", word: null, tolerance: null },
      ],
    },
  ]);
});

test("marks a disputed pair whose report was annulled", () => {
  const annulled = { ...second, annulled: [[0, 2]] as const };
  expect(tallyRounds([annulled], isNumber).disputed).toMatchObject([{ isReported: true, isAnnulled: true }]);
});

test("is equal for any split of the rounds", () => {
  const parts = [[first], [second, quiet]].map((rounds) => tallyRounds(rounds, isNumber));
  expect(concludeFindings(addTallies(parts))).toEqual(findings);
  expect(concludeFindings(tallyRounds([], isNumber))).toBeNull();
});

test("estimates what a docket missed from its random pairs, and counts reports outside it", () => {
  // Round 1: 5 pairs, 2 on the docket, (0,2) by lot and not reported; 2 of 2 needed.
  expect(findings.beside).toEqual({ rounds: 1, missed: 0, interval: null, reported: 0 });
  const lenient = { ...first, neededFlags: 1 };
  // (0,2) represents the 3 pairs outside the docket.
  expect(concludeFindings(tallyRounds([lenient], isNumber))?.beside).toMatchObject({
    missed: 3,
    reported: 0,
  });
  const several = concludeFindings(tallyRounds([lenient, lenient, lenient, lenient, first, quiet], isNumber));
  expect(several?.beside).toMatchObject({ rounds: 5, missed: 12 / 5 });
  expect(several?.beside?.interval?.low).toBeGreaterThanOrEqual(0);
  expect(several?.beside?.interval?.high).toBeLessThanOrEqual(3);
  expect(concludeFindings(tallyRounds([{ ...lenient, pairCount: 2 }], isNumber))?.beside).toBeNull();
  expect(concludeFindings(tallyRounds([second], isNumber))?.beside).toBeNull();
});
