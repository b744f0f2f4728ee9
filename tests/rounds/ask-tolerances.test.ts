import { expect, it, onTestFinished } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import { wordOfTolerance } from "#server/audit-log/tolerance.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { countFindings } from "#server/results/panel/count-findings.ts";
import { askTolerances } from "#server/rounds/ask-tolerances.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { readSteps } from "#server/studies/learner/read-steps.ts";
import { type Body, sealed } from "#tests/replay/fixture.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { startBeacon } from "#tests/setup/beacon.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, publishedStudy, type StudyOptions } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { judgingStudy, sealVerdicts } from "./judging/judging-study.ts";

describeEngines("a panel that states tolerances", async (openStore) => {
  const app = testApp(await openStore());

  /** Thresholds in both directions: in round 1 every chance is one half, so no pair can be judged. */
  async function opened(options: StudyOptions = {}) {
    const study = await publishedStudy(app, options);
    const { studyId, auditorIds } = study;
    const { round } = await openRound(app, { studyId });
    const at = (seat: number) => ({ studyId, round, accountId: auditorIds[seat] as string });
    return { ...study, round, at };
  }

  async function bothHold(studyId: string) {
    const record = await exportStudy(app, studyId);
    expect(replay(record.log, record.features, record.totals).problems).toEqual([]);
    expect(verified(record).problems).toEqual([]);
  }

  it("gets up to six pairs, smallest difference first, and its answers stay secret until the close", async () => {
    const { studyId, round, at } = await opened();
    expect((await readJudging(app, at(0))).pairs).toEqual([]);
    const { pairs } = await askTolerances(app, { studyId, round });
    expect(pairs.length).toBeGreaterThan(1);
    expect(pairs.length).toBeLessThanOrEqual(6);
    const judging = await readJudging(app, at(0));
    expect(judging).toMatchObject({ asksTolerances: true, pairs, docketCount: pairs.length });
    expect((await readMyRounds(app, at(0))).open[0]?.owed?.queue).toHaveLength(pairs.length);
    const answers = (...points: number[]) =>
      pairs
        .slice(0, points.length)
        .map(([high, low], index): Verdict => [high, low, "acceptable", points[index] as number]);
    await saveVerdicts(app, at(0), answers(20));
    expect((await readJudging(app, at(1))).saved).toEqual([]);
    await sealVerdicts(app, at(0), answers(20, 0));
    await sealVerdicts(app, at(1), answers(35, 100));
    expect((await exportStudy(app, studyId)).log).not.toContain('"acceptable"');
    expect((await readResult(app, at(0))).result).toBeNull();
    expect((await readRoundDetails(app, studyId, round)).result).toBeNull();
    await closeRound(app, { studyId, round });
    await applyUpdates(app, studyId);
    await bothHold(studyId);
    const { result } = await readResult(app, at(0));
    expect(result?.pairs.map(({ tolerances }) => tolerances).slice(0, 3)).toEqual([[20, 35], [0, 100], []]);
    const board = await readRoundDetails(app, studyId, round);
    expect(board.round.toleranceCount).toBe(pairs.length);
    expect(board.result?.tolerances?.slice(0, 2)).toMatchObject([
      { high: pairs[0]?.[0], low: pairs[0]?.[1], tolerances: [20, 35] },
      { tolerances: [0, 100] },
    ]);
    expect(board.result?.tolerances?.map(({ chances }) => chances)).toEqual(
      pairs.map((pair) => pair.map((position) => judging.people[position]?.chance)),
    );
    expect((await countFindings(app, studyId))?.quietRounds).toBe(1);
  });

  it("does not change what is learned, although no seat accepts any difference", async () => {
    const unequal = {
      rules: { kind: "conjunctions" as const, predicates: incomeAbove(20, 40, 60, 80) },
      settings: { alphaPoints: "99" },
    };
    const played = async (isAsked: boolean) => {
      const { studyId, round, at } = await opened(unequal);
      if (isAsked) {
        const { pairs } = await askTolerances(app, { studyId, round });
        const { people } = await readJudging(app, at(0));
        const chance = (position: number) => people[position]?.chance ?? "";
        const none = pairs.map(([high, low]): Verdict => {
          return [high, low, wordOfTolerance([chance(high), chance(low)], 0), 0];
        });
        expect(none.some(([, , word]) => word === "unfair")).toBe(true);
        for (const seat of [0, 1, 2]) await sealVerdicts(app, at(seat), none);
      }
      await closeRound(app, { studyId, round });
      await applyUpdates(app, studyId);
      const { log, features, totals } = await exportStudy(app, studyId);
      expect(replay(log, features, totals).problems).toEqual([]);
      const { steps } = await app.store.read((db) => readSteps(db, { studyId, after: 0, limit: 100 }));
      // The decisions depend on the study's secret, which differs.
      const withoutDecisions = ({ decisions: _, ...rest }: Record<string, unknown>) => rest;
      return {
        steps: steps.map((step) => (step.kind === "round" ? withoutDecisions(step.round) : step)),
        violations: /"violations":(\[.*?\])/.exec(log)?.[1],
      };
    };
    const without = await played(false);
    expect(without.violations).toBe("[]");
    expect(await played(true)).toEqual(without);
  });

  it("is asked at the opening, which keeps open a round that would otherwise close at once", async () => {
    const atOnce = { settings: { closesWithoutPairs: true } };
    const { studyId, auditorIds } = await publishedStudy(app, atOnce);
    const deadlineAt = app.now() + 60_000;
    const { round, seq, isClosed } = await openRound(app, { studyId, deadlineAt, asksTolerances: true });
    expect(isClosed).toBe(false);
    const at = (seat: number) => ({ studyId, round, accountId: auditorIds[seat] as string });
    const { asksTolerances, pairs } = await readJudging(app, at(0));
    expect([asksTolerances, pairs.length]).toEqual([true, 6]);
    const entriesOf = async () => {
      const { log } = await exportStudy(app, studyId);
      return log.trimEnd().split("\n").map(readLine);
    };
    const [opening, question] = (await entriesOf()).slice(seq - 1);
    expect(opening?.body).toMatchObject({ closing: "deadline" });
    expect(question).toMatchObject({ type: "round.tolerances-asked", body: { round, pairs } });
    await refused(askTolerances(app, { studyId, round }), "tolerances-not-needed");
    await sealVerdicts(app, at(0), [[...(pairs[0] as [number, number]), "acceptable", 20]]);
    await closeRound(app, { studyId, round });
    await applyUpdates(app, studyId);
    // A round of one person has no pair to ask about.
    const alone = await openRound(app, { studyId, personIds: ["p5"], asksTolerances: true });
    expect(alone.isClosed).toBe(true);
    const last = (await entriesOf()).findLast(({ type }) => type === "round.opened");
    expect(last?.body).toMatchObject({ round: alone.round, closing: "no-pairs" });
    await bothHold(studyId);
    const upTo = (await entriesOf()).slice(0, alone.seq);
    const forged = upTo.map((entry) =>
      entry.seq === alone.seq ? { ...entry, body: { ...entry.body, closing: "by-hand" } } : entry,
    );
    const record = { ...(await exportStudy(app, studyId)), log: sealed(forged as Body[], false) };
    const found = [verified(record), replay(record.log, record.features, record.totals)];
    for (const { problems } of found) expect(problems.map(({ seq }) => seq)).toContain(alone.seq);
  });

  it("is asked at the opening if the study draws at opening or keeps rounds without pairs open", async () => {
    for (const settings of [{ closesWithoutPairs: true, drawAt: "opening" as const }, {}]) {
      const { studyId } = await publishedStudy(app, { settings });
      const { round, isClosed } = await openRound(app, { studyId, asksTolerances: true });
      expect(isClosed).toBe(false);
      expect((await readRoundDetails(app, studyId, round)).round.toleranceCount).toBe(6);
      await closeRound(app, { studyId, round });
      await bothHold(studyId);
    }
  });

  it("is not asked if a pair can be judged, even if the operator chose to ask", async () => {
    const { studyId } = await judgingStudy(app);
    const { round } = await openRound(app, { studyId, asksTolerances: true });
    const board = await readRoundDetails(app, studyId, round);
    expect(board.round.pairCount).toBeGreaterThan(0);
    expect(board.round.toleranceCount).toBeNull();
  });

  it("refuses contradictory or unrequested tolerances, and saves nothing", async () => {
    const { studyId, round, at } = await opened();
    const { pairs } = await askTolerances(app, { studyId, round });
    const [high, low] = pairs[0] as [number, number];
    for (const verdict of [
      [high, low, "unsure"],
      [high, low, "acceptable"],
      // A gap of 0 called unfair, although 5 points would be acceptable.
      [high, low, "unfair", 5],
    ] as Verdict[]) {
      expect((await saveVerdicts(app, at(0), [verdict])).refused).toHaveLength(1);
      await refused(sealVerdicts(app, at(0), [verdict], String(verdict)), "tolerance-wrong");
    }
    const { refused: others } = await saveVerdicts(app, at(0), [[low, high, "acceptable", 5]]);
    const message = `The panel was not asked about positions ${low} and ${high}.`;
    expect(others).toEqual([{ high: low, low: high, message }]);
    expect((await readJudging(app, at(0))).saved).toEqual([]);
    await refused(askTolerances(app, { studyId, round }), "tolerances-not-needed");
  });

  it("is asked only in an open round without pairs or ballots", async () => {
    const withPairs = await judgingStudy(app);
    await openRound(app, { studyId: withPairs.studyId });
    await refused(askTolerances(app, { studyId: withPairs.studyId, round: 1 }), "tolerances-not-needed");
    const sealed = await opened();
    await sealVerdicts(app, sealed.at(0), []);
    await refused(askTolerances(app, sealed), "tolerances-not-needed");
    await closeRound(app, sealed);
    await refused(askTolerances(app, sealed), "round-not-open");
    const alone = await publishedStudy(app);
    await openRound(app, { studyId: alone.studyId, personIds: ["p1"] });
    await refused(askTolerances(app, { studyId: alone.studyId, round: 1 }), "tolerances-not-needed");
    // Open only until its draw; then it closes automatically.
    const beacon = await startBeacon(app.clock.now);
    onTestFinished(beacon.close);
    const settings = { closesWithoutPairs: true, drawAt: "opening" as const };
    const { studyId } = await publishedStudy({ ...app, beacon }, { settings });
    await openRound({ ...app, beacon }, { studyId });
    expect((await readRoundDetails(app, studyId, 1)).round.state).toBe("open");
    await refused(askTolerances({ ...app, beacon }, { studyId, round: 1 }), "tolerances-not-needed");
  });
});
