import { expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { exportDecisions } from "#server/rounds/export-decisions.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { readPractice } from "#server/rounds/judging/read-practice.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { openRounds } from "#server/rounds/open-rounds.ts";
import { readUploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { overrideDecision } from "#server/rounds/outcomes/override-decision.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readPeoplePage } from "#server/rounds/read-people.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeReads("a round of an audit", async (openStore) => {
  const app = testApp(await openStore());

  /** The policy under audit gives each person a different chance: 0.1, 0.13 and so on. */
  const anAudit = (count: number) =>
    publishedStudy(app, {
      kind: "audit",
      people: madeUpPeople(count),
      chances: Array.from({ length: count }, (_, index) => String((10 + 3 * index) / 100)),
    });

  it("draws its people at random from the waiting list, and refuses people named by the operator", async () => {
    const { studyId } = await anAudit(10);
    const error = await refused(openRound(app, { studyId, personIds: ["p1"] }), "bad-input");
    expect(error.message).toContain("by lot");
    const drawn: string[] = [];
    for (const size of [4, 4, 2]) {
      const { round } = await openRound(app, { studyId });
      const { people, round: facts } = await readRoundDetails(app, studyId, round);
      expect([people.length, facts.chosen]).toEqual([size, "by-lot"]);
      drawn.push(...people.map(({ personId }) => personId));
      for (const { personId, chance } of people)
        expect(Number(chance)).toBe((10 + 3 * (Number(personId.slice(1)) - 1)) / 100);
    }
    expect(drawn.slice(0, 4)).not.toEqual(["p1", "p2", "p3", "p4"]);
    expect(new Set(drawn).size).toBe(10);
    await refused(openRound(app, { studyId }), "not-enough-people");
  });

  it("reports pairs in full, and neither draws nor selects", async () => {
    const study = await anAudit(8);
    const { studyId, auditorIds } = study;
    const board = await playRound(app, study, [() => true, () => true]);
    expect(board.result?.violations.length).toBeGreaterThan(1);
    for (const { weight } of board.result?.violations ?? []) expect(weight).toBe("1");
    expect(board.result).toMatchObject({ draw: null, rule: null });
    for (const { selected } of board.people) expect(selected).toBeNull();
    const accountId = auditorIds[0] ?? "";
    expect((await readResult(app, { studyId, round: 1, accountId })).pairRule).toBeNull();
    expect((await readPractice(app, studyId)).isAudit).toBe(true);
    const judged = await readPeoplePage(app, { studyId, search: "", show: "judged" });
    expect(judged.count).toBe(4);
    const { log, features } = await exportStudy(app, studyId);
    expect(replay(log, features).problems).toEqual([]);
    const closed = log
      .trimEnd()
      .split("\n")
      .map(readLine)
      .find(({ type }) => type === "round.closed");
    expect(Object.keys(closed?.body ?? {})).not.toContain("draw");
    expect(Object.keys(closed?.body ?? {})).not.toContain("resamples");
  });

  it("has no pending draw after it is cancelled, and its people return to the waiting list", async () => {
    const { studyId } = await anAudit(4);
    await openRound(app, { studyId });
    await cancelRound(app, { studyId, round: 1, reason: "trouble" });
    expect((await readRoundDetails(app, studyId, 1)).unmadePicks).toBeNull();
    await openRound(app, { studyId });
    expect((await readRoundDetails(app, studyId, 2)).people).toHaveLength(4);
  });

  it("refuses outcomes and overrides, and has no decisions to carry out", async () => {
    const study = await anAudit(4);
    const { studyId, operatorId: accountId } = study;
    await playRound(app, study, []);
    const outcome = { round: 1, position: 0, value: "yes" as const };
    await refused(
      recordOutcomes(app, { studyId, accountId, idempotencyKey: "one" }, [outcome]),
      "study-audits",
    );
    const about = { round: 1, position: 0, decision: 1, reason: "safety", decidedBy: "head" } as const;
    await refused(overrideDecision(app, { studyId, accountId, ...about }), "study-audits");
    await refused(readUploadedOutcomes(app, studyId), "study-audits");
    await refused(exportDecisions(app, studyId), "study-audits");
  });

  it("opens together with others, as long as people wait, in a study without a planned end", async () => {
    const { studyId, operatorId } = await anAudit(12);
    await refused(openRounds(app, { studyId, count: 4 }), "not-enough-people");
    const { rounds } = await openRounds(app, { studyId, count: 3 });
    expect(rounds.map(({ round }) => round)).toEqual([1, 2, 3]);
    for (const { round } of rounds) await closeRound(app, { studyId, round });
    const inbox = (await readInbox(app, operatorId)).studies[0];
    expect(inbox?.played).toMatchObject({ closedCount: 3, plannedCount: null });
    expect(inbox?.waiting.act).toEqual({ kind: "import-people" });
  });
});
