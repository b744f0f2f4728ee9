import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { furtherPeople } from "#server/studies/people/further-people.ts";
import { takeFile } from "#server/studies/uploads/waiting-file.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { fileOf } from "#tests/study/files/reading/files.ts";
import { makeStage } from "./stage.ts";

const { app, store, as } = makeStage();
let study: TestStudy;
let studyId: string;
let neighbour: Neighbour;

const people = () => as({ id: study.operatorId }).people;
const csv = "salary,years,housing\n30,2,own\n55,7,rent\n";

beforeEach(async () => {
  study = await publishedStudy(app());
  studyId = study.studyId;
  neighbour = await addNeighbour(store(), studyId);
  const upload = { studyId, accountId: study.operatorId, name: "more.csv", bytes: fileOf(csv) };
  await takeFile(app(), furtherPeople, upload);
});

const rowsOf = (table: "job" | "person" | "personData") =>
  store().read((db) => db.q.select().from(db.t[table]).where(eq(db.t[table].studyId, studyId)));

it("a further file of people is shown, its columns chosen, checked, imported and reported", async () => {
  const { file } = await people().file.read({ studyId });
  if (file === null) throw new Error("there is no file");
  expect([file.name, file.choices.columns]).toEqual(["more.csv", [null, 1, 2]]);
  expect(await people().file.confirmed({ studyId })).toEqual({ state: "none" });

  const choices = { ...file.choices, columns: [0, 1, 2] };
  await people().file.choose({ studyId, fileId: file.id, choices });
  expect((await people().file.read({ studyId })).file?.choices).toEqual(choices);
  const check = await people().file.check({ studyId });
  expect(check).toMatchObject({ count: 2, isReady: true });

  await people().file.confirm({ studyId, fileId: file.id, plan: check?.hash ?? "" });
  const receipt = { first: "p121", last: "p122", count: 2 };
  await expect.poll(() => people().file.confirmed({ studyId })).toMatchObject({ state: "done", receipt });
  expect(await rowsOf("personData")).toContainEqual(
    expect.objectContaining({ personId: "p122", features: '["55","7","rent"]' }),
  );
  expect(await rowsOf("job")).toContainEqual(
    expect.objectContaining({ kind: "import-people", createdBy: study.operatorId }),
  );
  await neighbour.expectUntouched();
});

it("a further file of people is discarded", async () => {
  await people().file.discard({ studyId });
  expect((await people().file.read({ studyId })).file).toBeNull();
  await neighbour.expectUntouched();
});

it("erasing a person deletes the personal rows, and keeps the pseudonym and the log's entry", async () => {
  expect(await people().erase({ studyId, personId: "p7" })).toEqual({ seq: expect.any(Number) });
  expect(await rowsOf("personData")).not.toContainEqual(expect.objectContaining({ personId: "p7" }));
  expect(await rowsOf("person")).toContainEqual(
    expect.objectContaining({ id: "p7", erasedAt: expect.any(Number) }),
  );
  expect(await people().erase({ studyId, personId: "p7" })).toEqual({ seq: null });
  await neighbour.expectUntouched();
});

it("people are listed, found and shown with their rounds and decisions", async () => {
  const page = await people().list({ studyId, search: "p7" });
  expect(page).toMatchObject({ count: 1, total: 120, next: null });
  expect(page.people).toEqual([{ id: "p7", round: null, state: "waiting", identifiers: ["#8"] }]);
});
