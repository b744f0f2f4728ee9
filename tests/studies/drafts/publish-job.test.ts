import { expect, it, vi } from "vitest";
import type { App } from "#server/platform/app/app.ts";
import { readStudy } from "#server/results/read-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readDraft, saveDraft } from "#server/studies/drafts/open-draft.ts";
import { readPublishing, startPublishing } from "#server/studies/drafts/publish-job.ts";
import { exportLog, logHead } from "#server/studies/exports/export-log.ts";
import { findStudyLabels } from "#server/studies/labels.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { breakingAt, silentAfter } from "#tests/setup/failing-writes.ts";
import { refused } from "#tests/setup/refusal.ts";
import { completeDraft, type Drafting, startDraft, tabbedFile } from "./drafting.ts";

describeEngines("publishing a draft", async (openStore) => {
  const app = testApp(await openStore());

  async function publish({ studyId, operatorId, view }: Drafting, by: App = app): Promise<void> {
    const { revision } = (await view()).draft;
    const { finished } = await startPublishing(by, { studyId, accountId: operatorId, revision });
    await finished;
  }

  const rowsOf = (studyId: string) =>
    app.store.read(async (db) => {
      const { person, personData, peopleImport, sealedOutcome, logEntry } = db.t;
      const counts = [];
      for (const table of [person, personData, peopleImport, sealedOutcome, logEntry]) {
        const rows = await db.q.select({ studyId: table.studyId }).from(table);
        counts.push(rows.filter((row) => row.studyId === studyId).length);
      }
      return counts;
    });

  it("creates a study with people, labels and two log entries, and deletes the file", async () => {
    const drafting = await completeDraft(app);
    const { studyId, operatorId } = drafting;
    const { purpose } = (await drafting.view()).draft;
    await drafting.save({ purpose: { ...purpose, name: "  Small loans ", purpose: " Who gets a loan?\n" } });
    await publish(drafting);
    expect(await readPublishing(app, studyId)).toEqual({ state: "done" });
    expect(await readDraft(app, studyId)).toBeNull();
    const study = await readStudy(app, studyId);
    expect(study).toMatchObject({
      name: "Small loans",
      isDemo: false,
      state: "ready",
      waitingCount: 12,
      ruleCount: 2 + 2 * (3 + 3),
      guideline: { version: 1, purpose: "Who gets a loan?", body: "Judge what you see." },
    });
    expect(study.settings).toMatchObject({
      learner: {
        columns: [
          { name: "account", type: "category" },
          { name: "months", type: "number" },
          { name: "history", type: "category" },
          { name: "amount", type: "number" },
        ],
        roundSize: 4,
        alpha: "0.1",
        eps: "0.05",
        horizon: null,
      },
      panel: { gamma: { numerator: 3, denominator: 5 }, quorum: 3 },
      presentation: { fields: ["account", "months", "history", "amount"] },
    });
    expect(await app.store.read((db) => findStudyLabels(db, studyId))).toMatchObject({
      deadlineDays: 7,
      columns: [
        { name: "account", label: "Checking account", words: [{ word: "A11", label: "below 0 DM" }] },
        { unit: "months" },
        {},
        {},
      ],
    });
    const { seq } = await logHead(app, studyId);
    const log = (await Array.fromAsync(exportLog(app, studyId, seq))).map((line) => JSON.parse(line));
    expect(log.map(({ type }) => type)).toEqual(["study.created", "people.imported"]);
    expect(log[1].body).toMatchObject({ first: "p1", last: "p12", count: 12 });
    expect(JSON.stringify(log)).not.toMatch(/below 0 DM|Checking account|A11/);
    const jobs = await app.store.read((db) =>
      db.q.select({ studyId: db.t.job.studyId, kind: db.t.job.kind }).from(db.t.job),
    );
    expect(jobs.filter((job) => job.studyId === studyId).map(({ kind }) => kind)).toEqual(["publish"]);

    const auditorId = await addAccount(app, `auditor-${studyId}`);
    await seatAuditor(app, { studyId, accountId: auditorId });
    const { round } = await openRound(app, { studyId });
    expect(round).toBe(1);
    await expect(seatAuditor(app, { studyId, accountId: operatorId })).rejects.toMatchObject({
      code: "role-conflict",
    });
  });

  it("refuses changes once the draft is published", async () => {
    const drafting = await completeDraft(app);
    const { studyId } = drafting;
    const { revision, settings } = (await drafting.view()).draft;
    await publish(drafting);
    const before = (await readStudy(app, studyId)).settings;
    await expect(saveDraft(app, { studyId, revision, parts: { settings } })).rejects.toMatchObject({
      code: "study-not-draft",
    });
    expect((await readStudy(app, studyId)).settings).toEqual(before);
  });

  it("stores the outcome column in a separate table", async () => {
    const drafting = await completeDraft(app);
    await publish(drafting);
    expect(await rowsOf(drafting.studyId)).toEqual([12, 12, 1, 12, 2]);
    const data = await app.store.read((db) =>
      db.q
        .select({ studyId: db.t.personData.studyId, features: db.t.personData.features })
        .from(db.t.personData),
    );
    const mine = data.filter(({ studyId }) => studyId === drafting.studyId);
    expect(mine.every(({ features }) => JSON.parse(features).length === 4)).toBe(true);
  });

  it("refuses an incomplete draft and lists all that is missing", async () => {
    const { studyId, operatorId, upload } = await startDraft(app);
    const start = (revision: number) => startPublishing(app, { studyId, accountId: operatorId, revision });
    const { message, problems } = await refused(start(0), "bad-input");
    expect(problems.map(({ field }) => field)).toEqual(["purpose.purpose", "people.file", "rules.people"]);
    expect(message).toBe(problems[0]?.message);
    await upload(tabbedFile);
    await expect(start(1)).rejects.toMatchObject({
      problems: [
        { field: "purpose.purpose" },
        { field: "people.columns", message: "No column is shown: auditors would judge nothing." },
        { field: "people.columns", message: "No column is used by rules." },
        { field: "rules.thresholds" },
      ],
    });
    await expect(start(0)).rejects.toMatchObject({ code: "draft-outdated" });
    expect(await readPublishing(app, studyId)).toEqual({ state: "none" });
  });

  it("leaves nothing behind if a row is invalid, and says which", async () => {
    const drafting = await completeDraft(app);
    const { people } = (await drafting.view()).draft;
    if (people === null) throw new Error("no people");
    const columns = people.columns.map((column) =>
      column.source === 4 ? { ...column, yes: ["1"], no: ["no"] } : column,
    );
    await drafting.save({ people: { ...people, columns } });
    await publish(drafting);
    expect(await readPublishing(app, drafting.studyId)).toMatchObject({
      state: "failed",
      message: expect.stringContaining("Row 3, column “class”: found “2”"),
    });
    expect(await rowsOf(drafting.studyId)).toEqual([0, 0, 0, 0, 0]);
    await drafting.save({ people });
    await publish(drafting);
    expect(await rowsOf(drafting.studyId)).toEqual([12, 12, 1, 12, 2]);
  });

  it("leaves nothing behind if it fails after the people were written", async () => {
    const drafting = await completeDraft(app);
    // The last transaction is the fifth: request, claim, begin, chunk, study.
    const breaking = breakingAt(app, 5);
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    await publish(drafting, breaking);
    stderr.mockRestore();
    output.mockRestore();
    expect(await readPublishing(app, drafting.studyId)).toMatchObject({
      state: "failed",
      message: expect.not.stringContaining("the disk is gone"),
    });
    expect(await rowsOf(drafting.studyId)).toEqual([0, 0, 0, 0, 0]);
    await publish(drafting);
    expect(await readPublishing(app, drafting.studyId)).toEqual({ state: "done" });
  });

  it("runs on one server at a time, and is taken over if that server dies", async () => {
    const drafting = await completeDraft(app);
    const { studyId, operatorId, view } = drafting;
    const { revision, settings } = (await view()).draft;
    const start = () => startPublishing(app, { studyId, accountId: operatorId, revision });
    const silent = silentAfter(app, 4);
    await startPublishing(silent.app, { studyId, accountId: operatorId, revision });
    await silent.isWaiting;
    expect(await readPublishing(app, studyId)).toMatchObject({ state: "running" });
    await expect(start()).rejects.toMatchObject({ code: "busy" });
    await expect(saveDraft(app, { studyId, revision, parts: { settings } })).rejects.toMatchObject({
      code: "busy",
    });
    expect((await rowsOf(studyId)).slice(0, 3)).toEqual([12, 12, 1]);

    app.clock.advance(61_000);
    expect(await readPublishing(app, studyId)).toMatchObject({
      state: "failed",
      message: expect.stringContaining("The server stopped"),
    });
    const { finished } = await start();
    await finished;
    expect(await readPublishing(app, studyId)).toEqual({ state: "done" });
    expect(await rowsOf(studyId)).toEqual([12, 12, 1, 12, 2]);
  });

  it("publishes nothing if the draft changed while its server was silent", async () => {
    const drafting = await completeDraft(app);
    const { studyId, operatorId, view } = drafting;
    const { revision, settings } = (await view()).draft;
    const silent = silentAfter(app, 4);
    const { finished } = await startPublishing(silent.app, { studyId, accountId: operatorId, revision });
    await silent.isWaiting;
    expect(await readPublishing(app, studyId)).toEqual({ state: "running", done: 12, total: 12 });
    app.clock.advance(61_000);
    await saveDraft(app, { studyId, revision, parts: { settings } });
    silent.wakeUp();
    await finished;
    expect(await readPublishing(app, studyId)).toEqual({
      state: "failed",
      message: "The draft changed while it was being published. Nothing was published.",
      problems: [],
    });
    expect(await rowsOf(studyId)).toEqual([0, 0, 0, 0, 0]);
  });

  it("stops before any write on a server whose job another has taken over", async () => {
    const drafting = await completeDraft(app);
    const { studyId, operatorId, view } = drafting;
    const { revision } = (await view()).draft;
    const by = { studyId, accountId: operatorId, revision };
    const first = silentAfter(app, 4);
    const silent = await startPublishing(first.app, by);
    await first.isWaiting;
    app.clock.advance(61_000);
    const second = silentAfter(app, 4);
    const other = await startPublishing(second.app, by);
    await second.isWaiting;

    first.wakeUp();
    await silent.finished;
    expect(await readPublishing(app, studyId)).toMatchObject({ state: "running" });
    expect(await rowsOf(studyId)).toEqual([12, 12, 1, 12, 0]);
    second.wakeUp();
    await other.finished;
    expect(await readPublishing(app, studyId)).toEqual({ state: "done" });
    expect(await rowsOf(studyId)).toEqual([12, 12, 1, 12, 2]);
  });
});
