import { beforeEach, expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, store, as } = makeStage();
let study: TestStudy;
let neighbour: Neighbour;

beforeEach(async () => {
  study = await publishedStudy(app(), { name: app().newId() });
  neighbour = await addNeighbour(store(), study.studyId);
});

it("an operator overrides a decision once, and counts overrides by reason and direction", async () => {
  const { studyId, operatorId } = study;
  const { round } = await openRound(app(), { studyId });
  await closeRound(app(), { studyId, round });
  const [person] = (await readRoundDetails(app(), studyId, round)).people;
  const isPicked = person?.selected === true;
  const { overrides } = as({ id: operatorId });
  const input = { studyId, round, position: 0, decision: isPicked ? (0 as const) : (1 as const) };
  const { seq } = await overrides.record({ ...input, reason: "wrong-data", decidedBy: " head of office " });
  const again = overrides.record({ ...input, reason: "other", decidedBy: "court" });
  await refused(cause(again), "decision-overridden");
  const { people } = await readRoundDetails(app(), studyId, round);
  const { decision } = input;
  expect(people[0]?.override).toEqual({ decision, reason: "wrong-data", decidedBy: "head of office", seq });
  const counts = await overrides.counts({ studyId });
  expect(counts.all).toEqual({ picked: isPicked ? 0 : 1, notPicked: isPicked ? 1 : 0 });
  await applyUpdates(app(), studyId);
  await neighbour.expectUntouched();
});

it("an override without a position or a listed reason is refused", async () => {
  const { overrides } = as({ id: study.operatorId });
  const input = { studyId: study.studyId, round: 1, position: 0, decision: 0 as const };
  await expect(overrides.record({ ...input, reason: "safety", decidedBy: "  " })).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  await expect(
    overrides.record({ ...input, reason: "whim" as "other", decidedBy: "court" }),
  ).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
});
