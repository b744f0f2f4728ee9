import { expect, it } from "vitest";
import { requestedJobsQueue } from "#server/queue/in-process-queue.ts";
import { makeCheckpoint } from "#server/studies/checkpoints/make-checkpoint.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, store, as, anonymous } = makeStage();

it("a visitor who knows the study reads its newest checkpoint; only its members read the status", async () => {
  const { studyId, operatorId } = await publishedStudy({ ...app(), work: { queue: requestedJobsQueue } });
  const { checkpoints } = as({ id: operatorId });
  expect(await anonymous().checkpoints.newest({ study: studyId })).toBeNull();
  expect(await checkpoints.status({ studyId })).toEqual({ newest: null, isDue: true, witnesses: [] });
  const neighbour = await addNeighbour(store(), studyId);
  const { size, root } = await makeCheckpoint(app(), studyId);
  await neighbour.expectUntouched();
  expect(await anonymous().checkpoints.newest({ study: studyId })).toMatchObject({
    origin: `evenhand.example/studies/${studyId}`,
    size,
    root,
    witnesses: [],
  });
  expect(await checkpoints.status({ studyId })).toMatchObject({ newest: { size, root }, isDue: false });
  expect(await anonymous().checkpoints.newest({ study: app().newId() })).toBeNull();
});
