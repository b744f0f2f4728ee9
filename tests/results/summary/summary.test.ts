import { beforeAll, expect, it } from "vitest";
import { summarySentences } from "#components/results/summary/summary-words.ts";
import { readFindings } from "#server/results/panel/read-findings.ts";
import { readChanges } from "#server/results/policy/read-changes.ts";
import { readOverview } from "#server/results/policy/read-overview.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { exportStudy } from "#tests/setup/play.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { type Line, linesOf } from "../policy/log-lines.ts";
import { sealAll, threeRounds } from "../policy/three-rounds.ts";

type Person = { chance: number; isPicked: boolean; isYes: boolean };

describeReads("the summary of a study of three rounds", (openStore) => {
  let app: TestApp;
  let study: TestStudy;
  let lines: readonly Line[];

  beforeAll(async () => {
    app = testApp(await openStore());
    // The rule in force gives 0.8 to the rich and 0.3 to the poor.
    const chances = Array.from({ length: 4 }, () => ["0.8", "0.3"]).flat();
    const settings = { ...guardedSettings, picks: { rule: "exactly" as const, count: "1" } };
    study = await threeRounds(app, { settings, chances });
    for (const round of [1, 2, 3]) await play(app, study, round);
    lines = linesOf((await exportStudy(app, study.studyId)).log);
  });

  const sentences = async () => {
    const { studyId } = study;
    const { findings } = await readFindings(app, studyId, { reader: "researcher" });
    if (findings === null) throw new Error("three rounds were closed");
    const overview = await readOverview(app, studyId);
    return summarySentences(studyId, {
      reports: findings.reports,
      overview,
      changes: await readChanges(app, studyId),
    }).map(({ text }) => text);
  };

  it("counts reports and the possible number as in the log", async () => {
    const reported = lines.filter(
      ({ type, body }) => type === "round.closed" && (body.violations as unknown[]).length > 0,
    );
    const [first] = await sentences();
    expect(first).toMatch(
      new RegExp(
        `^The panel reported a pair in ${reported.length} of 3 closed rounds; at most \\d (was|were) possible\\.$`,
      ),
    );
    expect(Number(/at most (\d)/.exec(first ?? "")?.[1])).toBeGreaterThanOrEqual(reported.length);
  });

  it("gives distances as logged at first, and now as the next round would publish them", async () => {
    const { changed } = await readChanges(app, study.studyId);
    const pairs = changed?.pairs ?? [];
    expect(pairs.length).toBeGreaterThan(0);
    const logged = pairs.map(({ round, high, low }) => {
      const chances = openedChances(lines, round);
      return Math.abs((chances[high] ?? Number.NaN) - (chances[low] ?? Number.NaN));
    });
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const sentence = (await sentences()).find((text) => text.startsWith("The two chances")) ?? "";
    const [before, now] = [...sentence.matchAll(/([\d.]+) points?/g)].map(([, points]) => Number(points));
    expect(before).toBeCloseTo(100 * mean(logged), 1);
    expect(now).toBeCloseTo(100 * mean(pairs.map(({ now: { high, low } }) => Math.abs(high - low))), 1);
  });

  it("estimates wrong decisions of the policy, constant rules and the rule in force from the same outcomes", async () => {
    const rounds = [1, 2, 3].map((round) => playedPeople(lines, round));
    const people = rounds.flat();
    const { compared } = await readOverview(app, study.studyId);
    // error(q) = Σ q + (1 - 2 q) s y/p, over all people
    const mean = (chanceOf: (person: Person, place: number) => number) =>
      people.reduce((sum, person, place) => {
        const q = chanceOf(person, place);
        return sum + q + (person.isPicked && person.isYes ? (1 - 2 * q) / person.chance : 0);
      }, 0) / people.length;
    const share = people.reduce((sum, { chance }) => sum + chance, 0) / people.length;
    const cut = (value: number) => Math.min(1, Math.max(0, value));
    expect(compared?.policy.mean).toBeCloseTo(cut(mean(({ chance }) => chance)), 10);
    expect(compared?.acceptNone.mean).toBeCloseTo(cut(mean(() => 0)), 10);
    expect(compared?.acceptAll.mean).toBeCloseTo(cut(mean(() => 1)), 10);
    expect(compared?.atRandom.mean).toBeCloseTo(cut(mean(() => share)), 10);
    const inForce = mean((_, place) => (place % 2 === 0 ? 0.8 : 0.3));
    expect(compared?.inForce?.mean).toBeCloseTo(cut(inForce), 10);
    const outcomeCount = people.filter(({ isPicked }) => isPicked).length;
    expect(compared?.inForce).toMatchObject({ roundCount: 3, outcomeCount });
  });

  it("estimates a policy that no panel can report, at the same number, from the same outcomes", async () => {
    const people = [1, 2, 3].flatMap((round) => playedPeople(lines, round));
    const outcomes = people.map(({ chance, isPicked, isYes }) => (isPicked && isYes ? 1 / chance : 0));
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const yes = mean(outcomes);
    // The only rule that differs between people accepts the rich, so half of them; 10 points are not judged.
    const covariance = mean(outcomes.map((outcome, place) => (place % 2 === 0 ? outcome : 0))) - yes / 2;
    const { unreportable, hasNumber } = await readOverview(app, study.studyId);
    expect(hasNumber).toBe(true);
    const expected = 0.5 - 0.2 * Math.max(0, covariance);
    // The learner's charges are rounded to nine digits.
    expect(unreportable).toBeCloseTo(Math.min(1, Math.max(0, expected)), 8);
  });

  it("states what is unknown: outcomes of people who were not picked", async () => {
    const notPicked = [1, 2, 3]
      .flatMap((round) => playedPeople(lines, round))
      .filter(({ isPicked }) => !isPicked);
    const what =
      notPicked.length === 1
        ? "the outcome of 1 person who was not picked"
        : `the outcomes of ${notPicked.length} people who were not picked`;
    expect((await sentences()).at(-1)).toBe(`Not known: ${what}.`);
  });

  it("excludes a round from the errors of the rule in force after an erasure", async () => {
    const { studyId, operatorId: accountId } = study;
    await erasePerson(app, { studyId, accountId, personId: "p1" });
    const { compared } = await readOverview(app, studyId);
    expect(compared?.inForce?.roundCount).toBe(2);
    expect(compared?.policy.roundCount).toBe(3);
  });
});

/** Plays a round in which two of three seats flag the pair, if there is one. The rich person's outcome is yes. */
async function play(app: TestApp, study: TestStudy, round: number): Promise<void> {
  const { studyId, operatorId } = study;
  await openRound(app, { studyId });
  const { round: opened } = await readRoundDetails(app, studyId, round);
  if (opened.pairCount > 0) await sealAll(app, study, round, ["unfair", "unfair", "acceptable"]);
  await closeRound(app, { studyId, round });
  await applyUpdates(app, studyId);
  const { people } = await readRoundDetails(app, studyId, round);
  const outcomes = people.flatMap(({ position, selected }) =>
    selected ? [{ round, position, value: position === 0 ? ("yes" as const) : ("no" as const) }] : [],
  );
  const batch = { studyId, accountId: operatorId, idempotencyKey: `outcomes ${round}` };
  if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
  await applyUpdates(app, studyId);
}

function openedChances(lines: readonly Line[], round: number): number[] {
  const opened = lines.find(({ type, body }) => type === "round.opened" && body.round === round)?.body;
  return (opened as { people: { chance: string }[] }).people.map(({ chance }) => Number(chance));
}

function playedPeople(lines: readonly Line[], round: number): Person[] {
  const outcomes = lines.filter(({ type, body }) => type === "outcome.recorded" && body.round === round);
  return openedChances(lines, round).map((chance, position) => {
    const outcome = outcomes.find(({ body }) => body.position === position)?.body;
    return { chance, isPicked: outcome !== undefined, isYes: outcome?.value === "yes" };
  });
}
