import { describe, expect, it } from "vitest";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import { auditorProblems, auditorSpecs, seatsOf } from "#server/simulation/rehearsal/auditors.ts";
import { spreadAttributes } from "#server/simulation/rehearsal/members.ts";
import {
  assumedOutcome,
  outcomeColumns,
  peopleWithOutcome,
  rehearsalProblems,
  rehearsedRounds,
  rehearsedSettings,
} from "#server/simulation/rehearsal/settings.ts";
import { settingFigures } from "#server/simulation/rehearsal/sum-up.ts";
import type { CellResult } from "#server/simulation/results.ts";
import { checkpointsOf, openingRounds } from "#server/simulation/series.ts";
import type { SettingsDraft, SimulatedAuditor } from "#server/study/draft.ts";
import { firstAuditor } from "#server/study/empty-draft.ts";
import { draftWith, reading } from "#tests/study/drafts.ts";

/** A file with months 1 to 100 and an account with two values, both visible, and remarks. */
const draft = draftWith();
const columns = draft.people?.columns ?? [];
const auditor = (part: Partial<SimulatedAuditor>): SimulatedAuditor => ({ ...firstAuditor, ...part });

describe("simulated auditors", () => {
  it("are one for each planned seat", () => {
    expect(seatsOf({ ...draft, settings: { ...draft.settings, seats: "3" } })).toEqual([
      firstAuditor,
      firstAuditor,
      firstAuditor,
    ]);
    expect(seatsOf({ ...draft, settings: { ...draft.settings, seats: "x" } })).toEqual([]);
  });

  it("are as many as the study has if a lot chooses panels from them", () => {
    const drawn = (settings: Partial<SettingsDraft>, members: string) => ({
      ...draft,
      settings: {
        ...draft.settings,
        ...{ seats: "3", panelSelection: { how: "by-lot" as const, quotas: [] }, ...settings },
      },
      rehearsal: { ...draft.rehearsal, members },
    });
    const saidOf = (settings: Partial<SettingsDraft>, members: string) =>
      rehearsalProblems(drawn(settings, members), reading).filter(({ field }) => field === "members");
    expect(seatsOf(drawn({}, "7"))).toHaveLength(7);
    expect(saidOf({}, "7")).toEqual([]);
    for (const members of ["2", "101", "many"]) {
      expect(saidOf({}, members).map(({ message }) => message)).toEqual([
        "Expected a whole number from 3, the auditors on a panel, to 100.",
      ]);
    }
    const decisionRule = { ...draft.settings.decisionRule, kind: "weighted" as const, weights: "s1=2" };
    expect(saidOf({ decisionRule }, "7").map(({ message }) => message)).toEqual([
      "A rehearsal does not combine weights of auditors with a lot or turns. Choose another rule of decision, or every auditor.",
    ]);
  });

  it("have each quota value in turn, and none on seats without a quota", () => {
    const quota = (attribute: string, value: string, least: number) => ({ attribute, value, least, most: 3 });
    const quotas = [quota("region", "north", 2), quota("region", "south", 1), quota("job", "nurse", 1)];
    const values = spreadAttributes(quotas, { size: 3, memberCount: 5 }).map((own) =>
      own.map(({ value }) => value).join(),
    );
    expect(values).toEqual(["north,nurse", "south,nurse", "north", "south", "north,nurse"]);
  });

  it("give each column an equal part of the accepted points", () => {
    const [months, account] = [columns[0]?.source ?? 0, columns[1]?.source ?? 1];
    const specs = auditorSpecs(
      [
        auditor({ columns: [months, account], deserves: "50", cutOff: "40" }),
        auditor({ kind: "careless", columns: [months], wrong: "10" }),
        auditor({ kind: "first", columns: [account], first: "7" }),
        auditor({ kind: "silent" }),
        auditor({ kind: "copies", of: "2" }),
      ],
      columns,
      reading,
    );
    // 0.25 each: over 99 months, and for another word.
    expect(specs).toEqual([
      { kind: "distance", weights: { months: 0.25 / 99, account: 0.25 }, cutOff: 0.4 },
      { kind: "distance", weights: { months: 1 / 99 }, wrong: 0.1 },
      { kind: "distance", weights: { account: 1 }, looksAt: 7 },
      { kind: "silent" },
      { kind: "copy", of: 1 },
    ]);
  });

  it("are refused with the seat and the expected value", () => {
    const seats = [
      auditor({ deserves: "much" }),
      auditor({ kind: "copies", of: "2" }),
      auditor({ kind: "careless", wrong: "101" }),
    ];
    expect(auditorProblems(seats, columns).map(({ field, message }) => [field, message])).toEqual([
      ["0.deserves", "Seat 1: expected a number from 0 to 1,000, found “much”."],
      ["1.of", "Seat 2: only an earlier seat can be copied."],
      ["2.wrong", "Seat 3: expected a number from 0 to 100, found “101”."],
    ]);
    expect(auditorProblems([firstAuditor], [])[0]?.field).toBe("auditors");
  });
});

describe("the rehearsed settings", () => {
  it("are the draft's with one value changed", () => {
    const { settings } = draft;
    expect(rehearsedSettings(settings, null)).toBe(settings);
    expect(rehearsedSettings(settings, { setting: "allowance", value: "2" })?.guarded.allowance).toBe("2");
    expect(rehearsedSettings(settings, { setting: "neededFlags", value: "2" })?.neededFlags).toBe("2");
    expect(rehearsedSettings(settings, { setting: "prior", value: "uniform" })?.prior.kind).toBe("uniform");
    expect(rehearsedSettings(settings, { setting: "allowance", value: "7" })).toBeNull();
    expect(rehearsedSettings(settings, { setting: "draw", value: "odd" })).toBeNull();
  });

  it("end where the study ends", () => {
    const planned = { ...draft.settings, horizon: "12", afterHorizon: "end" as const };
    expect(rehearsedRounds(planned)).toBe(12);
    expect(rehearsedRounds({ ...planned, afterHorizon: "anytime" })).toBe(50);
    expect(checkpointsOf(12)).toEqual([5, 10, 12]);
    expect(checkpointsOf(50)).toEqual([5, 10, 20, 50]);
    expect(openingRounds(1)).toEqual([1]);
  });

  it("may assume as outcome only a column that is neither shown nor used", () => {
    const outcome = { source: 1, yes: ["A11"], share: "50" };
    const hidden = draftWith({}, [{}, { role: "ignored" }]);
    if (hidden.people === null) throw new Error("there are people");
    expect(outcomeColumns(hidden.people, reading).map(({ name }) => name)).toEqual(["account"]);
    expect(peopleWithOutcome(hidden.people, outcome, reading).columns[1]).toMatchObject({
      role: "outcome",
      yes: ["A11"],
      no: ["A12"],
    });
    const withOutcome = (each: typeof draft) =>
      rehearsalProblems({ ...each, rehearsal: { ...each.rehearsal, outcome } }, reading);
    expect(withOutcome(hidden)).toEqual([]);
    expect(withOutcome(draft).map(({ field }) => field)).toEqual(["outcome"]);
  });

  it("use the study's outcome by default, and random outcomes without one", () => {
    const { people } = draftWith({}, [{}, { role: "outcome", yes: ["A11"], no: ["A12"] }]);
    const given = { source: null, yes: [], share: "30" };
    expect(assumedOutcome(people, given)).toEqual({ source: 1, yes: ["A11"], share: "30" });
    expect(assumedOutcome(people, { ...given, source: "luck" })).toEqual(given);
    expect(assumedOutcome(draft.people, given)).toEqual(given);
    const other = { source: 1, yes: ["x"], share: "30" };
    expect(assumedOutcome(people, other)).toEqual(other);
  });

  it("have their problems reported at their fields", () => {
    const rehearsal = {
      ...draft.rehearsal,
      seconds: "-1",
      outcome: { source: null, yes: [], share: "120" },
      others: [{ setting: "draw" as const, value: "odd" }],
    };
    expect(rehearsalProblems({ ...draft, rehearsal }, reading).map(({ field }) => field)).toEqual([
      "share",
      "seconds",
      "others.0",
    ]);
  });
});

describe("the summary of runs", () => {
  /** A run of rounds, each with report, pairs and wrong decisions; the seat judges at most two pairs. */
  const run = (reported: number[], pairs: number[], wrong: number[], chance: number) => {
    const until = (values: readonly number[], index: number) =>
      values.slice(0, index + 1).reduce((total, value) => total + value, 0);
    return {
      roundSize: 4,
      series: reported.map((_, index) => ({
        round: index + 1,
        violatingRounds: until(reported, index),
        judgedRounds: pairs.slice(0, index + 1).filter((count) => count > 0).length,
        verdicts: until(
          pairs.map((count) => Math.min(count, 2)),
          index,
        ),
        picked: 2 * (index + 1),
        wrong: until(wrong, index),
      })),
      examples: [{ place: 1, rounds: [1, 6], chances: [0.5, chance] }],
    } as unknown as CellResult;
  };
  const six = [0, 0, 0, 0, 0, 0];
  const runs = [
    run([1, 0, 0, 0, 0, 1], [3, 0, 0, 0, 0, 2], [1, 1, 1, 1, 1, 1], 0.2),
    run([0, 0, 0, 0, 0, 0], [0, 0, 1, 1, 1, 1], six, 0.4),
  ];

  it("has means with minimum and maximum, after each number of rounds", () => {
    const known = {
      ...{ rounds: 6, yesShare: 0.25, inForce: 0.3 },
      best: { error: 0.1, covariance: 0.15 },
    };
    const { points, yardsticks, chances } = settingFigures(runs, known, { alpha: "0.2" });
    const [fifth, sixth] = points.slice(4);
    expect(fifth?.judged).toEqual({ mean: 2, low: 1, high: 3 });
    expect(sixth?.reports).toEqual({ mean: 1, low: 0, high: 2 });
    expect(sixth?.verdicts).toEqual({ mean: 4, low: 4, high: 4 });
    expect(sixth?.picked).toEqual({ mean: 12, low: 12, high: 12 });
    expect(sixth?.wrong).toEqual({ mean: 0.125, low: 0, high: 0.25 });
    // A lot of half the people is wrong half the time; one of a quarter, 1/4 + (1 - 2/4) 1/4.
    expect(sixth?.atRandom).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
    // The better constant errs 1/4: 0.8 · 0.25 + 0.2 · 0.1.
    expect(yardsticks).toMatchObject({
      acceptNone: 0.25,
      acceptAll: 0.75,
      inForce: 0.3,
      unreportable: expect.closeTo(0.22, 12),
    });
    // At the number picked in the end, half: 0.5 - 2 · 0.2 · 0.15.
    const picks = { rule: "exactly", count: "3" } as const;
    const { yardsticks: withNumber } = settingFigures(runs, known, { alpha: "0.2", picks });
    expect(withNumber.unreportable).toBeCloseTo(0.44, 12);
    const larger = runs.map((each) => ({ ...each, roundSize: 8 }));
    const { points: pointsOfEight, yardsticks: ofEight } = settingFigures(
      larger,
      { rounds: 6, yesShare: 0.25, best: null, inForce: null },
      { alpha: "0.2" },
    );
    expect(pointsOfEight[5]?.atRandom.mean).toBe(0.375);
    expect(ofEight).toMatchObject({ inForce: null, unreportable: null });
    expect(chances[0]?.[1]).toEqual({ mean: expect.closeTo(0.3, 12), low: 0.2, high: 0.4 });
    expect(points.map(({ reports, most }) => [reports.mean, most])).toEqual(
      [0.5, 0.5, 0.5, 0.5, 0.5, 1].map((mean) => [mean, null]),
    );
  });

  it("includes the exact maximum of mode guarded", () => {
    const { points } = settingFigures(
      runs,
      { rounds: 6, yesShare: 0.25, best: null, inForce: null },
      { alpha: "0.2", guarded: DEFAULTS.guarded },
    );
    // From 0.1 two reports in five rounds, as in docs/theory.md.
    expect(points[4]?.most).toBe(2);
  });
});
