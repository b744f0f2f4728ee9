import { afterAll, beforeAll, expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { closesEarly } from "#server/rounds/closes-early.ts";
import { exportDecisions } from "#server/rounds/export-decisions.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const engine = sqliteEngine();
let app: TestApp;
beforeAll(async () => {
  app = testApp(await engine.openStore());
});
afterAll(() => engine.cleanUp());

const person = (position: number, income: string, chance: string) => ({
  ...{ position, personId: `p${position + 1}`, chance, cells: [income, "rent"] },
  ...{ selected: null, isErased: false, identifiers: null, outcome: null, override: null },
});
const people = [
  person(0, "90", "0.9411764705882353"),
  person(1, "80", "0.9411764705882353"),
  person(2, "20", "0.11764705882352941"),
  person(3, "10", "0.058823529411764705"),
];
const plain = { unit: "", isDate: false, words: {} };

it("shows a round while open, after the close with verdicts and draw, and later events", async () => {
  const study = await judgingStudy(app);
  const { studyId, operatorId: accountId } = study;
  const deadlineAt = app.now() + 600_000;
  const { round } = await openRound(app, { studyId, deadlineAt });
  const where = { studyId, round };
  await endMembershipOf(app, accountId, { studyId, accountId: auditor(study, 0) });
  for (const place of [1, 2]) {
    await sealVerdicts(app, { ...where, accountId: auditor(study, place) }, [[0, 2, "unfair"]]);
  }
  const open = await readRoundDetails(app, studyId, round, { reader: "operator" });
  expect(open).toEqual({
    fields: [
      { ...plain, name: "income", label: "Income", type: "number" },
      { ...plain, name: "housing", label: "Housing", type: "category" },
    ],
    alpha: "0.1",
    round: {
      ...{ number: 1, t: 1, state: "open", openedSeq: 6, openedAt: expect.any(Number), deadlineAt },
      ...{ closing: "deadline", closesAt: expect.any(Number), chosen: "in-order" },
      ...{ hasClosedOtherwise: false, closedSeq: null, closedAt: null, closeReason: null },
      ...{ pairCount: 4, docketCount: 4, seatCount: 3, neededFlags: 2, guidelineVersion: 1, guard: null },
      ...{ rule: null, seats: ["s1", "s2", "s3"] },
      panelChosen: { how: "everyone", memberCount: 3, resting: [], leftOut: [] },
      toleranceCount: null,
    },
    panel: [
      { seatId: "s1", sealedAt: null, hasEnded: true },
      { seatId: "s2", sealedAt: expect.any(Number), hasEnded: false },
      { seatId: "s3", sealedAt: expect.any(Number), hasEnded: false },
    ],
    replacements: [],
    people: people.map((one) => ({ ...one, identifiers: [`case-${one.position + 1}`] })),
    inFileCount: 0,
    publicNumber: null,
    unmadePicks: null,
    result: null,
  });
  await closeRound(app, where);
  expect(await closesEarly(app, where)).toBe(false);
  // An auditor who leaves after the close counts as present to the end.
  await endMembershipOf(app, accountId, { studyId, accountId: auditor(study, 1) });
  const closed = await readRoundDetails(app, studyId, round);
  const drawn = [true, true, false, false];
  expect(closed).toEqual({
    ...open,
    round: {
      ...open.round,
      ...{ state: "closed", closedSeq: 12, closedAt: expect.any(Number), closeReason: "all-sealed" },
    },
    people: people.map((one) => ({ ...one, selected: drawn[one.position] })),
    result: {
      violations: [{ round, high: 0, low: 2, flagCount: 2, weight: "1", annulledIn: null }],
      annulments: [],
      draw: { u: expect.any(String), hypothesis: expect.any(Number), drawnAt: closed.round.closedAt },
      rule: expect.stringMatching(/^accept if income > /),
      tolerances: null,
      confirmedBallots: [],
    },
  });

  const batch = { studyId, accountId };
  await recordOutcomes(app, { ...batch, idempotencyKey: "first" }, [
    { round, position: 0, value: "yes" },
    { round, position: 1, value: "no" },
  ]);
  await recordOutcomes(app, { ...batch, idempotencyKey: "then" }, [
    { round, position: 0, value: "lost", isCorrection: true },
  ]);
  await erasePerson(app, { ...batch, personId: "p2" });
  const later = await readRoundDetails(app, studyId, round, { reader: "operator" });
  expect(
    later.people.map(({ cells, identifiers, isErased, outcome }) => [cells, identifiers, isErased, outcome]),
  ).toEqual([
    [["90", "rent"], ["case-1"], false, { value: "lost", version: 2 }],
    [null, null, true, { value: "no", version: 1 }],
    [["20", "rent"], ["case-3"], false, null],
    [["10", "rent"], ["case-4"], false, null],
  ]);
  expect((await Array.fromAsync(await exportDecisions(app, studyId, round))).join("").split("\r\n")).toEqual([
    "round,person,in the log,identifier 1,field: Income,field: Housing,chance,decision,overridden because,outcome",
    "1,1,p1,case-1,90,rent,0.9411764705882353,picked,,lost",
    "1,2,p2,,,,0.9411764705882353,picked,,no",
    "1,3,p3,case-3,20,rent,0.11764705882352941,not picked,,will never be known",
    "1,4,p4,case-4,10,rent,0.058823529411764705,not picked,,will never be known",
    "",
  ]);
});

it("formats dates and codes in decisions as on the cards, and leaves numbers unchanged", async () => {
  const date = { type: "number", notation: "year-first" } as const;
  const { studyId } = await publishedStudy(app, {
    people: [
      ["1284.5", "2015-01-02", "own"],
      ["7", null, "rent"],
    ],
    columns: [{ unit: "euro" }, date, { words: [{ word: "own", label: "in a house of their own" }] }],
    rules: { thresholds: [{ source: 0, values: "20", direction: "both", by: "typed", count: "" }] },
  });
  await openRound(app, { studyId });
  await closeRound(app, { studyId, round: 1 });
  const lines = (await Array.fromAsync(await exportDecisions(app, studyId))).join("").split("\r\n");
  expect(lines[0]).toContain(",identifier 1,field: Income,field: Years,field: Housing,");
  expect(lines.slice(1).map((line) => line.split(",").slice(0, 7))).toEqual([
    ["1", "1", "p1", "#2", "1284.5", "2 January 2015", "in a house of their own"],
    ["1", "2", "p2", "#3", "7", "", "rent"],
    [""],
  ]);
});

it("counts the pairs that the panel judges first, if these are not all", async () => {
  const asking = {
    docket: "minutes",
    minutes: "1",
    lookFirst: false,
    reasons: false,
    notes: false,
    repeat: false,
    tolerance: false,
  } as const;
  const { studyId } = await publishedStudy(app, { settings: { asking, roundSize: "40" } });
  await openRound(app, { studyId });
  const { round } = await readRoundDetails(app, studyId, 1);
  expect(round.docketCount).toBe(2);
  expect(round.pairCount).toBeGreaterThan(100);
});
