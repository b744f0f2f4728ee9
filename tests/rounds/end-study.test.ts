import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { inviteToStudy } from "#server/accounts/invitations/panel.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readGuidelines, reviseGuidelines } from "#server/studies/guidelines.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { seatAuditor, seatMember } from "#server/studies/seats.ts";
import { replay } from "#tests/replay/replay.ts";
import { addAccount, emailOf, type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { addPeople, madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";

describeEngines("ending a study", async (openStore) => {
  const app = testApp(await openStore());

  /** A study with a played round in which at least one person was picked. */
  async function played(): Promise<{ study: TestStudy; round: number; position: number }> {
    const study = await publishedStudy(app);
    for (;;) {
      const { round, people } = await playRound(app, study, []);
      const picked = people.find(({ selected }) => selected);
      if (picked !== undefined) return { study, round: round.number, position: picked.position };
    }
  }

  it("refuses new rounds, people, seats and guidelines, but accepts outcomes; its log replays", async () => {
    const { study, round, position } = await played();
    const { studyId, operatorId: accountId } = study;
    expect((await endStudy(app, studyId)).seq).toBeGreaterThan(0);
    const rows = await app.store.read((db) =>
      db.q
        .select({ state: db.t.study.state, endedAt: db.t.study.endedAt })
        .from(db.t.study)
        .where(eq(db.t.study.id, studyId)),
    );
    const entries = (await exportStudy(app, studyId)).log.trimEnd().split("\n").map(readLine);
    expect(entries.at(-1)?.type).toBe("study.ended");
    expect(rows).toEqual([{ state: "ended", endedAt: entries.at(-1)?.at }]);

    const late = await addAccount(app, `late-${studyId}`);
    const guidelines = { basedOn: 1, purpose: "Another", body: "text" };
    await refused(openRound(app, { studyId }), "study-ended");
    await refused(addPeople(app, study, { people: madeUpPeople(2) }), "study-ended");
    const invitation = { studyId, email: emailOf(`never-${studyId}`) };
    await refused(inviteToStudy(app, accountId, { ...invitation, role: "auditor" }), "study-ended");
    expect((await inviteToStudy(app, accountId, { ...invitation, role: "researcher" })).token).not.toBe("");
    const mine = await readMyRounds(app, { studyId, accountId: study.auditorIds[0] ?? "" });
    expect(mine.open).toEqual([]);
    await refused(seatAuditor(app, { studyId, accountId: late }), "study-ended");
    await refused(replaceSeat(app, accountId, { studyId, seatId: "s1", accountId: late }), "study-ended");
    await refused(seatMember(app, accountId, { studyId, accountId: late }), "study-ended");
    await refused(reviseGuidelines(app, { studyId, accountId, ...guidelines }), "study-ended");

    const outcomes = [{ round, position, value: "yes" as const }];
    await recordOutcomes(app, { studyId, accountId, idempotencyKey: "after the end" }, outcomes);
    await applyUpdates(app, studyId);
    const { log, features } = await exportStudy(app, studyId);
    expect(log.match(/"type":"study.ended"/g)).toHaveLength(1);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("also refuses a round whose chances were computed before the end", async () => {
    const { studyId } = await publishedStudy(app);
    const pool: TestApp["pool"] = {
      ...app.pool,
      run: async (name, input) => {
        const result = await app.pool.run(name, input);
        if (name === "openRound") await endStudy(app, studyId);
        return result;
      },
    };
    await refused(openRound({ ...app, pool }, { studyId }), "study-ended");
    expect((await exportStudy(app, studyId)).log).not.toContain("round.opened");
  });

  it("is refused while a round is open, and ends the study once", async () => {
    const { studyId } = await publishedStudy(app);
    const first = await endStudy(app, studyId);
    expect(await endStudy(app, studyId)).toEqual({ seq: null });
    expect(first.seq).not.toBeNull();
    const other = await publishedStudy(app);
    await openRound(app, { studyId: other.studyId });
    await refused(endStudy(app, other.studyId), "round-already-open");
    expect((await readGuidelines(app, { studyId })).openRounds).toEqual([]);
  });
});
