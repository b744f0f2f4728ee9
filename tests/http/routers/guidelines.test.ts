import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, store, as } = makeStage();

it("an operator revises the guidelines in their own name, and every version can be read", async () => {
  const { studyId, operatorId } = await publishedStudy(app());
  const neighbour = await addNeighbour(store(), studyId);
  const { guidelines } = as({ id: operatorId });
  const revised = { purpose: "Larger loans", body: "Look twice." };
  expect(await guidelines.revise({ studyId, basedOn: 1, ...revised })).toMatchObject({ version: 2 });
  const latest = await guidelines.read({ studyId });
  expect(latest.shown).toEqual({ version: 2, ...revised });
  const first = await guidelines.read({ studyId, version: 1 });
  expect(first.shown).toMatchObject({ version: 1, body: "Judge what you see." });
  const written = await store().read((db) => {
    const { guideline } = db.t;
    const second = and(eq(guideline.studyId, studyId), eq(guideline.version, 2));
    return db.q.select({ createdBy: guideline.createdBy }).from(guideline).where(second);
  });
  expect(written).toEqual([{ createdBy: operatorId }]);
  await neighbour.expectUntouched();
});
