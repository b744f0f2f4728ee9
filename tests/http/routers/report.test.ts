import { expect, it } from "vitest";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { playRound } from "#tests/setup/play.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, store, as } = makeStage();

it("the report is that of the study", async () => {
  const study = await publishedStudy(app(), { name: "reported" });
  const { studyId } = study;
  await playRound(app(), study, []);
  await addNeighbour(store(), studyId);
  const report = await as({ id: study.operatorId }).report.read({ studyId });
  expect(report).toMatchObject({
    study: { id: studyId, name: "reported" },
    purpose: { text: "Small loans", version: 1, seq: 1 },
    people: { imported: 120, erased: 0 },
    reports: { reports: 0, rounds: 1 },
  });
});
