import { and, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { draftRecords } from "#server/studies/drafts/records-file.ts";
import { takeFile } from "#server/studies/uploads/waiting-file.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { completeDraft, type Drafting, tabbedFile } from "#tests/studies/drafts/drafting.ts";
import { makeStage } from "./stage.ts";

const { app, store, as, person } = makeStage();
let drafting: Drafting;
let studyId: string;

const drafts = () => as({ id: drafting.operatorId }).drafts;

beforeEach(async () => {
  drafting = await completeDraft(app());
  studyId = drafting.studyId;
});

it("a draft belongs to its maker", async () => {
  const maker = await person("maker", "operator");
  const made = await as(maker).drafts.create({ name: "Small loans" });
  const view = await as(maker).drafts.read(made);
  expect(view?.draft.purpose.name).toBe("Small loans");
  const rows = await store().read((db) => {
    const { study } = db.t;
    return db.q.select({ createdBy: study.createdBy }).from(study).where(eq(study.id, made.studyId));
  });
  expect(rows).toEqual([{ createdBy: maker.id }]);
});

it("a draft is saved, read, checked and its file read again in another format", async () => {
  const neighbour = await addNeighbour(store(), studyId);
  const { draft } = await drafting.view();
  const purpose = { ...draft.purpose, name: "Larger loans" };
  const { revision } = await drafts().save({ studyId, revision: draft.revision, parts: { purpose } });
  expect(revision).toBe(draft.revision + 1);
  expect((await drafts().read({ studyId }))?.draft.purpose.name).toBe("Larger loans");
  expect(await drafts().check({ studyId })).toMatchObject({ count: 12, problems: [], isReady: true });
  await drafts().reread({ studyId, revision, format: { delimiter: "," } });
  const reread = await drafts().read({ studyId });
  expect(reread?.reading?.columns).toHaveLength(1);
  expect(reread?.draft.people?.format).toEqual({ delimiter: "," });
  await neighbour.expectUntouched();
});

it("a complete draft gives the chance at which each person would start", async () => {
  const start = await drafts().start({ studyId });
  expect(start?.mean).toBeGreaterThan(0);
  expect(start?.mean).toBeLessThan(1);
});

it("past records are shown, their columns chosen, and the file discarded", async () => {
  const { operatorId: accountId } = drafting;
  const bytes = new TextEncoder().encode(tabbedFile);
  await takeFile(app(), draftRecords, { studyId, accountId, name: "past.tsv", bytes });
  const { file } = await drafts().records.read({ studyId });
  if (file === null) throw new Error("there is no file");
  const choices = { ...file.choices, outcome: 4, yes: ["1"], no: ["2"] };
  await drafts().records.choose({ studyId, fileId: file.id, choices });
  expect(await drafts().records.check({ studyId })).toMatchObject({ yesCount: 6, noCount: 6 });
  await drafts().records.discard({ studyId });
  expect((await drafts().records.read({ studyId })).file).toBeNull();
});

it("a draft is published in its publisher's name and becomes a study", async () => {
  const neighbour = await addNeighbour(store(), studyId);
  const operator = await person("publisher", "operator");
  const { revision } = (await drafting.view()).draft;
  expect(await drafts().publishing({ studyId })).toEqual({ state: "none" });
  await store().tx(async (tx) => {
    const row = {
      studyId,
      accountId: operator.id,
      role: "operator" as const,
      wayIn: "account" as const,
      createdAt: 1,
    };
    await tx.q.insert(tx.t.membership).values(row);
  });
  await as(operator).drafts.publish({ studyId, revision });
  await expect.poll(() => drafts().publishing({ studyId })).toEqual({ state: "done" });
  expect(await drafts().read({ studyId })).toBeNull();
  const study = await as(operator).studies.read({ studyId });
  expect(study).toMatchObject({ state: "ready", name: "Small loans", waitingCount: 12 });
  // Its first checkpoint follows without a request.
  const newest = async () => (await as(operator).checkpoints.status({ studyId })).newest;
  await expect.poll(newest).toMatchObject({ size: study.head.seq });
  const jobs = await store().read((db) => {
    const { job } = db.t;
    const isPublication = and(eq(job.studyId, studyId), eq(job.kind, "publish"));
    return db.q.select({ createdBy: job.createdBy }).from(job).where(isPublication);
  });
  expect(jobs).toEqual([{ createdBy: operator.id }]);
  await neighbour.expectUntouched();
});

it("a draft is discarded", async () => {
  const neighbour = await addNeighbour(store(), studyId);
  await drafts().discard({ studyId });
  const rows = await store().read((db) =>
    db.q.select({ id: db.t.study.id }).from(db.t.study).where(eq(db.t.study.id, studyId)),
  );
  expect(rows).toEqual([]);
  await neighbour.expectUntouched();
});

it("the file of the fixture has twelve people", () => {
  expect(tabbedFile.trim().split("\n")).toHaveLength(12);
});
