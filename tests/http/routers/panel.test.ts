import { beforeEach, expect, it, vi } from "vitest";
import { describeInvitation } from "#server/accounts/invitations/describe-invitation.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { addWaiting } from "#tests/setup/waiting.ts";
import { cause, makeStage, shown } from "./stage.ts";

const { app, store, as } = makeStage();
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

it("a member without a seat gets one; a seat passes to another member, and ends with its auditor's role", async () => {
  const names = [`ben-${studyId}`, `cyd-${studyId}`];
  const [ben = "", cyd = ""] = [
    await addWaiting(app(), studyId, names[0] ?? ""),
    await addWaiting(app(), studyId, names[1] ?? ""),
  ];
  const { seatless } = await panel().read({ studyId });
  expect(seatless.map(({ accountId }) => accountId).sort()).toEqual([ben, cyd].sort());
  expect(await panel().seatMember({ studyId, accountId: ben })).toEqual({ seatId: "s2" });
  expect((await seats())[1]).toEqual(["s2", names[0]]);
  expect(await panel().replaceSeat({ studyId, seatId: "s1", accountId: cyd })).toEqual({ seatId: "s3" });
  await panel().endMembership({ studyId, accountId: ben });
  expect(await seats()).toEqual([["s3", names[1]]]);
  await refused(cause(panel().endMembership({ studyId, accountId: ben })), "not-found");
  await refused(cause(panel().endMembership({ studyId, accountId: study.operatorId })), "role-conflict");
  await neighbour.expectUntouched();
});

it("a seat rests and returns, and the way of choosing panels is changed", async () => {
  await panel().restSeat({ studyId, seatId: "s1", reason: "on-leave" });
  expect((await panel().read({ studyId })).seats).toMatchObject([{ id: "s1", restReason: "on-leave" }]);
  await refused(cause(panel().restSeat({ studyId, seatId: "s1", reason: "on-leave" })), "seat-resting");
  await panel().returnSeat({ studyId, seatId: "s1" });
  await refused(cause(panel().returnSeat({ studyId, seatId: "s1" })), "seat-not-resting");
  const selection = { how: "by-lot", size: 1 } as const;
  await panel().changeSelection({ studyId, selection });
  expect((await panel().read({ studyId })).selection).toEqual(selection);
  const tooLarge = panel().changeSelection({ studyId, selection: { how: "by-lot", size: 51 } });
  await expect(tooLarge).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await neighbour.expectUntouched();
});

it("attributes of auditors are saved, and the chances of a stratified lot are computed", async () => {
  const attributes = [{ name: "region", value: "north" }];
  await panel().saveAttributes({ studyId, members: [{ seatId: "s1", attributes }] });
  const quotas = [{ attribute: "region", value: "north", least: 1, most: 1 }];
  await panel().changeSelection({ studyId, selection: { how: "stratified", size: 1, quotas } });
  await panel().prepareLottery({ studyId });
  const read = await panel().read({ studyId });
  expect(read.seats).toMatchObject([{ id: "s1", attributes, chance: 1 }]);
  const many = Array.from({ length: 51 }, (_, index) => ({ ...quotas[0], attribute: `a${index}` }) as const);
  const selection = { how: "stratified", size: 1, quotas: many } as never;
  await expect(panel().changeSelection({ studyId, selection })).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  const tooMany = Array.from({ length: 11 }, (_, index) => ({ name: `a${index}`, value: "b" }));
  for (const wrong of [
    tooMany,
    [{ name: "region", value: "n".repeat(61) }],
    [...attributes, ...attributes],
  ]) {
    const members = [{ seatId: "s1", attributes: wrong }];
    await expect(panel().saveAttributes({ studyId, members })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  }
  await neighbour.expectUntouched();
});

it("an operator makes a link into this study in their own name, and withdraws it", async () => {
  const email = `dora-${studyId}@example.org`;
  const { token } = shown(await panel().invite({ studyId, email, role: "researcher" }));
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

it("an operator requires auditors to sign in by the provider, and reads that setting", async () => {
  for (const name of ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "NAME"]) {
    vi.stubEnv(`EVENHAND_OIDC_${name}`, name === "ISSUER" ? "https://login.example.org" : "Campus");
  }
  const auditor = as({ id: study.auditorIds[0] ?? "" });
  expect(await panel().signInRule({ studyId })).toEqual({ isRequired: false, provider: "Campus" });
  await auditor.rounds.mine({ studyId });
  await panel().requireSignIn({ studyId, isRequired: true });
  const refusal = await auditor.rounds.mine({ studyId }).catch((error: Error) => error);
  expect(refusal).toMatchObject({
    message: expect.stringMatching(/^Auditors of this study must sign in through/),
    code: "FORBIDDEN",
    cause: { code: "forbidden" },
  });
  await neighbour.expectUntouched();
});

it("a list of addresses is invited as auditors of this study alone", async () => {
  const list = `many-1-${studyId}@example.org\nmany-2-${studyId}@example.org`;
  const { links } = await panel().inviteMany({ studyId, list });
  expect(links.map(({ token }) => typeof token)).toEqual(["string", "string"]);
  const { invitations } = await panel().read({ studyId });
  expect(invitations.map(({ email, role }) => [email, role]).toSorted()).toEqual(
    list.split("\n").map((email) => [email, "auditor"]),
  );
  const renewed = await panel().renewLinks({ studyId });
  expect(renewed.links.map(({ email }) => email).toSorted()).toEqual(list.split("\n"));
  const [first] = links;
  expect(await describeInvitation(app(), first?.token ?? "")).not.toMatchObject({ state: "open" });
  await neighbour.expectUntouched();
});
