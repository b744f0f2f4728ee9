import { expect, it } from "vitest";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { playRound } from "#tests/setup/play.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, store, as, anonymous } = makeStage();

it("the report is that of the study", async () => {
  const study = await publishedStudy(app(), { name: "reported" });
  const { studyId } = study;
  await playRound(app(), study, []);
  await addNeighbour(store(), studyId);
  const { report } = await as({ id: study.operatorId }).report.read({ studyId });
  expect(report).toMatchObject({
    study: { id: studyId, name: "reported" },
    purpose: { text: "Small loans", version: 1, seq: 1 },
    people: { imported: 120, erased: 0 },
    reports: { reports: 0, rounds: 1 },
  });
});

it("an operator publishes the report by a link, states fields and withdraws it; every visitor may read it", async () => {
  const { studyId, operatorId } = await publishedStudy(app(), { name: "shared" });
  const operator = as({ id: operatorId }).report;
  await operator.state({ studyId, contact: "the desk" });
  expect((await operator.read({ studyId })).statements.contact?.text).toBe("the desk");
  expect(await operator.link({ studyId })).toBeNull();
  const { token } = await operator.share({ studyId });
  expect(await operator.link({ studyId })).toEqual({ madeAt: expect.any(Number) });
  expect(await anonymous().report.shared({ token })).toEqual(await operator.read({ studyId }));
  await operator.withdraw({ studyId });
  expect(await anonymous().report.shared({ token })).toBeNull();
});
