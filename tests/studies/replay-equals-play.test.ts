import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { readStudy } from "#server/results/read-study.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import type { Board } from "#server/rounds/read-round-details.ts";
import { distanceAuditor } from "#server/simulation/engine/auditors.ts";
import type { RulesDraft, SettingsDraft } from "#server/study/draft.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { asGuarded, reviseLearner } from "#tests/setup/revise-learner.ts";
import { addPeople, columns, madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { isFullRun } from "#tests/setup/tier.ts";
import { verified } from "#tests/setup/verify.ts";

const roundCount = 20;
/** People, some in the first file, the others imported between two rounds. */
const allPeople = madeUpPeople(120);
const firstCount = 42;
const auditors = [
  distanceAuditor(columns, { income: 0.002, years: 0.01 }, 0.1),
  distanceAuditor(columns, { income: 0.004 }, 0.1),
  distanceAuditor(columns, { years: 0.03, housing: 0.1 }, 0.1),
];

const predicates: RulesDraft["predicates"] = [
  { source: 0, test: "above", value: "30" },
  { source: 0, test: "at-most", value: "80" },
  { source: 1, test: "above", value: "2.5" },
  { source: 2, test: "is-not", value: "rent" },
];
/** Conditions with 17 conjunctions. */
const records: Prior = {
  ...{ kind: "records", none: "0.25", all: "0.25", keep: "0.2", count: 60, rate: "0.3" },
  losses: Array.from({ length: 17 }, (_, rule) => String((rule % 5) - rule / 4)),
};
/** Conditions on incomes, at the thresholds. */
const score: Prior = {
  ...{ kind: "score", none: "0.25", all: "0.25", keep: "0.2", column: "income" },
  rules: [3, 5, 7, 9].map((rule) => ({ rule, weight: "0.25" })),
};
const conjunctions = { kind: "conjunctions", predicates } as const;
const disjunctions = { kind: "disjunctions", predicates } as const;
/** Two conditions that some people do not meet: a parity rarely accepts them, and the panel reports it. */
const parities: Partial<RulesDraft> = {
  kind: "parities",
  predicates: [
    { source: 0, test: "above", value: "30" },
    { source: 2, test: "is-not", value: "rent" },
  ],
};

type Case = {
  name: string;
  rules?: Partial<RulesDraft>;
  settings?: Partial<SettingsDraft>;
  learner?: (spec: LearnerSpec) => LearnerSpec;
};

const cases: Case[] = [
  { name: "known, draw at close" },
  {
    name: "known, cut points of one direction and of both",
    rules: {
      thresholds: [
        { source: 0, direction: "above", by: "typed", count: "", values: "20 40 60 80" },
        { source: 1, direction: "both", by: "typed", count: "", values: "4" },
      ],
    },
  },
  {
    name: "ix, cut points at even distances, constants ahead",
    rules: {
      thresholds: [
        {
          ...({ source: 0, direction: "above", by: "even", count: "", values: "" } as const),
          range: { from: "0", to: "100", step: "0.5" },
        },
        { source: 1, direction: "both", by: "typed", count: "", values: "4" },
      ],
    },
    settings: { mode: "ix", delta: "0.05" },
    learner: (spec) => ({ ...spec, prior: { kind: "constants", none: "0.1", all: "0.3" } }),
  },
  { name: "known, a score ahead", learner: (spec) => ({ ...spec, prior: score }) },
  {
    name: "guarded, less is better",
    rules: {
      thresholds: [{ source: 1, direction: "at-most", by: "typed", count: "", values: "2 4 6 8" }],
    },
    learner: asGuarded,
  },
  { name: "known, draw at opening", settings: { drawAt: "opening" } },
  {
    name: "known, settled together, conjunctions, largest gap",
    rules: conjunctions,
    settings: { rejectedHalves: "when-settled", pairRule: "largest-gap" },
  },
  {
    name: "known, horizon not known, most flags, fairness doubled",
    settings: { horizon: "", pairRule: "most-flags", multiplier: "2" },
  },
  { name: "known, beyond the horizon", settings: { horizon: "8", afterHorizon: "anytime" } },
  { name: "paper, draw at close", settings: { mode: "paper", pairRule: "largest-gap" } },
  {
    name: "paper, draw at opening, settled together",
    rules: conjunctions,
    settings: { mode: "paper", pairRule: "most-flags", rejectedHalves: "when-settled", drawAt: "opening" },
  },
  {
    name: "ix, draw at close, disjunctions, late outcomes settled together",
    rules: disjunctions,
    settings: { mode: "ix", delta: "0.05", rejectedHalves: "when-settled" },
  },
  {
    name: "ix, draw at opening, parities, fairness doubled",
    rules: parities,
    settings: { mode: "ix", delta: "0.1", multiplier: "2", drawAt: "opening" },
  },
  {
    name: "known, even draw at opening, past records",
    rules: conjunctions,
    settings: { drawAt: "opening" },
    learner: (spec) => ({ ...spec, draw: "even", prior: records }),
  },
  {
    name: "ix, even draw, constants ahead",
    settings: { mode: "ix", delta: "0.05" },
    learner: (spec) => ({
      ...spec,
      draw: "even",
      prior: { kind: "constants", none: "0.1", all: "0.1" },
    }),
  },
  {
    name: "guarded, even draw at opening, a score, little to correct with",
    settings: { drawAt: "opening" },
    learner: (spec) => ({
      ...asGuarded(spec),
      prior: score,
      guarded: { ...DEFAULTS.guarded, budget: "0.05" },
    }),
  },
  {
    name: "guarded, one rule, past records, forgetting",
    rules: conjunctions,
    learner: (spec) => ({
      ...withoutDraw(asGuarded(spec)),
      prior: records,
      guarded: { ...DEFAULTS.guarded, allowance: "2", forget: "0.5" },
    }),
  },
];

function withoutDraw({ draw: _, ...spec }: LearnerSpec): LearnerSpec {
  return spec;
}

/**
 * The full tier plays every case, the quick tier two: the first one, and the first one of mode `guarded`.
 */
function casesOfTier(): Case[] {
  if (isFullRun) return cases;
  return ["known", "guarded"].flatMap((mode) => cases.find(({ name }) => name.startsWith(mode)) ?? []);
}

describeReads("replay equals play", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });

  describe.each(casesOfTier())("$name", ({ name: _, learner, ...made }) => {
    it("recomputes every chance of 20 rounds from the exported files alone", async () => {
      const study = await publishedStudy(app, { ...made, people: allPeople.slice(0, firstCount) });
      if (learner) await reviseLearner(app, study.studyId, learner);
      const { settings } = await readStudy(app, study.studyId);
      const boards = await playAll(app, study);
      const files = await exportStudy(app, study.studyId);
      const { log, features } = files;
      const report = replay(log, features);
      expect(report.problems).toEqual([]);
      const { problems, computed } = verified(files);
      expect(problems).toEqual([]);
      expect(computed.chances).toBe(report.chanceCount);
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

  it("detects a chance that was changed in the exported log", async () => {
    const study = await publishedStudy(app);
    await playRound(app, study, auditors);
    const { log, features } = await exportStudy(app, study.studyId);
    const forged = log.replace(/"chance":"0\.(\d)/, (_, digit) => `"chance":"0.${(Number(digit) + 1) % 10}`);
    expect(forged).not.toBe(log);
    expect(replay(forged, features).ok).toBe(false);
    expect(verified({ log: forged, features, totals: "" }).answer).toBe("fails");
  });
});

/**
 * Plays twenty rounds, with some outcomes two rounds late, one corrected, one lost, one round cancelled and a second file of
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
    if (played === 9) await addPeople(app, study, { people: allPeople.slice(firstCount) });
    const board = await playRound(app, study, auditors);
    boards.push(board);
    if (played % 4 === 1) late.push(board);
    else await report(app, study, board, played);
    if (played % 4 === 3) for (const waiting of late.splice(0)) await report(app, study, waiting, played);
  }
  return boards;
}

/** Reports the selected people's outcomes; every third round's first one is corrected, every second's last one lost. */
async function report(
  app: TestApp,
  { studyId, operatorId }: TestStudy,
  board: Board,
  played: number,
): Promise<void> {
  const { number: round } = board.round;
  const selected = board.people.filter((person) => person.selected);
  const outcomes = selected.map(({ position }, index) => {
    const isLost = round % 2 === 0 && index === selected.length - 1;
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
