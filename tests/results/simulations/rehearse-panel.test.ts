import { expect, it } from "vitest";
import {
  cancelPanelRehearsal,
  readPanelRehearsal,
  startPanelRehearsal,
} from "#server/results/simulations/rehearse-panel.ts";
import { askTolerances } from "#server/rounds/ask-tolerances.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { distanceAuditor, type SyntheticAuditor } from "#server/simulation/engine/auditors.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { columns, publishedStudy, type StudyOptions, type TestStudy } from "#tests/setup/study.ts";
import { countWorkerCalls } from "#tests/setup/worker-calls.ts";

/** A third of 60 points for each column: incomes are 0 to 100, years 0 to 9.6. */
const sixty = distanceAuditor(columns, { income: 0.2 / 100, years: 0.2 / 9.6, housing: 0.2 }, 0.1);

const noVerdict = /^No auditor has judged a pair unfair or acceptable yet/;

describeEngines("a rehearsal of the next rounds", async (openStore) => {
  const app = testApp(await openStore());

  async function playedStudy(
    rounds: number,
    options: StudyOptions = {},
    auditors: readonly SyntheticAuditor[] = [sixty, sixty, sixty],
  ): Promise<TestStudy> {
    const study = await publishedStudy(app, options);
    const { studyId, operatorId: accountId } = study;
    for (let number = 1; number <= rounds; number++) {
      const { people } = await playRound(app, study, auditors);
      const picked = people.filter(({ selected }) => selected);
      const outcomes = picked.map(({ position }) => ({
        ...{ round: number, position },
        value: position % 2 === 0 ? ("yes" as const) : ("no" as const),
      }));
      if (picked.length > 0)
        await recordOutcomes(app, { studyId, accountId, idempotencyKey: `round ${number}` }, outcomes);
      await applyUpdates(app, studyId);
    }
    return study;
  }

  const begin = ({ studyId, operatorId: accountId }: TestStudy, by = app) =>
    startPanelRehearsal(by, { studyId, accountId });

  async function rehearsed(study: TestStudy) {
    await (await begin(study)).finished;
    return readPanelRehearsal(app, study.studyId);
  }

  it("fits the panel to its verdicts of four rounds, and plays ten more", async () => {
    const study = await playedStudy(4, { settings: { mode: "guarded", neededFlags: "1" } });
    expect(await readPanelRehearsal(app, study.studyId)).toEqual({
      ...{ progress: null, failure: null, result: null },
    });
    const { app: counted, callsOf, most } = countWorkerCalls(app);
    await (await begin(study, counted)).finished;
    const { progress, failure, result } = await readPanelRehearsal(app, study.studyId);
    expect([progress, failure]).toEqual([null, null]);
    expect([callsOf("fitToVerdicts"), callsOf("simulateAhead"), most()]).toEqual([1, 30, 1]);
    expect(result).toMatchObject({ after: 4, rounds: 10, runs: 10 });
    expect(result?.fitted.verdicts).toBeGreaterThan(20);
    expect(result?.fitted.low).toBeLessThanOrEqual(60);
    expect(result?.fitted.high).toBeGreaterThanOrEqual(60);
    expect(result?.panels.map(({ panel }) => panel)).toEqual(["strict", "chosen", "mild"]);
    const [strict, chosen, mild] = result?.panels ?? [];
    // Rounds of four have at most six pairs.
    expect(chosen?.pairs.low).toBeGreaterThan(0);
    expect(chosen?.pairs.high).toBeLessThanOrEqual(60);
    expect(chosen?.pairs.high).toBeGreaterThan(chosen?.pairs.low ?? Number.NaN);
    expect(strict?.reports.mean).toBeGreaterThan(mild?.reports.mean ?? Number.NaN);
    for (const { judged, reports } of result?.panels ?? []) {
      expect(judged.high).toBeLessThanOrEqual(10);
      expect(reports.high).toBeLessThanOrEqual(judged.high);
    }
    expect((await rehearsed(study)).result).toEqual(result);
  });

  it("ends with the study, from the learner's current round", async () => {
    const study = await playedStudy(4, { settings: { horizon: "6", afterHorizon: "end" } });
    const { failure, result } = await rehearsed(study);
    expect(failure).toBeNull();
    expect(result).toMatchObject({ after: 4, rounds: 2 });
  });

  it("is cancelled at once or by the next one, and the last result stays", async () => {
    const study = await playedStudy(3);
    const before = await rehearsed(study);
    expect(before.result).not.toBeNull();
    const { finished } = await begin(study);
    await cancelPanelRehearsal(app, study.studyId);
    await finished;
    expect(await readPanelRehearsal(app, study.studyId)).toEqual(before);
    const [first, second] = [await begin(study), await begin(study)];
    await Promise.all([first.finished, second.finished]);
    expect(await readPanelRehearsal(app, study.studyId)).toEqual(before);
  });

  it("does not count tolerances as verdicts", async () => {
    // All chances of the first round are one half, so only tolerances can be requested.
    const study = await publishedStudy(app);
    const { studyId, auditorIds } = study;
    const { round } = await openRound(app, { studyId });
    const [pair] = (await askTolerances(app, { studyId, round })).pairs;
    if (pair === undefined) throw new Error("no pair for tolerances");
    const where = { studyId, round, accountId: auditorIds[0] ?? "" };
    await sealVerdicts(app, where, [[pair[0], pair[1], "acceptable", 20]]);
    await closeRound(app, { studyId, round });
    await playRound(app, study, []);
    await playRound(app, study, []);
    expect((await rehearsed(study)).failure).toMatch(noVerdict);
  });

  it("is refused before three rounds, without verdicts, after the end, and in an audit", async () => {
    const early = await refused(begin(await playedStudy(2)), "bad-input");
    expect(early.message).toBe("The panel’s verdicts can be used after 3 closed rounds.");
    const silent = await rehearsed(await playedStudy(3, {}, []));
    expect(silent).toMatchObject({
      failure: expect.stringMatching(noVerdict),
      result: null,
    });
    const whole = await playedStudy(3, { settings: { horizon: "3", afterHorizon: "end" } });
    const last = await refused(begin(whole), "bad-input");
    expect(last.message).toBe("This study has no round left to simulate.");
    await endStudy(app, whole.studyId);
    await refused(begin(whole), "study-ended");
    const audit = await publishedStudy(app, {
      kind: "audit",
      chances: Array.from({ length: 120 }, (_, index) => String(index / 120)),
    });
    await refused(begin(audit), "study-audits");
  });
});
