import { expect, it } from "vitest";
import { findStateHash } from "#db/queries/learner.ts";
import { listOpenRounds } from "#db/queries/rounds.ts";
import { maxOpenRounds } from "#server/audit-log/open-rounds.ts";
import { readStudy } from "#server/results/read-study.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { readReceipts } from "#server/rounds/judging/read-receipts.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { openRounds } from "#server/rounds/open-rounds.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { nextSize } from "#server/studies/checkpoints/make-checkpoint.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { rebuildState } from "#server/studies/learner/rebuild-state.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

import { exportStudy, judge } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { judgingStudy } from "./judging/judging-study.ts";

describeEngines("several open rounds", async (openStore) => {
  const app = testApp(await openStore());
  const published = (change = {}) => publishedStudy(app, { people: madeUpPeople(120), ...change });

  async function judgeAll(round: number, { studyId, auditorIds }: { studyId: string; auditorIds: string[] }) {
    for (const accountId of auditorIds)
      await judge(app, { studyId, round, accountId }, (_, __, gap) => gap > 0);
  }

  async function checked(study: { studyId: string }) {
    const record = await exportStudy(app, study.studyId);
    expect(replay(record.log, record.features).problems).toEqual([]);
    const { problems } = verified(record);
    expect(problems).toEqual([]);
  }

  const isOpen = async (studyId: string) =>
    (await app.store.read((db) => listOpenRounds(db, studyId))).map(({ number }) => number);

  it("have different people, close in any order, and can be cancelled in between", async () => {
    const study = await published();
    const { studyId, operatorId: accountId } = study;
    for (const round of [1, 2, 3]) expect(await openRound(app, { studyId })).toMatchObject({ round });
    const people = async (round: number) =>
      (await readRoundDetails(app, studyId, round)).people.map(({ personId }) => personId);
    expect(await people(1)).toEqual(["p1", "p2", "p3", "p4"]);
    expect(await people(3)).toEqual(["p9", "p10", "p11", "p12"]);
    await refused(openRound(app, { studyId, personIds: ["p2"] }), "bad-input");
    await judgeAll(3, study);
    await judgeAll(1, study);
    await closeRound(app, { studyId, round: 3 });
    await cancelRound(app, { studyId, round: 2, reason: "operator" });
    // The people of the cancelled round wait again, and are next.
    const again = await openRound(app, { studyId });
    expect(await people(again.round)).toEqual(["p5", "p6", "p7", "p8"]);
    const picked = (await readRoundDetails(app, studyId, 3)).people.filter(({ selected }) => selected);
    const outcomes = picked.map(({ position }) => ({ round: 3, position, value: "no" as const }));
    await recordOutcomes(app, { studyId, accountId, idempotencyKey: "first" }, outcomes);
    await closeRound(app, { studyId, round: 1 });
    expect(await isOpen(studyId)).toEqual([4]);
    await closeRound(app, { studyId, round: 4 });
    expect((await openRound(app, { studyId })).round).toBe(5);
    await applyUpdates(app, studyId);
    await checked(study);
  });

  it("are computed from the log to the same hash by a server with an empty cache", async () => {
    const study = await published();
    const { studyId } = study;
    for (const round of [1, 2, 3]) expect(await openRound(app, { studyId })).toMatchObject({ round });
    await judgeAll(2, study);
    const restarted: TestApp = { ...app };
    await closeRound(restarted, { studyId, round: 2 });
    await applyUpdates(restarted, studyId);
    const { appliedSeq, spec } = await app.store.read(async (db) => {
      const row = await requireStudy(db, studyId);
      return { appliedSeq: row.appliedSeq, spec: learningOf(settingsOf(row)).learner };
    });
    // It throws unless the hash is the logged one.
    await rebuildState({ ...app }, { studyId, spec, appliedSeq });
    expect(await app.store.read((db) => findStateHash(db, studyId, appliedSeq))).toMatch(/^[0-9a-f]{64}$/);
    for (const round of [3, 1]) await closeRound({ ...app }, { studyId, round });
    await checked(study);
  });

  it("are limited to 20, also when more are opened at once", async () => {
    const { studyId } = await published({ settings: { horizon: "30" } });
    for (let round = 1; round < maxOpenRounds; round += 1) await openRound(app, { studyId });
    const both = await Promise.allSettled([openRound(app, { studyId }), openRound(app, { studyId })]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await refused(openRound(app, { studyId }), "too-many-open-rounds");
    expect((await readStudy(app, studyId)).canOpen).toBe(false);
    await closeRound(app, { studyId, round: 7 });
    expect(await openRound(app, { studyId })).toMatchObject({ round: 21 });
    await refused(openRound(app, { studyId }), "too-many-open-rounds");
  });

  it("are opened all together or not at all", async () => {
    const { studyId, operatorId } = await published({ settings: { horizon: "30" } });
    const opened = await openRounds(app, { studyId, count: 3 });
    expect(opened.rounds.map(({ round }) => round)).toEqual([1, 2, 3]);
    const refusedAs = (count: number, code: Parameters<typeof refused>[1], more = {}) =>
      refused(openRounds(app, { studyId, count, ...more }), code);
    await refusedAs(18, "too-many-open-rounds");
    await refusedAs(2, "bad-input", { personIds: ["p20"] });
    expect(await isOpen(studyId)).toEqual([1, 2, 3]);
    await openRounds(app, { studyId, count: 17 });
    expect(await isOpen(studyId)).toHaveLength(maxOpenRounds);
    const even = await published({ people: madeUpPeople(8), settings: { horizon: "30" } });
    await refused(openRounds(app, { studyId: even.studyId, count: 3 }), "not-enough-people");
    expect(await isOpen(even.studyId)).toEqual([]);
    const [one] = (await openRounds(app, { studyId: even.studyId, count: 1, personIds: ["p3"] })).rounds;
    expect((await readRoundDetails(app, even.studyId, one?.round ?? 0)).people).toHaveLength(1);
    const few = await published({ people: madeUpPeople(9), settings: { horizon: "30" } });
    await refused(openRounds(app, { studyId: few.studyId, count: 4 }), "not-enough-people");
    await openRounds(app, { studyId: few.studyId, count: 3 });
    expect((await readRoundDetails(app, few.studyId, 3)).people).toHaveLength(1);
    const short = await published({ settings: { horizon: "4" } });
    await refused(openRounds(app, { studyId: short.studyId, count: 5 }), "horizon-passed");
    await openRounds(app, { studyId: short.studyId, count: 4 });
    await refused(openRound(app, { studyId: short.studyId }), "horizon-passed");
    await refused(
      erasePerson(app, { studyId, personId: "p100", accountId: operatorId }),
      "round-already-open",
    );
  });

  it("are listed by deadline, and show the number of ballots only after the deadline", async () => {
    const people = Array.from({ length: 12 }, (_, index) => [index % 2 === 0 ? "90" : "10", "1", "rent"]);
    const { studyId, operatorId, auditorIds } = await judgingStudy(app, { people });
    const hour = 3_600_000;
    const deadlines = [undefined, app.now() + 2 * hour, app.now() + hour];
    for (const deadlineAt of deadlines) await openRound(app, { studyId, ...(deadlineAt && { deadlineAt }) });
    const [accountId = ""] = auditorIds;
    const third = { studyId, round: 3, accountId };
    const { pairs } = await readJudging(app, third);
    await saveVerdicts(
      app,
      third,
      pairs.map(([high, low]) => [high, low, "unfair"]),
    );
    await judge(app, third, () => true);
    const actsOf = async (account: string) => {
      const { act, later, meanwhile } = (await readInbox(app, account)).studies[0]?.waiting ?? {};
      return [act, ...(later ?? []), ...(meanwhile ?? [])];
    };
    const numbered = (kind: string, number: number) => ({ kind, round: { number } });
    expect(await actsOf(accountId)).toMatchObject([
      ...[numbered("judge", 2), numbered("judge", 1)],
      numbered("sealed", 3),
    ]);
    expect(await actsOf(operatorId)).toMatchObject(
      [3, 2, 1].map((number) => numbered("being-judged", number)),
    );
    const { open } = await readMyRounds(app, { studyId, accountId });
    expect(open.map(({ number }) => number)).toEqual([3, 2, 1]);
    const receipts = () => readReceipts(app, { studyId, round: 3, accountId });
    expect((await receipts()).nextRound).toBe(1);
    await judge(app, { studyId, round: 1, accountId }, () => true);
    expect((await receipts()).nextRound).toBe(2);
    const openedSeq = (await readRoundDetails(app, studyId, 1)).round.openedSeq;
    await closeRound(app, { studyId, round: 3 });
    expect(await app.store.read((db) => nextSize(db, studyId))).toBe(openedSeq);
  });
});
