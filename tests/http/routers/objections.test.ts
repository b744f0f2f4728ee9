import { beforeEach, expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { auditor, judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, store, as } = makeStage();
let study: TestStudy;
let neighbour: Neighbour;

beforeEach(async () => {
  study = await judgingStudy(app(), { auditors: 2, name: app().newId() });
  neighbour = await addNeighbour(store(), study.studyId);
});

it("an operator receives and forwards an objection, and the panel of the next round answers", async () => {
  const { studyId, operatorId } = study;
  await openRound(app(), { studyId });
  await closeRound(app(), { studyId, round: 1 });
  const operator = as({ id: operatorId }).objections;
  const person = { studyId, round: 1, position: 2 };
  await operator.receive({ ...person, text: "By letter." });
  await refused(cause(operator.receive({ ...person, text: "Again." })), "objection-pending");
  const [row] = (await operator.list({ studyId })).objections;
  const objection = row?.receivedSeq ?? 0;
  expect(row).toMatchObject({ text: "By letter.", by: "operator", state: "received" });
  await operator.forward({ studyId, objection, question: "Was it unfair?" });
  await openRound(app(), { studyId });
  const ofAuditor = as({ id: auditor(study, 0) });
  const where = { studyId, round: 2 };
  const { seat, objections } = await ofAuditor.rounds.judging(where);
  expect(objections).toMatchObject([{ objection, question: "Was it unfair?" }]);
  await ofAuditor.objections.answer({ ...where, objection, seat, answer: "yes" });
  const unknown = ofAuditor.objections.answer({ ...where, objection: 1, seat, answer: "yes" });
  await refused(cause(unknown), "not-found");
  await closeRound(app(), where);
  expect((await operator.list({ studyId })).objections).toMatchObject([
    { state: "answered", askedIn: 2, yes: 1, no: 0, unsure: 0 },
  ]);
  await neighbour.expectUntouched();
});

it("an objection or link for an open round is refused, also for a position without a person", async () => {
  const { studyId, operatorId } = study;
  await openRound(app(), { studyId });
  const { objections, explanations } = as({ id: operatorId });
  for (const position of [2, 90]) {
    const person = { studyId, round: 1, position };
    for (const call of [
      objections.receive({ ...person, text: "Unfair." }),
      explanations.makeLink({ ...person, days: 30, contact: "Ms Ada" }),
    ]) {
      const { message } = await refused(cause(call), "objection-too-early");
      expect(message).toBe("Round 1 is not closed. Objections and personal links are possible once it is.");
    }
  }
  expect((await objections.list({ studyId })).objections).toEqual([]);
  expect(await explanations.links({ studyId, round: 1 })).toEqual([]);
  await neighbour.expectUntouched();
});
