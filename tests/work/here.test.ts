import { beforeAll, expect, it } from "vitest";
import { listEntriesOf } from "#db/queries/log.ts";
import { ask } from "#server/services/app/work.ts";
import { listBehind } from "#server/services/learner/apply-updates.ts";
import { closeRound } from "#server/services/rounds/close-round.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { attempt } from "#server/work/attempt.ts";
import { isExpected } from "#server/work/here.ts";
import { lookFor } from "#server/work/sweep.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { keepDiary } from "#tests/setup/diary.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const diary = keepDiary();

describeEngines("work in the process that is asked", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });

  async function behind() {
    const { studyId } = await publishedStudy(app);
    const { round } = await openRound(app, { studyId });
    await closeRound(app, { studyId, round });
    return { kind: "update-learner" as const, studyId };
  }
  const updatesOf = (studyId: string) =>
    app.store.read((db) => listEntriesOf(db, { studyId, types: ["learner.updated"], after: 0, limit: 9 }));

  it("is done once, however often it is asked for at once", async () => {
    const work = await behind();
    await Promise.all([ask(app, work), ask(app, work), ask(app, work)]);
    expect(await updatesOf(work.studyId)).toHaveLength(1);
    expect(isExpected(app.store, work)).toBe(false);
  });

  it("is found where nobody asked, and is left to what is expected anyway", async () => {
    const work = await behind();
    expect(await listBehind(app)).toContainEqual({ studyId: work.studyId });
    await lookFor(app, "update-learner", () => true);
    expect(isExpected(app.store, work)).toBe(false);
    expect(await updatesOf(work.studyId)).toHaveLength(0);
    await lookFor(app, "update-learner", () => false);
    await expect.poll(() => updatesOf(work.studyId)).toHaveLength(1);
  });

  it("waits for its time, and sooner if it is asked for again", async () => {
    const work = await behind();
    await ask(app, work, 600_000);
    expect(isExpected(app.store, work)).toBe(true);
    expect(await updatesOf(work.studyId)).toHaveLength(0);
    await ask(app, work);
    expect(await updatesOf(work.studyId)).toHaveLength(1);
    expect(isExpected(app.store, work)).toBe(false);
  });

  it("that fails is written down and tried again later", async () => {
    const broken = { ...app, store: { ...app.store, read: () => Promise.reject(new Error("a loose wire")) } };
    expect(await attempt(broken, { kind: "draw", studyId: "none" })).toBe(60_000);
    expect(await attempt(app, { kind: "update-learner", studyId: "none" })).toBe(60_000);
    const said = diary.splice(0).join("");
    expect(said).toMatch(/unforeseen error.*a loose wire|a loose wire.*unforeseen error/);
    expect(said).toContain("work was refused, and is tried again");
  });
});
