import { expect, it } from "vitest";
import { changeOwnNotifications } from "#server/accounts/notification-settings.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { notificationKinds } from "#server/schemas/notification-kinds.ts";
import { auditor, judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { mailing } from "./mailing.ts";

const hour = 60 * 60_000;

captureLog();

describeEngines("the mails that an account chose", async (openStore) => {
  const base = testApp(await openStore());

  async function begin() {
    const name = `n${base.newId()}`;
    const study = await judgingStudy(base, { name });
    const { app, send } = await mailing(base, name);
    const choose = (place: number, settings: Parameters<typeof changeOwnNotifications>[2]) =>
      changeOwnNotifications(base, auditor(study, place), settings);
    const open = () => openRound(app, { studyId: study.studyId, deadlineAt: app.now() + 72 * hour });
    return { ...study, app, send, choose, open, name };
  }

  it("leave out the kinds that it turned off, and say how to turn mails off", async () => {
    const { app, send, choose, open, studyId, auditorEmails } = await begin();
    await choose(0, { off: ["round-opened"], digestHour: null });
    await open();
    const opened = await send();
    expect(opened.map(({ to }) => to[0])).toEqual(auditorEmails.slice(1));
    expect(opened[0]?.text).toMatch(
      /switch them off, on your account page:\nhttp:\/\/evenhand.example\/account#notifications$/,
    );
    await choose(0, { off: [], digestHour: null });
    await closeRound(app, { studyId, round: 1 });
    expect((await send()).map(({ to }) => to[0])).toEqual(auditorEmails);
  });

  it("come as one mail a day at the chosen hour, without events that are over by then", async () => {
    const { app, send, choose, open, name, studyId, auditorEmails } = await begin();
    // The tests' clock is at any hour of a day; the digest is two to three hours later.
    const digestHour = (new Date(app.now()).getUTCHours() + 3) % 24;
    await choose(1, { off: [], digestHour });
    await open();
    expect((await send()).map(({ to }) => to[0])).toEqual([auditorEmails[0], auditorEmails[2]]);
    await closeRound(app, { studyId, round: 1 });
    await open();
    expect((await send()).map(({ to }) => to[0])).not.toContain(auditorEmails[1]);
    app.clock.advance(3 * hour);
    const [mail, ...more] = await send();
    expect(more).toEqual([]);
    expect(mail?.to).toEqual([auditorEmails[1]]);
    expect(mail?.headers.get("subject")).toBe("2 notifications from Evenhand");
    expect(mail?.text).toContain(`* Round 1 of “${name}” has closed\n\n`);
    expect(mail?.text).toContain(`* Round 2 of “${name}” is open for you\n\n`);
    expect(mail?.text).not.toContain(`Round 1 of “${name}” is open`);
    expect(mail?.attachments.map((file) => file.name)).toEqual(["round-2.ics"]);
    expect(await send()).toEqual([]);
  });

  it("can all be turned off", async () => {
    const { send, choose, open } = await begin();
    const off = Object.keys(notificationKinds) as (keyof typeof notificationKinds)[];
    for (const place of [0, 1, 2]) await choose(place, { off, digestHour: 5 });
    await open();
    expect(await send()).toEqual([]);
  });
});
