import { expect, it } from "vitest";
import { hasStudyEvent } from "#db/queries/security.ts";
import { recordNow } from "#server/platform/high-water-mark/record-marks.ts";
import { listBehind, refuseBehind } from "#server/platform/high-water-mark/refuse-behind.ts";
import { readStudy } from "#server/results/read-study.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { deleteStudy } from "#server/studies/deletion/delete-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";

describeEngines("an ended study", async (openStore) => {
  const app = testApp(await openStore());

  it("is deleted once its name is typed, and the security log records it", async () => {
    const study = await publishedStudy(app, { name: "loans" });
    const other = await publishedStudy(app);
    const { studyId, operatorId: accountId } = study;
    await playRound(app, study, [() => true]);
    await refused(deleteStudy(app, { studyId, accountId, name: "loans" }), "study-not-ended");
    await endStudy(app, studyId);
    await recordNow(app, studyId);
    await refused(deleteStudy(app, { studyId, accountId, name: "loan" }), "bad-input");
    expect((await readStudy(app, studyId)).rounds).toHaveLength(1);

    await deleteStudy(app, { studyId, accountId, name: " loans " });
    await refused(readStudy(app, studyId), "not-found");
    await refused(deleteStudy(app, { studyId, accountId, name: "loans" }), "not-found");
    const event = { kind: "study.deleted", studyId };
    expect(await app.store.read((db) => hasStudyEvent(db, event))).toBe(true);
    expect((await readStudy(app, other.studyId)).state).toBe("ready");
  });

  it("is not reported missing at the next start, whether or not its mark was retired", async () => {
    const { studyId, operatorId: accountId } = await publishedStudy(app, { name: "grants" });
    await endStudy(app, studyId);
    await recordNow(app, studyId);
    const mark = await app.marks.read(studyId);
    if (mark === null) throw new Error("no mark");
    await deleteStudy(app, { studyId, accountId, name: "grants" });
    expect(app.marks.list()).not.toContain(studyId);
    await app.marks.add(studyId, mark);
    expect(await listBehind(app.store, app.marks)).toEqual([]);
    await expect(refuseBehind(app.store, app.marks)).resolves.toBeUndefined();
    await app.marks.add(app.newId(), mark);
    await expect(refuseBehind(app.store, app.marks)).rejects.toThrow("is not in it");
  });
});
