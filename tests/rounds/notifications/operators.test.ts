import { expect, it } from "vitest";
import { closeDueRound } from "#server/rounds/close-due.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { findNotifications } from "#server/rounds/notifications/find-notifications.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { mailing } from "./mailing.ts";

const hour = 60 * 60_000;

captureLog();

describeEngines("mails to operators", async (openStore) => {
  const base = testApp(await openStore());

  /** Opens a round of a study, and reads the mails to its operator. */
  async function open({ closesAtDeadline = true } = {}) {
    const name = `n${base.newId()}`;
    const study = await judgingStudy(base, { name, settings: { closesAtDeadline } });
    const { app, send } = await mailing(base, name);
    const { studyId } = study;
    const { round } = await openRound(app, { studyId, deadlineAt: app.now() + 48 * hour });
    const sent = async () =>
      (await send())
        .filter(({ to }) => to[0] === study.operatorEmail)
        .map(({ headers, text }) => ({ subject: headers.get("subject"), text }));
    const seal = (place: number) =>
      sealVerdicts(base, { studyId, round, accountId: auditor(study, place) }, [[0, 2, "unfair"]]);
    return { ...study, app, sent, seal, name, round };
  }

  it("say when all ballots are in, and that the round closes automatically", async () => {
    const { sent, seal, name, studyId } = await open();
    await seal(0);
    await seal(1);
    expect(await sent()).toEqual([]);
    await seal(2);
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`All ballots of round 1 of “${name}” are in`);
    expect(mail?.text).toContain("The round closes by itself 10 minutes after the last ballot.");
    expect(mail?.text).toContain(`http://evenhand.example/studies/${studyId}/rounds/1`);
    expect(await sent()).toEqual([]);
  });

  it("say when all ballots are in and the operator can close the round", async () => {
    const { sent, seal } = await open({ closesAtDeadline: false });
    for (const place of [0, 1, 2]) await seal(place);
    expect((await sent())[0]?.text).toContain("You can close the round.");
  });

  it("say that a round closed automatically, and what the panel said", async () => {
    const { app, sent, seal, name, studyId, round } = await open();
    await seal(0);
    app.clock.advance(48 * hour + 60_000);
    expect(await closeDueRound(app, { studyId, round })).toBe(true);
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Round 1 of “${name}” closed automatically`);
    expect(mail?.text).toContain("1 of 3 auditors sealed a ballot.");
    expect(await sent()).toEqual([]);
  });

  it("say nothing about a round that the operator closed", async () => {
    const { app, sent, studyId, round } = await open();
    await closeRound(app, { studyId, round });
    expect(await sent()).toEqual([]);
  });

  it("list the missing outcomes a week after a close", async () => {
    const { app, sent, name, studyId, round, operatorId: accountId } = await open();
    await closeRound(app, { studyId, round });
    const { people } = await readRoundDetails(app, studyId, round);
    const picked = people.flatMap(({ selected }, position) => (selected ? [position] : []));
    app.clock.advance(7 * 24 * hour - 60_000);
    expect(await sent()).toEqual([]);
    app.clock.advance(60_000);
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Outcomes of round 1 of “${name}” are due`);
    expect(mail?.text).toContain(
      picked.length === 1 ? "of 1 picked person is" : `of ${picked.length} picked people are`,
    );
    const outcomes = picked.map((position) => ({ round, position, value: "yes" as const }));
    await recordOutcomes(app, { studyId, accountId, idempotencyKey: "all" }, outcomes);
    expect(await sent()).toEqual([]);
  });

  it("say nothing about outcomes recorded before the mail was sent", async () => {
    const { app, sent, studyId, round, operatorId: accountId } = await open();
    await closeRound(app, { studyId, round });
    app.clock.advance(7 * 24 * hour);
    const found = (await findNotifications(app)).filter((one) => one.accountId === accountId);
    expect(found).toHaveLength(1);
    const { people } = await readRoundDetails(app, studyId, round);
    const outcomes = people.flatMap(({ selected }, position) =>
      selected ? [{ round, position, value: "no" as const }] : [],
    );
    await recordOutcomes(app, { studyId, accountId, idempotencyKey: "in time" }, outcomes);
    expect(await sent()).toEqual([]);
  });
});
