import { afterAll, beforeAll, expect, it } from "vitest";
import { acceptInvitation } from "#server/services/accounts/accept-invitation.ts";
import {
  inviteToStudy,
  readPanel,
  seatByEmail,
  seatMember,
  withdrawFromStudy,
} from "#server/services/studies/panel.ts";
import { addAccount, type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { makeStudy } from "#tests/setup/study.ts";
import { startDraft } from "./drafting.ts";

describeEngines("the panel of a study", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });
  afterAll(() => app.close());

  const password = "correct horse battery";

  it("seats somebody who has an account by the address, once", async () => {
    const { studyId } = await makeStudy(app, { auditors: 1 });
    await addAccount(app, `known-${studyId}`);
    const email = `known-${studyId}@example.org`;
    expect(await seatByEmail(app, { studyId, email })).toEqual({ seatId: "s2" });
    expect(await seatByEmail(app, { studyId, email })).toEqual({ seatId: "s2" });
    expect((await readPanel(app, studyId)).seats.map(({ id }) => id)).toEqual(["s1", "s2"]);
    await expect(seatByEmail(app, { studyId, email: "nobody@example.org" })).rejects.toMatchObject({
      code: "not-found",
      problems: [{ field: "email" }],
    });
  });

  it("lists who joined by a link until they have a seat", async () => {
    const { studyId, operatorId } = await makeStudy(app, { auditors: 1 });
    const email = `joins-${studyId}@example.org`;
    const { token } = await inviteToStudy(app, operatorId, { studyId, email, role: "auditor" });
    expect((await readPanel(app, studyId)).invitations).toMatchObject([{ email, role: "auditor" }]);
    const { accountId } = await acceptInvitation(app, { token, displayName: "Joined", password });
    const { invitations, seatless } = await readPanel(app, studyId);
    expect(invitations).toEqual([]);
    const waiting = seatless.some((member) => member.accountId === accountId);
    if (waiting) expect(await seatMember(app, { studyId, accountId })).toEqual({ seatId: "s2" });
    expect((await readPanel(app, studyId)).seatless).toEqual([]);
    expect((await readPanel(app, studyId)).seats.map(({ displayName }) => displayName)).toContain("Joined");
    await expect(seatMember(app, { studyId, accountId: operatorId })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("withdraws its own links only, and has none for a draft", async () => {
    const { studyId, operatorId } = await makeStudy(app, { auditors: 1 });
    const other = await makeStudy(app, { auditors: 1 });
    await inviteToStudy(app, operatorId, { studyId, email: "w@example.org", role: "researcher" });
    const [link] = (await readPanel(app, studyId)).invitations;
    if (link === undefined) throw new Error("the link is gone");
    const { ref } = link;
    await expect(withdrawFromStudy(app, { studyId: other.studyId, ref })).rejects.toMatchObject({
      code: "invitation-invalid",
    });
    await withdrawFromStudy(app, { studyId, ref });
    expect((await readPanel(app, studyId)).invitations).toEqual([]);
    const draft = await startDraft(app);
    const early = { studyId: draft.studyId, email: "e@example.org", role: "auditor" as const };
    await expect(inviteToStudy(app, draft.operatorId, early)).rejects.toMatchObject({
      code: "study-not-ready",
    });
  });
});
