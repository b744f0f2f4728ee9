import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { notifyOfFailedBackup } from "#server/operations/backup/notify-failure.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { findWebhookEvents } from "#server/rounds/webhooks/find-webhook-events.ts";
import { sendWebhook } from "#server/rounds/webhooks/send-webhook.ts";
import {
  addWebhook,
  readWebhooks,
  removeWebhook,
  replaceSecret,
  sendAgain,
  sendTestEvent,
  switchWebhook,
} from "#server/rounds/webhooks/webhooks.ts";
import { studyWebhookEvents } from "#server/schemas/webhook-events.ts";
import { auditor, hidden, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { mailing } from "#tests/rounds/notifications/mailing.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { type Answer, hanging, hostile, status } from "./answers.ts";
import { hookedStudy, typesOf } from "./hooked-study.ts";
import type { Received } from "./receiver.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

captureLog();
beforeEach(() => {
  vi.stubEnv("EVENHAND_PRIVATE_WEBHOOKS", "1");
  return () => vi.unstubAllEnvs();
});

describeEngines("webhooks", async (openStore) => {
  const app = testApp(await openStore());

  const hooked = (...answers: readonly Answer[]) => hookedStudy(app, { answers });

  it("report each event of a study once, with its log entry and no data about people", async () => {
    const { studyId, deliver, operatorId, ...study } = await hooked();
    const { round } = await openRound(app, { studyId });
    expect(typesOf(await deliver())).toEqual(["round.opened"]);
    for (const place of [0, 1, 2]) {
      const where = { studyId, round, accountId: auditor(study, place) };
      await sealVerdicts(app, where, [[0, 2, "unfair"]]);
    }
    await closeRound(app, { studyId, round });
    await deliver();
    app.clock.advance(7 * day);
    await deliver();
    await endStudy(app, studyId);
    const received = await deliver();
    expect(typesOf(received)).toEqual([
      ...["round.opened", "round.closed", "pair.reported", "outcomes.due", "study.ended"],
    ]);
    const entry = { seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    const facts = { studyId, round: 1, pairs: 4, seats: 3, entry };
    const ofType = (type: string) => JSON.parse(received[typesOf(received).indexOf(type)]?.body ?? "");
    expect(ofType("round.opened")).toEqual({
      ...{ type: "round.opened", timestamp: expect.stringMatching(/^2026-01-05T09:/), data: facts },
    });
    expect(ofType("pair.reported").data).toEqual({ ...facts, reports: 1 });
    expect(ofType("outcomes.due").data).toEqual({ ...facts, missingOutcomes: expect.any(Number) });
    expect(ofType("study.ended").data).toEqual({ studyId, entry });
    const all = received.map(({ body }) => body).join();
    for (const word of [hidden.cell, hidden.label, hidden.person, "@", operatorId])
      expect(all).not.toContain(word);
  });

  it("are signed by Standard Webhooks, with both secrets for a day after a replacement", async () => {
    const { which, operatorId, secret, deliver, received } = await hooked();
    vi.useFakeTimers({ toFake: ["Date"], now: app.now() });
    const verify = (key: string, { body, headers }: Received | undefined = received.at(-1)) =>
      body === undefined ? "none" : new Webhook(key).verify(body, headers ?? {});
    await sendTestEvent(app, which);
    await deliver();
    const test = { type: "webhook.test", data: { studyId: which.studyId } };
    expect(verify(secret)).toMatchObject(test);
    const replaced = await replaceSecret(app, operatorId, which);
    await sendTestEvent(app, which);
    await deliver();
    expect([verify(secret), verify(replaced.secret)]).toMatchObject([test, test]);
    app.clock.advance(day + minute);
    vi.setSystemTime(app.now());
    await sendTestEvent(app, which);
    await deliver();
    expect(verify(replaced.secret)).toMatchObject(test);
    expect(() => verify(secret)).toThrow("No matching signature found");
    vi.useRealTimers();
  });

  it("are retried with the same id until the receiver accepts them", async () => {
    const { studyId, deliver, received, read } = await hooked(status(500), status(200));
    await openRound(app, { studyId });
    await deliver();
    expect((await read()).deliveries).toMatchObject([{ kind: "round.opened", attempts: 1, status: 500 }]);
    await deliver();
    expect(received).toHaveLength(1);
    app.clock.advance(minute);
    await deliver();
    const [delivery, ...more] = (await read()).deliveries;
    expect([delivery, more]).toMatchObject([{ attempts: 2, status: 200, sendAt: null, failure: null }, []]);
    const [first, second] = received.map(({ headers }) => headers["webhook-id"]);
    expect(second).toBe(first);
    expect((await read()).failingSince).toBeNull();
  });

  it("drop a message after a day, turn off after three, and restart with Send again", async () => {
    const { deliver, received, read, which } = await hooked(status(503));
    await sendTestEvent(app, which);
    const began = app.now();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await deliver();
      const { sendAt } = (await read()).deliveries[0] ?? {};
      if (sendAt != null) app.clock.advance(sendAt - app.now());
    }
    expect(received).toHaveLength(7);
    expect((app.now() - began) / day).toBeGreaterThan(1);
    const [{ id: deliveryId } = { id: "" }] = (await read()).deliveries;
    app.clock.advance(3 * day);
    await sendAgain(app, { ...which, deliveryId });
    await deliver();
    expect(await read()).toMatchObject({ off: "failing", deliveries: [{ sendAt: null, status: 503 }] });
    await refused(sendAgain(app, { ...which, deliveryId }), "webhook-off");
    await refused(sendTestEvent(app, which), "webhook-off");
    await switchWebhook(app, { ...which, isOn: true });
    await sendAgain(app, { ...which, deliveryId });
    await deliver();
    expect(received).toHaveLength(9);
  });

  it("skip events while they are off, and never report another study", async () => {
    const { studyId, deliver, which, operatorId } = await hooked();
    await openRound(app, { studyId: (await judgingStudy(app)).studyId });
    await switchWebhook(app, { ...which, isOn: false });
    await openRound(app, { studyId });
    expect(await deliver()).toEqual([]);
    await switchWebhook(app, { ...which, isOn: true });
    expect(await deliver()).toEqual([]);
    await refused(sendTestEvent(app, { ...which, studyId: null }), "not-found");
    await removeWebhook(app, operatorId, which);
    await refused(sendTestEvent(app, which), "not-found");
  });

  it("of the server report a failed backup once a day", async () => {
    const { operatorId, address, received } = await hooked();
    const { id: webhookId } = await addWebhook(app, operatorId, {
      studyId: null,
      address,
      events: ["backup.failed"],
    });
    await notifyOfFailedBackup(app);
    await notifyOfFailedBackup(app);
    expect(await findWebhookEvents(app)).toEqual([{ webhookId }]);
    await sendWebhook(app, { webhookId }, new AbortController().signal);
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([{ type: "backup.failed", data: {} }]);
    await removeWebhook(app, operatorId, { studyId: null, webhookId });
  });

  it("are turned off after three days of failures, and the study's operators get a mail", async () => {
    const { which, studyId, operatorEmail } = await hooked(status(503));
    const { app: withMail, send } = await mailing(app);
    await sendTestEvent(app, which);
    for (const wait of [0, 3 * day]) {
      app.clock.advance(wait);
      await sendWebhook(withMail, which, new AbortController().signal);
    }
    const mails = (await send()).filter(({ headers }) => headers.get("subject")?.includes("webhook"));
    const [mail] = mails;
    expect(mails.map(({ to }) => to)).toEqual([[operatorEmail]]);
    expect(mail?.headers.get("subject")).toMatch(/^A webhook of “.+” was switched off$/);
    expect(mail?.text).toContain(`http://evenhand.example/studies/${studyId}/settings/webhooks`);
  });

  it("are limited to ten", async () => {
    const { studyId, operatorId, address } = await hooked();
    for (let more = 1; more < 10; more += 1)
      await addWebhook(app, operatorId, { studyId, address, events: studyWebhookEvents });
    await refused(
      addWebhook(app, operatorId, { studyId, address, events: studyWebhookEvents }),
      "too-many-webhooks",
    );
  });

  describe.each(Object.entries(hostile))("to a receiver that %s", (_, [answer, expected]) => {
    it("use the status of its answer, and read no further", async () => {
      const { deliver, read, which } = await hooked(answer);
      await sendTestEvent(app, which);
      await deliver();
      const [delivery] = (await read()).deliveries;
      expect(delivery?.status ?? delivery?.failure).toBe(expected);
      expect(delivery?.sendAt === null).toBe(expected === 200 || expected === 204);
    });
  });

  it.each(Object.entries(hanging))(
    "give up on a receiver that %s, and send the rest later",
    async (_, answer) => {
      const { received, read, which } = await hooked(answer, answer, status(204));
      const deliver = (limitMs?: number) => sendWebhook(app, which, new AbortController().signal, limitMs);
      await sendTestEvent(app, which);
      app.clock.advance(1);
      await sendTestEvent(app, which);
      await deliver(200);
      const tries = async () => (await read()).deliveries.map(({ attempts, failure }) => [attempts, failure]);
      expect((await tries()).toSorted()).toEqual([
        [0, null],
        [1, "no-answer"],
      ]);
      await deliver(200);
      expect(await tries()).toEqual([
        [1, "no-answer"],
        [1, "no-answer"],
      ]);
      app.clock.advance(minute);
      await deliver();
      expect((await read()).deliveries).toMatchObject([{ status: 204 }, { status: 204 }]);
      expect(received).toHaveLength(4);
    },
  );

  const notPublic = [
    ...[
      "https://127.0.0.1/",
      "https://localhost/",
      "https://[::1]/",
      "https://2130706433/",
      "https://0x7f.1/",
    ],
    ...["https://10.1.2.3/", "https://169.254.169.254/", "https://192.168.0.1/", "https://100.64.0.1/"],
    ...[
      "https://[::ffff:127.0.0.1]/",
      "https://[fd00::1]/",
      "https://[fe80::1]/",
      "https://[64:ff9b::7f00:1]/",
    ],
  ];
  it("go only to public, encrypted addresses unless a setting allows others", async () => {
    const { studyId, operatorId, deliver, received, port, which, read } = await hooked();
    vi.stubEnv("EVENHAND_PRIVATE_WEBHOOKS", "0");
    for (const address of ["http://example.org/", ...notPublic]) {
      await refused(
        addWebhook(app, operatorId, { studyId, address, events: studyWebhookEvents }),
        "bad-input",
      );
    }
    // Allowed when saved, refused when it connects.
    await sendTestEvent(app, which);
    await deliver();
    expect((await read()).deliveries).toMatchObject([{ status: null, failure: "not-encrypted" }]);
    vi.stubEnv("EVENHAND_PRIVATE_WEBHOOKS", "1");
    const address = `https://localhost:${port}/`;
    const { id } = await addWebhook(app, operatorId, { studyId, address, events: studyWebhookEvents });
    vi.stubEnv("EVENHAND_PRIVATE_WEBHOOKS", "0");
    await sendTestEvent(app, { studyId, webhookId: id });
    await sendWebhook(app, { webhookId: id }, new AbortController().signal);
    const last = (await readWebhooks(app, { studyId })).at(-1);
    expect(last?.deliveries).toMatchObject([{ status: null, failure: "private-address" }]);
    expect(received).toEqual([]);
  });
});
