import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { type Board, readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { disturbed } from "#tests/setup/worker-calls.ts";

describeEngines("erasing a person", async (openStore) => {
  const store = await openStore();
  const app = testApp(store);

  /** A study with a played round in which one person was picked and another was not. */
  async function played(): Promise<{ study: TestStudy; board: Board }> {
    const study = await publishedStudy(app);
    for (;;) {
      const board = await playRound(app, study, []);
      const pickedCount = board.people.filter(({ selected }) => selected).length;
      if (pickedCount > 0 && pickedCount < board.people.length) return { study, board };
    }
  }

  const personOf = ({ people }: Board, selected: boolean) => {
    const person = people.find((one) => one.selected === selected);
    if (person === undefined) throw new Error("the round has no such person");
    return person;
  };
  const entriesOf = async (studyId: string) =>
    (await exportStudy(app, studyId)).log.trimEnd().split("\n").map(readLine);
  const rowsOf = (studyId: string, personId: string) =>
    app.store.read(async (db) => {
      const { personData, sealedOutcome, learnerSnapshot } = db.t;
      return {
        data: await db.q
          .select({ id: personData.personId })
          .from(personData)
          .where(and(eq(personData.studyId, studyId), eq(personData.personId, personId))),
        sealed: await db.q
          .select({ id: sealedOutcome.personId })
          .from(sealedOutcome)
          .where(and(eq(sealedOutcome.studyId, studyId), eq(sealedOutcome.personId, personId))),
        snapshots: await db.q
          .select({ appliedSeq: learnerSnapshot.appliedSeq })
          .from(learnerSnapshot)
          .where(eq(learnerSnapshot.studyId, studyId)),
      };
    });

  it("leaves the pseudonym in the log, but no row or earlier stored state", async () => {
    const { study, board } = await played();
    const { studyId, operatorId: accountId } = study;
    await applyUpdates(app, studyId);
    const { personId } = personOf(board, false);
    expect(board.people.filter(({ isErased }) => isErased)).toEqual([]);
    const { seq } = await erasePerson(app, { studyId, personId, accountId });
    expect(await rowsOf(studyId, personId)).toEqual({
      data: [],
      sealed: [],
      snapshots: [{ appliedSeq: seq }],
    });
    const [erased, updated] = (await entriesOf(studyId)).slice(-2);
    const state = {
      head: { learner: "exp2", t: board.round.number },
      totals: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(erased).toMatchObject({ seq, type: "person.erased", body: { person: personId, state } });
    expect(updated).toMatchObject({ type: "learner.updated", body: { appliedSeq: seq } });
    // A digest whose key was deleted stays, so that the root of the import can be checked.
    const lines = (await exportStudy(app, studyId)).features.split("\n");
    expect(lines.filter((line) => line.includes(`"${personId}"`))).toEqual([
      expect.stringMatching(/^\{"digest":"[0-9a-f]{64}","person":"p\d+"\}$/),
    ]);
    const { people } = await readRoundDetails(app, studyId, board.round.number);
    expect(people.filter(({ isErased }) => isErased).map((one) => one.personId)).toEqual([personId]);
  });

  it("marks a missing outcome as lost, and refuses later ones", async () => {
    const { study, board } = await played();
    const { studyId, operatorId: accountId } = study;
    const { personId, position } = personOf(board, true);
    const round = board.round.number;
    await erasePerson(app, { studyId, personId, accountId });
    const entries = await entriesOf(studyId);
    const outcome = entries.find(({ type }) => type === "outcome.recorded");
    expect(outcome?.body).toEqual({ round, position, version: 1, value: "lost" });
    const batch = { studyId, accountId, idempotencyKey: "later" };
    const later = { round, position, value: "yes" as const, isCorrection: true };
    await refused(recordOutcomes(app, batch, [later]), "person-erased");
  });

  it("keeps a recorded outcome, and the study continues", async () => {
    const { study, board } = await played();
    const { studyId, operatorId: accountId } = study;
    const { personId, position } = personOf(board, true);
    const round = board.round.number;
    const batch = { studyId, accountId, idempotencyKey: "first" };
    await recordOutcomes(app, batch, [{ round, position, value: "no" }]);
    await erasePerson(app, { studyId, personId, accountId });
    expect((await entriesOf(studyId)).filter(({ type }) => type === "outcome.recorded")).toHaveLength(1);
    const others = board.people.filter((one) => one.selected && one.position !== position);
    const outcomes = others.map((one) => ({ round, position: one.position, value: "yes" as const }));
    if (outcomes.length > 0) await recordOutcomes(app, { ...batch, idempotencyKey: "rest" }, outcomes);
    const next = await playRound(app, study, []);
    expect(next.round.state).toBe("closed");
    await applyUpdates(app, studyId);
  });

  it("stores the earlier totals once, so that later rounds are replayed in full", async () => {
    const { study, board } = await played();
    const { studyId, operatorId: accountId } = study;
    const [first, second] = board.people;
    for (const one of [first, second]) {
      await erasePerson(app, { studyId, personId: one?.personId ?? "", accountId });
    }
    await playRound(app, study, []);
    await playRound(app, study, []);
    const { log, features, totals } = await exportStudy(app, studyId);
    const report = replay(log, features, totals);
    expect(report.problems).toEqual([]);
    const last = board.round.number;
    expect(report.erasedRounds).toEqual([last]);
    expect(report.resumed).toHaveLength(2);
    expect(new Set(totals.trimEnd().split("\n")).size).toBeLessThanOrEqual(2);
    expect(report.chanceCount).toBe(4 * (last + 2) - 2);
  });

  it("retries up to five times if the learner moves on meanwhile", async () => {
    const { study, board } = await played();
    const { studyId, operatorId: accountId } = study;
    const { position } = personOf(board, true);
    const { personId } = personOf(board, false);
    let version = 0;
    const report = async () => {
      const value = version % 2 === 0 ? ("yes" as const) : ("no" as const);
      const outcome = { round: board.round.number, position, value, isCorrection: version > 0 };
      version += 1;
      await recordOutcomes(app, { studyId, accountId, idempotencyKey: `version ${version}` }, [outcome]);
    };
    const erase = (as: TestApp) => erasePerson(as, { studyId, personId, accountId });
    const often = disturbed(app, "eraseFromState", 9, report);
    await refused(erase(often.app), "learner-busy");
    expect(often.calls()).toBe(5);
    expect((await rowsOf(studyId, personId)).data).toHaveLength(1);
    const seldom = disturbed(app, "eraseFromState", 4, report);
    expect((await erase(seldom.app)).seq).toBeGreaterThan(0);
    expect(seldom.calls()).toBe(5);
    const { log, features, totals } = await exportStudy(app, studyId);
    expect(replay(log, features, totals).problems).toEqual([]);
  });

  it("removes a waiting person from the queue", async () => {
    const study = await publishedStudy(app);
    const { studyId, operatorId: accountId } = study;
    await erasePerson(app, { studyId, personId: "p1", accountId });
    expect((await entriesOf(studyId)).at(-2)?.body).toEqual({ person: "p1", cause: "operator", state: null });
    const { people } = await playRound(app, study, []);
    expect(people[0]?.personId).toBe("p2");
  });

  it("is refused during an open round, happens once, and affects one study", async () => {
    const study = await publishedStudy(app);
    const { studyId, operatorId: accountId } = study;
    const neighbour = await addNeighbour(store, studyId);
    const { round } = await openRound(app, { studyId });
    await refused(erasePerson(app, { studyId, personId: "p1", accountId }), "round-already-open");
    await cancelRound(app, { studyId, round, reason: "operator" });
    expect((await erasePerson(app, { studyId, personId: "p1", accountId })).seq).toBeGreaterThan(0);
    expect(await erasePerson(app, { studyId, personId: "p1", accountId })).toEqual({ seq: null });
    await refused(erasePerson(app, { studyId, personId: "p9999", accountId }), "not-found");
    await neighbour.expectUntouched();
  });
});
