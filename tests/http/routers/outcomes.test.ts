import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { insertMembership } from "#db/queries/seats.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { uploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { takeFile } from "#server/studies/uploads/waiting-file.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { fileOf } from "#tests/study/files/reading/files.ts";
import { makeStage } from "./stage.ts";

const { app, store, as, person } = makeStage();
let study: TestStudy;
let studyId: string;
let neighbour: Neighbour;
/** The last round played, and the people picked in it. */
let round: number;
let picked: { position: number; personId: string }[];

const outcomes = () => as({ id: study.operatorId }).outcomes;

beforeEach(async () => {
  const people = madeUpPeople(400);
  const outcomes = people.map((_, index) => (index === 0 ? null : index % 2 === 1 ? "yes" : "no"));
  study = await publishedStudy(app(), { people, outcomes, settings: { roundSize: "20" } });
  studyId = study.studyId;
  // The drawn rule may pick no person.
  do {
    ({ round } = await openRound(app(), { studyId }));
    await closeRound(app(), { studyId, round });
    picked = (await readRoundDetails(app(), studyId, round)).people.filter(({ selected }) => selected);
  } while (picked.length < 4);
  await applyUpdates(app(), studyId);
  neighbour = await addNeighbour(store(), studyId);
});

const recorded = () =>
  store().read((db) => {
    const { outcome } = db.t;
    return db.q.select().from(outcome).where(eq(outcome.studyId, studyId)).orderBy(outcome.seq);
  });

const headOf = async () => (await as({ id: study.operatorId }).studies.read({ studyId })).head.seq;

/** Waits for the learner, which no procedure awaits. */
async function settled() {
  await applyUpdates(app(), studyId);
  await neighbour.expectUntouched();
}

it("an operator records and corrects outcomes, and the learner follows", async () => {
  const before = await headOf();
  const position = picked[0]?.position ?? 0;
  const first = {
    studyId,
    idempotencyKey: "first key",
    outcomes: [{ round, position, value: "yes" as const }],
  };
  expect(await outcomes().record(first)).toMatchObject([{ round, position, version: 1, value: "yes" }]);
  await expect.poll(headOf).toBe(before + 2);
  const colleague = await person(`colleague-${studyId}`);
  const membership = { studyId, accountId: colleague.id, createdAt: 1 };
  await store().tx((tx) => insertMembership(tx, { ...membership, role: "operator", wayIn: "account" }));
  const correction = { round, position, value: "lost" as const, isCorrection: true };
  await as(colleague).outcomes.record({ studyId, idempotencyKey: "second key", outcomes: [correction] });
  expect(await recorded()).toMatchObject([
    { position, version: 1, value: "yes", recordedBy: study.operatorId, idempotencyKey: "first key/0" },
    { position, version: 2, value: "lost", recordedBy: colleague.id, idempotencyKey: "second key/0" },
  ]);
  await settled();
});

it("an operator reveals the recorded outcomes of picked people", async () => {
  const before = await headOf();
  const revealed = await outcomes().revealHistory({ studyId, round });
  await expect.poll(headOf).toBeGreaterThan(before + revealed.length);
  // The first person had no recorded outcome; the others yes and no in turn.
  const withOutcome = picked.filter(({ personId }) => personId !== "p1");
  expect(revealed.map(({ position }) => position)).toEqual(withOutcome.map(({ position }) => position));
  expect((await recorded()).map(({ value, recordedBy }) => [value, recordedBy])).toEqual(
    withOutcome.map(({ personId }) => [Number(personId.slice(1)) % 2 === 0 ? "yes" : "no", study.operatorId]),
  );
  await settled();
});

it("a file of outcomes is shown, its columns chosen, planned, recorded and reported, or discarded", async () => {
  const csv = `who,how\n${picked.map(({ personId }) => `${personId},fine`).join("\n")}\n`;
  const upload = { studyId, accountId: study.operatorId, name: "outcomes.csv", bytes: fileOf(csv) };
  await takeFile(app(), uploadedOutcomes, upload);
  await outcomes().file.discard({ studyId });
  expect((await outcomes().file.read({ studyId })).file).toBeNull();
  await takeFile(app(), uploadedOutcomes, upload);
  const { file } = await outcomes().file.read({ studyId });
  if (file === null) throw new Error("there is no file");
  expect(file.name).toBe("outcomes.csv");
  expect(await outcomes().file.confirmed({ studyId })).toEqual({ state: "none" });
  expect(await outcomes().file.check({ studyId })).toBeNull();

  const meanings = [{ word: "fine", means: "yes" as const }];
  const choices = { ...file.choices, person: { source: 0, identifier: null }, outcome: 1, meanings };
  await outcomes().file.choose({ studyId, fileId: file.id, choices });
  expect((await outcomes().file.read({ studyId })).file?.choices).toEqual(choices);
  const check = await outcomes().file.check({ studyId });
  expect(check).toMatchObject({ newCount: picked.length, refusedCount: 0 });

  await outcomes().file.confirm({ studyId, fileId: file.id, plan: check?.hash ?? "" });
  const receipt = { newCount: picked.length, correctedCount: 0, presentCount: 0, changedCount: 0 };
  await expect
    .poll(() => outcomes().file.confirmed({ studyId }))
    .toEqual({ state: "done", receipt: { ...receipt, refusedCount: 0 } });
  expect((await recorded()).map(({ value, recordedBy }) => [value, recordedBy])).toEqual(
    picked.map(() => ["yes", study.operatorId]),
  );
  await settled();
});
