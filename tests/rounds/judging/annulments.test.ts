import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { AnnulVote } from "#server/audit-log/annulments.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { readFindings } from "#server/results/panel/read-findings.ts";
import { readStudy } from "#server/results/read-study.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { proposeAnnulment, withdrawAnnulment } from "#server/rounds/judging/propose-annulment.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readOwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";
import { readReceipts } from "#server/rounds/judging/read-receipts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { replay } from "#tests/replay/replay.ts";
import { fixedBytes, testApp } from "#tests/setup/app.ts";
import { sealFrom } from "#tests/setup/browser.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { verifyInPython } from "#tests/setup/python.ts";
import { refused } from "#tests/setup/refusal.ts";
import { recordOf, verified } from "#tests/setup/verify.ts";
import { auditor, hidden, judgingStudy } from "./judging-study.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-annulments-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Settings with four pairs to judge in a round, as in `judgingStudy`. */
const incomes = [90, 80, 20, 10].map((income) => [String(income), hidden.cell, "rent"]);

describeEngines("a proposal to annul a report", async (openStore) => {
  const app = testApp(await openStore());

  /** Opens rounds until one has pairs to judge: after a report the limit is narrow for a while. */
  async function openJudged(studyId: string): Promise<number> {
    const { round, isClosed } = await openRound(app, { studyId });
    if ((await readRoundDetails(app, studyId, round)).round.pairCount > 0) return round;
    if (!isClosed) await closeRound(app, { studyId, round });
    return openJudged(studyId);
  }

  /** Plays round 1 of a study, in which its panel of three reports pairs. */
  async function reported(settings: Parameters<typeof judgingStudy>[1] = {}) {
    const people = Array.from({ length: 10 }, () => incomes).flat();
    const study = await judgingStudy(app, { auditors: 3, people, ...settings });
    const { studyId } = study;
    const seal = async (round: number, seat: number, verdicts: readonly Verdict[], votes?: AnnulVote[]) => {
      const where = { studyId, round, accountId: auditor(study, seat) };
      const idempotencyKey = `round-${round}-seat-${seat}-${votes?.join("-")}`;
      const nonce = fixedBytes("nonce", idempotencyKey);
      return sealFrom(app, where, { idempotencyKey, nonce, verdicts, ...(votes && { votes }) });
    };
    const { round } = await openRound(app, { studyId });
    const { pairs } = await readJudging(app, { studyId, round, accountId: auditor(study, 0) });
    const unfair = pairs.map(([high, low]): Verdict => [high, low, "unfair"]);
    for (const seat of [0, 1, 2]) await seal(round, seat, unfair);
    await closeRound(app, { studyId, round });
    const reports = ((await readRoundDetails(app, studyId, round)).result?.violations ?? []).map(
      ({ high, low }) => ({ studyId, round, high, low }),
    );
    const [report] = reports;
    if (report === undefined) throw new Error("nothing was reported");
    /** Checks the record with all three verifiers. */
    const holds = async () => {
      await applyUpdates(app, studyId);
      const record = await exportStudy(app, studyId);
      expect(replay(record.log, record.features, record.totals).problems).toEqual([]);
      expect(verified(record).problems).toEqual([]);
      const file = join(folder, `${app.newId()}.jsonl`);
      writeFileSync(file, recordOf(record));
      const [inPython] = await verifyInPython([file]);
      expect(inPython?.problems).toEqual([]);
      return record.log.trimEnd().split("\n").map(readLine);
    };
    const annulledIn = async () =>
      (await readRoundDetails(app, studyId, round)).result?.violations.map((one) => one.annulledIn) ?? [];
    return { study, studyId, seal, report, reports, holds, annulledIn };
  }

  it("is voted on by the next panel, and annuls the report with enough votes", async () => {
    const { study, studyId, seal, report, reports, holds, annulledIn } = await reported();
    await proposeAnnulment(app, { ...report, reason: "wrong-data" }, "operator");
    const { round } = await openRound(app, { studyId });
    await seal(round, 0, [], ["annul"]);
    await seal(round, 1, [], ["annul"]);
    await seal(round, 2, [], [null]);
    expect((await exportStudy(app, studyId)).log).not.toContain('"votes"');
    await closeRound(app, { studyId, round });
    // Each receipt says what its ballot said about the report.
    const { high, low } = report;
    const receiptsOf = (seat: number) =>
      readReceipts(app, { studyId, round, accountId: auditor(study, seat) });
    expect((await receiptsOf(0)).reports).toEqual([{ round: 1, high, low }]);
    expect((await receiptsOf(0)).receipts[0]?.votes).toEqual(["annul"]);
    expect((await receiptsOf(2)).receipts[0]?.votes).toEqual([null]);
    const { ballots } = await readOwnReceipts(app, { studyId, accountId: auditor(study, 1) });
    expect(ballots.map(({ round, votes }) => [round, votes])).toEqual([
      [2, ["annul"]],
      [1, []],
    ]);
    const log = await holds();
    const pair = { round: 1, high, low };
    expect(log.find((entry) => entry.type === "annulment.proposed")?.body).toEqual({
      ...{ ...pair, reason: "wrong-data", by: "operator" },
    });
    expect(log.findLast((entry) => entry.type === "round.opened")?.body).toMatchObject({
      annulments: [pair],
    });
    expect(log.findLast((entry) => entry.type === "round.closed")?.body).toMatchObject({
      annulments: [{ ...pair, voteCount: 2, annulled: true }],
    });
    expect(await annulledIn()).toEqual([2, ...reports.slice(1).map(() => null)]);
    // The counts stay, and say that a report was annulled since.
    const { findings } = await readFindings(app, studyId, { reader: "researcher" });
    expect(findings?.pairs.reported).toBe(reports.length);
    expect(findings?.reports.annulledPairs).toBe(1);
    const { rounds } = await readStudy(app, studyId);
    expect(rounds.map(({ violations }) => violations)).toEqual([
      { reported: 0, annulled: 0 },
      { reported: reports.length, annulled: 1 },
    ]);
    await refused(proposeAnnulment(app, { ...report, reason: "other" }, "operator"), "report-annulled");
  });

  it("leaves the report in force with too few votes, and may be made again", async () => {
    const { study, studyId, seal, report, holds, annulledIn } = await reported();
    await proposeAnnulment(app, { ...report, reason: "other" }, { accountId: auditor(study, 1) });
    const { round } = await openRound(app, { studyId });
    await seal(round, 0, [], ["annul"]);
    await seal(round, 1, [], ["keep"]);
    await closeRound(app, { studyId, round });
    expect(new Set(await annulledIn())).toEqual(new Set([null]));
    await proposeAnnulment(app, { ...report, reason: "other" }, "operator");
    const log = await holds();
    expect(log.findLast((entry) => entry.type === "round.closed")?.body).toMatchObject({
      annulments: [{ voteCount: 1, annulled: false }],
    });
  });

  it("waits for the next round if its round is cancelled, has no pair, or gets no vote", async () => {
    const { studyId, seal, report, holds, annulledIn } = await reported();
    await proposeAnnulment(app, { ...report, reason: "guidelines-changed" }, "operator");
    const second = await openRound(app, { studyId });
    await seal(second.round, 0, [], ["annul"]);
    await seal(second.round, 1, [], ["annul"]);
    await cancelRound(app, { studyId, round: second.round, reason: "operator" });
    const third = await openRound(app, { studyId });
    await closeRound(app, { studyId, round: third.round });
    expect(new Set(await annulledIn())).toEqual(new Set([null]));
    const log = await holds();
    expect(log.findLast((entry) => entry.type === "round.closed")?.body).toMatchObject({
      annulments: [{ voteCount: 0, annulled: false }],
    });
  });

  it("can be withdrawn only by its proposer, and not while a panel votes on it", async () => {
    const { study, studyId, report, holds } = await reported();
    const by = { accountId: auditor(study, 0) };
    await refused(withdrawAnnulment(app, report, "operator"), "not-found");
    await proposeAnnulment(app, { ...report, reason: "given-by-mistake" }, by);
    await refused(withdrawAnnulment(app, report, "operator"), "not-found");
    await refused(withdrawAnnulment(app, report, { accountId: auditor(study, 1) }), "not-found");
    await withdrawAnnulment(app, report, by);
    await proposeAnnulment(app, { ...report, reason: "given-by-mistake" }, by);
    const { round } = await openRound(app, { studyId });
    await refused(withdrawAnnulment(app, report, by), "annulment-pending");
    await closeRound(app, { studyId, round });
    const log = await holds();
    expect(log.find((entry) => entry.type === "annulment.withdrawn")?.body).toMatchObject({ by: "s1" });
  });

  it("is refused a second time, for an unknown report, from an ended seat, and after the end", async () => {
    const { study, studyId, report, holds } = await reported();
    const propose = (more: Partial<typeof report>, by: Parameters<typeof proposeAnnulment>[2] = "operator") =>
      proposeAnnulment(app, { ...report, ...more, reason: "other" }, by);
    await refused(propose({ high: report.low, low: report.high }), "report-unknown");
    await refused(propose({ round: 9 }), "report-unknown");
    await refused(propose({}, { accountId: study.operatorId }), "not-on-panel");
    await propose({});
    await refused(propose({}), "annulment-pending");
    const { round } = await openRound(app, { studyId });
    await refused(propose({}), "annulment-pending");
    await closeRound(app, { studyId, round });
    await endMembershipOf(app, study.operatorId, { studyId, accountId: auditor(study, 2) });
    await refused(propose({}, { accountId: auditor(study, 2) }), "not-on-panel");
    await endStudy(app, studyId);
    await refused(propose({}), "study-ended");
    await refused(withdrawAnnulment(app, report, "operator"), "study-ended");
    await refused(propose({}, { accountId: auditor(study, 0) }), "study-ended");
    await holds();
  });

  it("is one of at most five that a round votes on, and needs a vote on each", async () => {
    const { studyId, seal, reports, holds } = await reported();
    const { round: empty } = await openRound(app, { studyId });
    await refused(seal(empty, 0, [], ["annul"]), "votes-wrong");
    await closeRound(app, { studyId, round: empty });
    for (const report of reports) await proposeAnnulment(app, { ...report, reason: "other" }, "operator");
    const carried = Math.min(5, reports.length);
    expect(carried).toBeGreaterThan(1);
    const { round } = await openRound(app, { studyId });
    const votes = reports.slice(0, carried).map((): AnnulVote => "annul");
    await refused(seal(round, 0, [], [...votes.slice(1)]), "votes-wrong");
    await refused(seal(round, 0, []), "votes-wrong");
    await seal(round, 0, [], votes);
    await closeRound(app, { studyId, round });
    await holds();
  });

  it("is recomputed in mode guarded: the next chances no longer depend on the pair", async () => {
    const { studyId, seal, report, holds } = await reported({ settings: guardedSettings });
    await proposeAnnulment(app, { ...report, reason: "other" }, "operator");
    const round = await openJudged(studyId);
    for (const seat of [0, 1, 2]) await seal(round, seat, [], ["annul"]);
    await closeRound(app, { studyId, round });
    const { round: next } = await openRound(app, { studyId });
    await closeRound(app, { studyId, round: next });
    const log = await holds();
    expect(log.some(({ type, body }) => type === "round.closed" && body.annulments?.[0]?.annulled)).toBe(
      true,
    );
  });
});
