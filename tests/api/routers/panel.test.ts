import { beforeEach, expect, it } from "vitest";
import { describeInvitation } from "#server/services/invitations/describe-invitation.ts";
import { joinStudy } from "#server/services/studies/join-study.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, store, as, person } = makeStage();
let study: TestStudy;
let studyId: string;
let neighbour: Neighbour;

const panel = () => as({ id: study.operatorId }).panel;
const seats = async () =>
  (await panel().read({ studyId })).seats.map(({ id, displayName }) => [id, displayName]);

beforeEach(async () => {
  study = await publishedStudy(app(), { auditors: 1, name: app().newId() });
  studyId = study.studyId;
  neighbour = await addNeighbour(store(), studyId);
});

it("somebody is seated by their address", async () => {
  const { email, displayName } = await person(`ada-${studyId}`);
  expect(await panel().seatByEmail({ studyId, email })).toEqual({ seatId: "s2" });
  expect((await seats())[1]).toEqual(["s2", displayName]);
  await neighbour.expectUntouched();
});

it("somebody who joined without a seat gets one", async () => {
  const member = await person(`ben-${studyId}`);
  await store().tx((tx) => joinStudy(tx, { studyId, accountId: member.id, role: "auditor", now: 1 }));
  const { seatless } = await panel().read({ studyId });
  expect(seatless.map(({ accountId }) => accountId)).toEqual([member.id]);
  expect(await panel().seatMember({ studyId, accountId: member.id })).toEqual({ seatId: "s2" });
  expect((await seats())[1]).toEqual(["s2", member.displayName]);
  await neighbour.expectUntouched();
});

it("a seat is given to somebody else", async () => {
  const { email, displayName } = await person(`cyd-${studyId}`);
  expect(await panel().replaceSeat({ studyId, seatId: "s1", email })).toEqual({ seatId: "s2" });
  expect(await seats()).toEqual([["s2", displayName]]);
  await neighbour.expectUntouched();
});

it("a link into this study is made in the name of whoever makes it, and withdrawn", async () => {
  const email = `dora-${studyId}@example.org`;
  const { token } = await panel().invite({ studyId, email, role: "researcher" });
  expect(await describeInvitation(app(), token)).toMatchObject({
    role: "researcher",
    email,
    inviter: { email: study.operatorEmail },
  });
  const { invitations } = await panel().read({ studyId });
  expect(invitations).toMatchObject([{ email, role: "researcher" }]);
  const ref = invitations[0]?.ref ?? "";

  const other = await publishedStudy(app(), { auditors: 0 });
  const elsewhere = as({ id: other.operatorId }).panel;
  await refused(cause(elsewhere.withdraw({ studyId: other.studyId, ref })), "invitation-invalid");
  await panel().withdraw({ studyId, ref });
  expect(await describeInvitation(app(), token)).toMatchObject({ state: "withdrawn" });
  await neighbour.expectUntouched();
});
