import { expect, it, onTestFinished } from "vitest";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { planReminder } from "#server/rounds/reminders/plan-reminder.ts";
import { addWebhook, sendTestEvent } from "#server/rounds/webhooks/webhooks.ts";
import { studyWebhookEvents } from "#server/schemas/webhook-events.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { recordJobs } from "#tests/setup/recorded-jobs.ts";
import { judgingStudy } from "./judging/judging-study.ts";

describeEngines("the jobs that follow a change of a study", async (openStore) => {
  const base = testApp(await openStore());

  it("are enqueued by the service that makes the change, once", async () => {
    const study = await judgingStudy(base, {
      settings: { draw: "even", picks: { rule: "exactly", count: "2" } },
    });
    const { studyId, operatorId: accountId } = study;
    const mail = await startMailServer();
    onTestFinished(mail.close);
    const { app, jobs } = recordJobs({ ...base, mailer: mail.mailer() });
    const after = async (change: Promise<unknown>) => {
      await change;
      return jobs.splice(0);
    };
    const checkpoint = { kind: "keep-checkpoints", studyId };
    const draw = { kind: "draw", studyId };
    const update = { kind: "update-learner", studyId };

    expect(await after(openRound(app, { studyId }))).toEqual([checkpoint, draw]);
    const planned = await planReminder(app, { studyId, round: 1, seatIds: ["s1"], accountId });
    expect(jobs.splice(0)).toEqual([{ kind: "reminder", studyId, id: planned.id }]);
    const close = () => closeRound(app, { studyId, round: 1 });
    expect(await after(close())).toEqual([update, { kind: "mail-checkpoint", studyId, round: 1 }, draw]);
    expect(await after(close())).toEqual([]);

    const { people } = await readRoundDetails(app, studyId, 1);
    const position = people.findIndex(({ selected }) => selected);
    const batch = { studyId, accountId, idempotencyKey: "one" };
    expect(await after(recordOutcomes(app, batch, [{ round: 1, position, value: "yes" }]))).toEqual([update]);

    const hook = { studyId, address: "https://hooks.example.org", events: studyWebhookEvents };
    const { id: webhookId } = await addWebhook(app, accountId, hook);
    const send = { kind: "send-webhook", webhookId };
    expect(await after(sendTestEvent(app, { studyId, webhookId }))).toEqual([send]);

    await after(openRound(app, { studyId }));
    expect(await after(cancelRound(app, { studyId, round: 2, reason: "operator" }))).toEqual([checkpoint]);
    expect(await after(endStudy(app, studyId))).toEqual([checkpoint]);
  });
});
