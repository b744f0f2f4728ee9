import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { findStudy } from "#db/queries/studies.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { lookFor } from "#server/queue/find-due-jobs.ts";
import { readStudy } from "#server/results/read-study.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { changeRetention, deleteDueFeatures, listDueStudies } from "#server/studies/people/retention.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { replayRecord } from "#tests/replay/record.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

const day = 24 * 60 * 60_000;

describeEngines("the deletion of features after the end of a study", async (openStore) => {
  const app = testApp(await openStore());

  const played = async (count = 24) => {
    const study = await publishedStudy(app, { people: madeUpPeople(count) });
    await playRound(app, study, [() => true, () => true]);
    return study;
  };
  const entriesOf = async (studyId: string) =>
    (await exportStudy(app, studyId)).log.trimEnd().split("\n").map(readLine);
  const dataOf = (studyId: string) =>
    app.store.read(({ q, t }) =>
      q.select({ id: t.personData.personId }).from(t.personData).where(eq(t.personData.studyId, studyId)),
    );
  const rowOf = (studyId: string) => app.store.read((db) => findStudy(db, studyId));
  const retentionOf = async (studyId: string) => (await readStudy(app, studyId)).retention;
  /** Runs the job until it is done. @returns the number of runs */
  const runJob = async (studyId: string): Promise<number> => {
    for (let runs = 1; ; runs += 1) if ((await deleteDueFeatures(app, { studyId })) === null) return runs;
  };
  const isDue = async (studyId: string) => (await listDueStudies(app)).some((one) => one.studyId === studyId);

  it("is off unless set, and waits the set number of days after the end", async () => {
    const { studyId } = await played();
    expect(await retentionOf(studyId)).toEqual({ days: null, dueAt: null, state: "kept" });
    await changeRetention(app, { studyId, days: 20 });
    expect(await retentionOf(studyId)).toEqual({ days: 20, dueAt: null, state: "planned" });
    await endStudy(app, studyId);
    const { endedAt } = (await rowOf(studyId)) ?? {};
    const dueAt = (endedAt ?? 0) + 20 * day;
    expect(await retentionOf(studyId)).toEqual({ days: 20, dueAt, state: "planned" });
    app.clock.advance(20 * day - 60_000);
    expect(await isDue(studyId)).toBe(false);
    expect(await runJob(studyId)).toBe(1);
    expect(await dataOf(studyId)).toHaveLength(24);
    app.clock.advance(120_000);
    expect(await isDue(studyId)).toBe(true);
    await runJob(studyId);
    expect(await dataOf(studyId)).toEqual([]);
    expect(await isDue(studyId)).toBe(false);
    expect(await retentionOf(studyId)).toEqual({ days: 20, dueAt: null, state: "over" });
  });

  it("logs each person's erasure with its cause, and every verifier accepts the record", async () => {
    const { studyId } = await played();
    await changeRetention(app, { studyId, days: 14 });
    await endStudy(app, studyId);
    app.clock.advance(14 * day + 60_000);
    await runJob(studyId);
    const erased = (await entriesOf(studyId)).flatMap(({ type, body }) =>
      type === "person.erased" ? [body as { person: string; cause: string }] : [],
    );
    expect(new Set(erased.map(({ person }) => person)).size).toBe(24);
    expect(new Set(erased.map(({ cause }) => cause))).toEqual(new Set(["retention"]));
    const record = (await Array.fromAsync((await exportRecord(app, studyId)).lines)).join("");
    expect(record).not.toContain('"features":');
    expect(replayRecord(record).problems).toEqual([]);
    const { problems } = verifyLog({ lines: linesIn([new TextEncoder().encode(record)]) });
    expect(problems).toEqual([]);
  });

  it("resumes where it stopped, fifty people at a time", async () => {
    const { studyId } = await played(60);
    await changeRetention(app, { studyId, days: 14 });
    await endStudy(app, studyId);
    app.clock.advance(14 * day + 60_000);
    expect(await deleteDueFeatures(app, { studyId })).toBe(0);
    expect(await dataOf(studyId)).toHaveLength(10);
    expect(await isDue(studyId)).toBe(true);
    expect(await runJob(studyId)).toBe(1);
    expect(await dataOf(studyId)).toEqual([]);
  });

  it("can be changed until it is due, at least 14 days after the change", async () => {
    const { studyId } = await played();
    await changeRetention(app, { studyId, days: 30 });
    await changeRetention(app, { studyId, days: 30 });
    await changeRetention(app, { studyId, days: null });
    await endStudy(app, studyId);
    expect((await retentionOf(studyId)).dueAt).toBeNull();
    app.clock.advance(100 * day);
    await changeRetention(app, { studyId, days: 20 });
    const changes = (await entriesOf(studyId)).filter(({ type }) => type === "retention.changed");
    expect(changes.map(({ body }) => body)).toEqual([{ days: 30 }, { days: null }, { days: 20 }]);
    expect(await retentionOf(studyId)).toMatchObject({ dueAt: (changes.at(-1)?.at ?? 0) + 14 * day });
    await changeRetention(app, { studyId, days: 200 });
    app.clock.advance(90 * day);
    expect(await isDue(studyId)).toBe(false);
    app.clock.advance(20 * day);
    await refused(changeRetention(app, { studyId, days: null }), "retention-over");
    await runJob(studyId);
    await refused(changeRetention(app, { studyId, days: null }), "retention-over");
  });

  it("needs a published study", async () => {
    const { studyId, operatorId } = await played();
    const { studyId: draft } = await createDraft(app, operatorId, { name: "Not yet" });
    await refused(changeRetention(app, { studyId: draft, days: 20 }), "study-not-ready");
    expect(await isDue(studyId)).toBe(false);
  });

  it("is found by the queue", async () => {
    const { studyId } = await played();
    await changeRetention(app, { studyId, days: 14 });
    await endStudy(app, studyId);
    app.clock.advance(15 * day);
    const found: unknown[] = [];
    await lookFor(app, "delete-features", (job) => found.push(job) > 0);
    expect(found).toContainEqual({ kind: "delete-features", studyId });
  });
});
