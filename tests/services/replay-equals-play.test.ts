import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { distanceAuditor } from "#server/learner/simulation/auditors.ts";
import type { StudySettings } from "#server/log/entries.ts";
import { recordOutcomes } from "#server/services/outcomes/record-outcomes.ts";
import { importPeople } from "#server/services/people/import-people.ts";
import { cancelRound } from "#server/services/rounds/cancel-round.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import type { Board } from "#server/services/rounds/read-board.ts";
import { readStudy } from "#server/services/watching/read-study.ts";
import { replay } from "#tests/replay/replay.ts";
import { fixedBytes, type TestApp, testApp } from "../setup/app.ts";
import { describeEngines } from "../setup/engines.ts";
import { exportStudy, playRound } from "../setup/play.ts";
import { madeUpPeople, makeStudy, studySettings, type TestStudy } from "../setup/study.ts";

const roundCount = 20;
/** Some arrive in the first file, the others between two rounds. */
const everybody = madeUpPeople(120);
const firstCount = 42;
const { columns } = studySettings().learner;
const auditors = [
  distanceAuditor(columns, { income: 0.002, years: 0.01 }, 0.1),
  distanceAuditor(columns, { income: 0.004 }, 0.1),
  distanceAuditor(columns, { years: 0.03, housing: 0.1 }, 0.1),
];

type PredicateKind = "conjunctions" | "disjunctions";
const overPredicates = (kind: PredicateKind): StudySettings["learner"]["hypotheses"] => ({
  kind,
  version: 1,
  predicates: [
    { column: "income", test: "above", value: "30" },
    { column: "income", test: "at-most", value: "80" },
    { column: "years", test: "above", value: "2.5" },
    { column: "housing", test: "is-not", value: "rent" },
  ],
});
const conjunctions = overPredicates("conjunctions");
/** Of two predicates that some people answer both with no: a parity rarely takes them, and the panel objects. */
const parities: StudySettings["learner"]["hypotheses"] = {
  kind: "parities",
  version: 1,
  predicates: [
    { column: "income", test: "above", value: "30" },
    { column: "housing", test: "is-not", value: "rent" },
  ],
};

const cases: { name: string; settings: StudySettings }[] = [
  { name: "known, draw at close", settings: studySettings() },
  { name: "known, draw at opening", settings: studySettings({}, { drawAt: "opening" }) },
  {
    name: "known, settled together, conjunctions, largest gap",
    settings: studySettings({
      rejectedHalves: "when-settled",
      hypotheses: conjunctions,
      pairRule: "largest-gap",
    }),
  },
  {
    name: "known, horizon not known, most flags, fairness doubled",
    settings: studySettings({ horizon: null, pairRule: "most-flags", fairnessMultiplier: "2" }),
  },
  { name: "known, beyond the horizon", settings: studySettings({ horizon: 8, afterHorizon: "anytime" }) },
  { name: "paper, draw at close", settings: studySettings({ mode: "paper", pairRule: "largest-gap" }) },
  {
    name: "paper, draw at opening, settled together",
    settings: studySettings(
      { mode: "paper", pairRule: "most-flags", rejectedHalves: "when-settled", hypotheses: conjunctions },
      { drawAt: "opening" },
    ),
  },
  {
    name: "ix, draw at close, disjunctions, late outcomes settled together",
    settings: studySettings({
      mode: "ix",
      delta: "0.05",
      rejectedHalves: "when-settled",
      hypotheses: overPredicates("disjunctions"),
    }),
  },
  {
    name: "ix, draw at opening, parities, fairness doubled",
    settings: studySettings(
      { mode: "ix", delta: "0.1", fairnessMultiplier: "2", hypotheses: parities },
      { drawAt: "opening" },
    ),
  },
];

describeEngines("replay equals play", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });
  afterAll(() => app.close());

  describe.each(cases)("$name", ({ settings }) => {
    it("recomputes every chance of 20 rounds from the exported files alone", async () => {
      const study = await makeStudy(app, { settings, people: everybody.slice(0, firstCount) });
      const boards = await playAll(app, study);
      const { log, features } = await exportStudy(app, study.studyId);
      const report = replay(log, features);
      expect(report.problems).toEqual([]);
      const cancelled = log.split("\n").filter((line) => line.includes('"type":"round.cancelled"')).length;
      expect(cancelled).toBe(settings.drawAt === "close" ? 1 : 0);
      expect(report.rounds).toHaveLength(roundCount + cancelled);
      expect(report.chanceCount).toBe((roundCount + cancelled) * settings.learner.roundSize);
      expect(report.largestChanceDifference).toBeLessThanOrEqual(1e-9);
      expect(
        new Set(boards.flatMap(({ people }) => people.map(({ chance }) => chance))).size,
      ).toBeGreaterThan(20);
      expect(log.match(/"type":"people.imported"/g), "people came twice").toHaveLength(2);
      expect(log.includes('"value":"lost"'), "an outcome was lost").toBe(true);
      expect(/"value":"(yes|no)","version":2/.test(log), "an outcome was corrected").toBe(true);
      expect(boards.some((board) => (board.result?.violations.length ?? 0) > 0)).toBe(true);
    });
  });

  it("finds a chance that was changed in the exported log", async () => {
    const study = await makeStudy(app);
    await playRound(app, study, auditors);
    const { log, features } = await exportStudy(app, study.studyId);
    const forged = log.replace(/"chance":"0\.(\d)/, (_, digit) => `"chance":"0.${(Number(digit) + 1) % 10}`);
    expect(forged).not.toBe(log);
    expect(replay(forged, features).ok).toBe(false);
  });
});

/**
 * Twenty rounds; outcomes two rounds late now and then, one corrected, one lost, one round cancelled and a second file of
 * people imported in between.
 */
async function playAll(app: TestApp, study: TestStudy): Promise<Board[]> {
  const boards: Board[] = [];
  const late: Board[] = [];
  const { drawAt } = (await readStudy(app, study.studyId)).settings;
  for (let played = 0; played < roundCount; played += 1) {
    if (played === 5 && drawAt === "close") {
      const { round } = await openRound(app, { studyId: study.studyId });
      await cancelRound(app, { studyId: study.studyId, round, reason: "wrong-people" });
    }
    if (played === 9) {
      const table = { fileHash: fixedBytes("second file"), features: everybody.slice(firstCount) };
      await importPeople(app, study.studyId, table);
    }
    const board = await playRound(app, study, auditors);
    boards.push(board);
    if (played % 4 === 1) late.push(board);
    else await report(app, study, board, played);
    if (played % 4 === 3) for (const waiting of late.splice(0)) await report(app, study, waiting, played);
  }
  return boards;
}

/** Reports the selected people's outcomes; every third round's first one is corrected, every fifth's last one lost. */
async function report(
  app: TestApp,
  { studyId, operatorId }: TestStudy,
  board: Board,
  played: number,
): Promise<void> {
  const { number: round } = board.round;
  const selected = board.people.filter((person) => person.selected);
  const outcomes = selected.map(({ position }, index) => {
    const isLost = round % 5 === 0 && index === selected.length - 1;
    return {
      round,
      position,
      value: isLost ? ("lost" as const) : position % 2 === 0 ? ("yes" as const) : ("no" as const),
    };
  });
  const batch = { studyId, accountId: operatorId, idempotencyKey: `outcomes-${round}-${played}` };
  if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
  const [first] = outcomes;
  if (round % 3 !== 0 || first === undefined) return;
  const value = first.value === "yes" ? "no" : "yes";
  await recordOutcomes(app, { ...batch, idempotencyKey: `correction-${round}` }, [
    { round, position: first.position, value, isCorrection: true },
  ]);
}
