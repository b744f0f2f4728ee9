import { expect, it } from "vitest";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { playRound } from "#tests/setup/play.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, store, as } = makeStage();

it("a study is read without any data of another study", async () => {
  const study = await publishedStudy(app(), { name: "read" });
  await playRound(app(), study, []);
  await addNeighbour(store(), study.studyId);
  const read = await as({ id: study.operatorId }).studies.read({ studyId: study.studyId });
  expect(read).toMatchObject({ id: study.studyId, name: "read", state: "running", waitingCount: 116 });
  expect(read.seats.map(({ id, wayIn }) => [id, wayIn])).toEqual([
    ["s1", "link-copied"],
    ["s2", "link-copied"],
    ["s3", "link-copied"],
  ]);
  expect(read.rounds.map(({ number, state }) => [number, state])).toEqual([[1, "closed"]]);
});

it("an ended study opens no round; another study goes on", async () => {
  const study = await publishedStudy(app(), { name: "end" });
  await playRound(app(), study, []);
  const operator = as({ id: study.operatorId });
  const { rounds } = await operator.rounds.open({ studyId: study.studyId });
  await expect(operator.studies.end({ studyId: study.studyId })).rejects.toThrow("Rounds are open");
  await operator.rounds.cancel({ studyId: study.studyId, round: rounds[0]?.round ?? 0, reason: "operator" });
  const newest = async () => (await operator.checkpoints.status({ studyId: study.studyId })).newest;
  const { head } = await operator.studies.read({ studyId: study.studyId });
  await expect.poll(newest).toMatchObject({ size: head.seq });
  const neighbour = await addNeighbour(store(), study.studyId);

  const { seq } = await operator.studies.end({ studyId: study.studyId });
  expect(seq).toBeGreaterThan(0);
  await expect.poll(newest).toMatchObject({ size: seq });
  expect(await operator.studies.end({ studyId: study.studyId })).toEqual({ seq: null });
  expect(await operator.studies.read({ studyId: study.studyId })).toMatchObject({ state: "ended" });
  await expect(operator.rounds.open({ studyId: study.studyId })).rejects.toThrow("This study has ended.");
  await neighbour.expectUntouched();
});

it("the settings of a published study are read, and revised until its first round", async () => {
  const { studyId, operatorId } = await publishedStudy(app(), { name: "revise" });
  const neighbour = await addNeighbour(store(), studyId);
  const { studies, rounds } = as({ id: operatorId });
  const { revision, settings } = await studies.settings({ studyId });
  const revised = { ...settings, alphaPoints: "15" };
  expect(await studies.reviseSettings({ studyId, revision, settings: revised })).toEqual({ seq: 6 });
  expect((await studies.read({ studyId })).settings.learner.alpha).toBe("0.15");
  await rounds.open({ studyId });
  const late = { studyId, revision: revision + 1, settings: { ...revised, alphaPoints: "20" } };
  await expect(studies.reviseSettings(late)).rejects.toThrow();
  await neighbour.expectUntouched();
});

it("an ended study is deleted after its name is given, and another study is not", async () => {
  const { studyId, operatorId } = await publishedStudy(app(), { name: "delete" });
  const neighbour = await addNeighbour(store(), studyId);
  const { studies } = as({ id: operatorId });
  await expect(studies.delete({ studyId, name: "delete" })).rejects.toThrow();
  await studies.end({ studyId });
  await expect(studies.delete({ studyId, name: "another" })).rejects.toThrow();
  await studies.delete({ studyId, name: "delete" });
  await expect(studies.read({ studyId })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await neighbour.expectUntouched();
});

it("an operator plans the deletion of features, and another study keeps its own", async () => {
  const { studyId, operatorId } = await publishedStudy(app(), { name: "retain" });
  const neighbour = await addNeighbour(store(), studyId);
  const { studies } = as({ id: operatorId });
  await studies.changeRetention({ studyId, days: 20 });
  expect((await studies.read({ studyId })).retention).toEqual({ days: 20, dueAt: null, state: "planned" });
  for (const days of [13, 36_501, 14.5]) {
    await expect(studies.changeRetention({ studyId, days })).rejects.toThrow("from 14 to 36,500");
  }
  await neighbour.expectUntouched();
});
