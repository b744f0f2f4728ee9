import { beforeEach, expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, store, as, anonymous } = makeStage();
let study: TestStudy;
let neighbour: Neighbour;

beforeEach(async () => {
  study = await judgingStudy(app(), { auditors: 2, name: app().newId() });
  neighbour = await addNeighbour(store(), study.studyId);
});

it("an operator makes and withdraws a personal link; its holder reads and objects without an account", async () => {
  const { studyId, operatorId } = study;
  await openRound(app(), { studyId });
  await closeRound(app(), { studyId, round: 1 });
  const { explanations } = as({ id: operatorId });
  const person = { studyId, round: 1, position: 2 };
  const { token } = await explanations.makeLink({ ...person, days: 30, contact: "Ms Ada" });
  expect(await explanations.links({ studyId, round: 1 })).toMatchObject([{ position: 2, contact: "Ms Ada" }]);
  await anonymous().explanations.object({ token, text: " Unfair. " });
  expect(await anonymous().explanations.read({ token })).toMatchObject({
    ...{ personId: "p3", contact: "Ms Ada" },
    objections: [{ text: "Unfair.", state: "received" }],
  });
  await explanations.withdrawLink(person);
  expect(await anonymous().explanations.read({ token })).toBeNull();
  const late = anonymous().explanations.object({ token, text: "Again." });
  await refused(cause(late), "personal-link-over");
  await neighbour.expectUntouched();
});
