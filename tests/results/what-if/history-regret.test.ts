import { expect, it } from "vitest";
import { estimateRegrets, tellingRounds } from "#server/analysis/what-if/regret.ts";
import { replay } from "#server/analysis/what-if/replay.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { incomeAbove, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { readAllRounds, takeAllHistory } from "./reading.ts";

const roundCount = 15;
const roundSize = 4;
/** A 95 % interval has two standard errors; with 15 rounds four of them miss one estimate in a thousand. */
const reaches = 2;

type Decided = { readonly chance: number; readonly label: number; readonly cells: Features };

const app = await sqliteApp();

it("estimates the regret of a replay, close to the exact value from all outcomes", async () => {
  const people = madeUpPeople(roundSize * roundCount);
  const repaid = people.map(([income], index) => (Number(income) + (index % 7) * 10 > 60 ? 1 : 0));
  const study = await publishedStudy(app, {
    people,
    outcomes: repaid.map((label) => (label === 1 ? "yes" : "no")),
    rules: { predicates: incomeAbove(20, 40, 60, 80) },
  });
  const { studyId, operatorId: accountId } = study;
  for (let round = 1; round <= roundCount; round += 1) {
    await playRound(app, study, [(_a, _b, gap) => gap > 0.3]);
    await revealSealedOutcomes(app, { studyId, accountId, round });
  }
  const rounds = await readAllRounds(app, studyId);
  const history = { ...(await takeAllHistory(app, study)), rounds, seats: ["s1", "s2", "s3"] };
  const { spec, events, cellsOf } = history;
  const setting = { alpha: spec.alpha, rule: { kind: "at-least", flags: 2 } as const };
  const rules = hypothesisClass(spec.columns, spec.hypotheses);
  const found = estimateRegrets(rules, tellingRounds(rounds, [...replay({ ...history, setting })], history));
  if (found === null) throw new Error("no round tells anything");
  expect(found.rounds).toBe(roundCount);

  // Not used by the program: the labels of people who were not selected, here from the file.
  const decided = events.flatMap((event): Decided[] => {
    if (event.kind !== "opened") return [];
    const chances = rounds.find(({ number }) => number === event.round)?.chances ?? [];
    return event.people.map((name, i) => ({
      chance: Number(chances[i]),
      label: repaid[Number(name.slice(1)) - 1] ?? Number.NaN,
      cells: cellsOf(name) ?? [],
    }));
  });
  expect(decided).toHaveLength(roundSize * roundCount);
  /** Definition 2.9: picking is wrong with the label 0, not picking with the label 1. */
  const errors = (chanceOf: (one: Decided) => number) =>
    decided.reduce((sum, one) => {
      const chance = chanceOf(one);
      return sum + chance * (1 - one.label) + (1 - chance) * one.label;
    }, 0);
  const compared = [
    [found.toNone, () => 0],
    [found.toAll, () => 1],
    [found.toBest, ({ cells }: Decided) => rules.evaluate(found.toBest.hypothesis, cells)],
  ] as const;
  for (const [{ errors: estimate, interval }, comparator] of compared) {
    const exact = errors(({ chance }) => chance) - errors(comparator);
    const reach = (interval?.high ?? Number.NaN) - estimate;
    console.log({ estimate, exact, reach });
    expect(Math.abs(estimate - exact)).toBeLessThan(reaches * reach);
    // The interval must not be too wide.
    expect(reach).toBeLessThan(decided.length / 2);
  }
});
