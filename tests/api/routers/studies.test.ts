import { expect, it } from "vitest";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { playRound } from "#tests/setup/play.ts";
import { makeStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, store, as } = makeStage();

it("a study is read whole, and nothing of the one beside it", async () => {
  const study = await makeStudy(app(), { name: "read" });
  await playRound(app(), study, []);
  await addNeighbour(store(), study.studyId);
  const read = await as({ id: study.operatorId }).studies.read({ studyId: study.studyId });
  expect(read).toMatchObject({ id: study.studyId, name: "read", state: "running", waitingCount: 116 });
  expect(read.seats.map(({ id }) => id)).toEqual(["s1", "s2", "s3"]);
  expect(read.rounds.map(({ number, state }) => [number, state])).toEqual([[1, "closed"]]);
});
