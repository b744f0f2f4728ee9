import { expect, it } from "vitest";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { changeRetention } from "#server/studies/people/retention.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { mailing } from "./mailing.ts";

const day = 24 * 60 * 60_000;

captureLog();

describeEngines("mails to operators about a panel and about features", async (openStore) => {
  const base = testApp(await openStore());

  async function stage() {
    const name = `n${base.newId()}`;
    const study = await publishedStudy(base, { name, auditors: 5 });
    const { app, send } = await mailing(base, name);
    const sent = async () =>
      (await send())
        .filter(({ to }) => to[0] === study.operatorEmail)
        .map(({ headers, text }) => ({ subject: headers.get("subject"), text: text.replaceAll("\n", " ") }));
    return { ...study, app, sent, name };
  }

  it.each(["by-lot", "rotation"] as const)("list the seats of a panel chosen %s, once", async (how) => {
    const { app, sent, studyId, name } = await stage();
    await changeSelection(app, { studyId, selection: { how, size: 2 } });
    const { round } = await openRound(app, { studyId });
    const { panel } = await readRoundDetails(app, studyId, round);
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`The panel of round 1 of “${name}”`);
    expect(panel).toHaveLength(2);
    expect(mail?.text).toContain(`Seats on its panel: ${panel.map(({ seatId }) => seatId).join(" and ")}.`);
    expect(mail?.text).toContain(`http://evenhand.example/studies/${studyId}/rounds/1`);
    expect(await sent()).toEqual([]);
  });

  it("say nothing about a full panel, one the operator chose, or a cancelled round", async () => {
    const { app, sent, studyId } = await stage();
    await openRound(app, { studyId });
    expect(await sent()).toEqual([]);
    await cancelRound(app, { studyId, round: 1, reason: "trouble" });
    await changeSelection(app, { studyId, selection: { how: "by-operator", size: null } });
    await openRound(app, { studyId, seatIds: ["s2"] });
    expect(await sent()).toEqual([]);
    await cancelRound(app, { studyId, round: 2, reason: "trouble" });
    await changeSelection(app, { studyId, selection: { how: "by-lot", size: 2 } });
    await openRound(app, { studyId });
    await cancelRound(app, { studyId, round: 3, reason: "trouble" });
    expect(await sent()).toEqual([]);
  });

  it("announce a deletion of features 14 days before, and again if the day changes", async () => {
    const { app, sent, studyId, name } = await stage();
    await changeRetention(app, { studyId, days: 20 });
    await endStudy(app, studyId);
    app.clock.advance(5 * day);
    expect(await sent()).toEqual([]);
    app.clock.advance(day + 60_000);
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Erasure of features in “${name}”`);
    expect(mail?.text).toContain("Backups of the server keep the features until they expire.");
    expect(mail?.text).toContain(`http://evenhand.example/studies/${studyId}/settings`);
    expect(await sent()).toEqual([]);
    await changeRetention(app, { studyId, days: 30 });
    expect(await sent()).toEqual([]);
    app.clock.advance(11 * day);
    expect(await sent()).toHaveLength(1);
  });
});
