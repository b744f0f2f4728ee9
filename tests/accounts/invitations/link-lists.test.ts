import { expect, it, onTestFinished } from "vitest";
import { inviteMany } from "#server/accounts/invitations/invite-many.ts";
import { readPanel } from "#server/accounts/invitations/panel.ts";
import { readAddresses } from "#server/accounts/invitations/read-addresses.ts";
import { renewLinks } from "#server/accounts/invitations/renew-links.ts";
import { sendInvitations } from "#server/accounts/messages/send-invitations.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Job } from "#server/platform/app/job-queue.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const day = 24 * 60 * 60_000;

describeEngines("links of a list", async (openStore) => {
  const base = testApp(await openStore());

  async function begin() {
    const server = await startMailServer();
    onTestFinished(server.close);
    const jobs: Job[] = [];
    const enqueue = async (_: App, job: Job) => void jobs.push(job);
    const queue = { ...base.work.queue, enqueue };
    const plain: App = { ...base, work: { queue } };
    const { studyId, operatorId } = await publishedStudy(base, { auditors: 1 });
    return { plain, mailing: { ...plain, mailer: server.mailer() }, jobs, studyId, operatorId };
  }

  it("are sent by a job if mail is on, when they are made and when they are renewed", async () => {
    const { plain, mailing, jobs, studyId, operatorId } = await begin();
    await inviteMany(plain, operatorId, { studyId, list: "q1@example.org" });
    await renewLinks(plain, operatorId, { studyId });
    expect(jobs).toEqual([]);
    const job = { kind: "send-invitations", studyId };
    await inviteMany(mailing, operatorId, { studyId, list: "q2@example.org" });
    expect(jobs).toEqual([job]);
    base.clock.advance(day + 1);
    await renewLinks(mailing, operatorId, { studyId });
    expect(jobs).toEqual([job, job]);
  });

  it("wait to be mailed while mail is off", async () => {
    const { plain, mailing, studyId, operatorId } = await begin();
    await inviteMany(mailing, operatorId, { studyId, list: "w1@example.org" });
    const states = async () =>
      (await readPanel(base, studyId)).invitations.flatMap(({ state }) =>
        state === "joined" ? [] : [state],
      );
    await sendInvitations(plain, { studyId });
    expect(await states()).toEqual(["waiting"]);
    await sendInvitations(mailing, { studyId });
    expect(await states()).toEqual(["sent"]);
  });

  it("are in the security log of the study, with their maker and role, also when they are renewed", async () => {
    const { plain, studyId, operatorId } = await begin();
    const list = "email,role\nl1@example.org,auditor\nl2@example.org,observer";
    await inviteMany(plain, operatorId, { studyId, list });
    const made = async () => {
      const { events } = await readSecurityEvents(base, { kind: "link.made" });
      return events.filter(({ study }) => study?.id === studyId);
    };
    const event = (role: string) => ({
      ...{ kind: "link.made", actor: { id: operatorId }, account: null },
      detail: { purpose: "join", role },
    });
    const both = [event("observer"), event("auditor")];
    expect(await made()).toMatchObject(both);
    await renewLinks(plain, operatorId, { studyId });
    const renewed = (await made()).map(({ detail }) => (detail as { role: string }).role);
    expect(renewed.toSorted()).toEqual(["auditor", "auditor", "observer", "observer"]);
    expect(await made()).toMatchObject(renewed.map(event));
  });

  it("can be mailed again a day after they were made, and not before", async () => {
    const { mailing, studyId, operatorId } = await begin();
    await inviteMany(mailing, operatorId, { studyId, list: "d1@example.org" });
    await sendInvitations(mailing, { studyId });
    const link = (await readPanel(base, studyId)).invitations.find(({ state }) => state === "sent");
    const renewAt = (now: number) => renewLinks({ ...mailing, now: () => now }, operatorId, { studyId });
    await refused(renewAt((link?.createdAt ?? 0) + day - 1), "reminded-already");
    const { links, expiresAt } = await renewAt((link?.createdAt ?? 0) + day);
    expect(links).toEqual([{ email: "d1@example.org", token: null }]);
    expect(expiresAt).toBe((link?.createdAt ?? 0) + 8 * day);
  });
});

it("columns are found by their complete names, and cells lose only enclosing quotes", () => {
  const [address] = readAddresses(
    'my email,email,a role,region,note,said\nx,"ada@example.org",y," north ",say "hi","hi" she said',
  );
  expect(address).toEqual({
    ...{ row: 2, email: "ada@example.org", role: "auditor" },
    attributes: [
      { name: "my email", value: "x" },
      { name: "a role", value: "y" },
      { name: "region", value: "north" },
      { name: "note", value: 'say "hi"' },
      { name: "said", value: '"hi" she said' },
    ],
  });
});
