import { beforeEach, expect, it, vi } from "vitest";
import { readSecurityLine } from "#server/audit-log/security/entry.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
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
import { auditor, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { mailing } from "#tests/rounds/notifications/mailing.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { fromNetwork } from "#tests/setup/from-network.ts";
import { refused } from "#tests/setup/refusal.ts";
import { status } from "./answers.ts";
import { hookedStudy, typesOf } from "./hooked-study.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

captureLog();
beforeEach(() => {
  vi.stubEnv("EVENHAND_PRIVATE_WEBHOOKS", "1");
  return () => vi.unstubAllEnvs();
});

describeEngines("the events of a webhook", async (openStore) => {
  const app = testApp(await openStore());
  const never = () => new AbortController().signal;

  async function play(study: Awaited<ReturnType<typeof hookedStudy>>, isReported: boolean) {
    const { studyId } = study;
    const { round } = await openRound(app, { studyId });
    for (const place of isReported ? [0, 1, 2] : []) {
      const where = { studyId, round, accountId: auditor(study, place) };
      await sealVerdicts(app, where, [[0, 2, "unfair"]], `${round}`);
    }
    await closeRound(app, { studyId, round });
    const { people } = await readRoundDetails(app, studyId, round);
    return people.flatMap(({ selected, position }) => (selected ? [{ round, position }] : []));
  }

  it("are the chosen ones, without a report event if nothing was reported", async () => {
    const chosen = await hookedStudy(app, { events: ["backup.failed", "pair.reported", "round.closed"] });
    expect((await chosen.read()).events).toEqual(["round.closed", "pair.reported"]);
    await play(chosen, false);
    const [closed, ...more] = await chosen.deliver();
    expect(JSON.parse(closed?.body ?? "")).toMatchObject({ type: "round.closed", data: { reports: 0 } });
    expect(more).toEqual([]);
    const reported = await hookedStudy(app, { events: ["pair.reported"] });
    await play(reported, true);
    expect(typesOf(await reported.deliver())).toEqual(["pair.reported"]);
  });

  it("list missing outcomes a week after a close, for a day, unless all are known", async () => {
    const study = await hookedStudy(app, { events: ["outcomes.due"] });
    const { deliver, received } = study;
    await play(study, false);
    app.clock.advance(7 * day - minute);
    expect(await deliver()).toEqual([]);
    app.clock.advance(2 * minute);
    expect(typesOf(await deliver())).toEqual(["outcomes.due"]);
    await play(study, false);
    app.clock.advance(8 * day + minute);
    await deliver();
    expect(received, "a server that was down says nothing of long ago").toHaveLength(1);
    const known = await hookedStudy(app, { events: ["outcomes.due"] });
    const outcomes = (await play(known, false)).map((place) => ({ ...place, value: "yes" as const }));
    const batch = { studyId: known.studyId, accountId: known.operatorId, idempotencyKey: "all" };
    await recordOutcomes(app, batch, outcomes);
    app.clock.advance(7 * day + minute);
    expect(await known.deliver()).toEqual([]);
  });

  it("are kept for thirty days, the last hundred of them, newest first", async () => {
    const { read, which } = await hookedStudy(app);
    const times = async () => (await read()).deliveries.map(({ createdAt }) => createdAt);
    await sendTestEvent(app, which);
    app.clock.advance(30 * day - minute);
    await sendTestEvent(app, which);
    const [second = 0, first = 0, ...more] = await times();
    expect([more, second > first]).toEqual([[], true]);
    app.clock.advance(2 * minute);
    await sendTestEvent(app, which);
    expect((await times()).slice(1)).toEqual([second]);
    for (let count = 3; count <= 101; count += 1) await sendTestEvent(app, which);
    expect(await times()).toHaveLength(100);
    expect(await times()).not.toContain(second);
  });

  it("are sent in batches of twenty, and not after a shutdown signal or webhook removal", async () => {
    const { which, operatorId, received } = await hookedStudy(app);
    for (let count = 0; count < 21; count += 1) await sendTestEvent(app, which);
    await sendWebhook(app, which, AbortSignal.abort());
    expect(received).toHaveLength(0);
    await sendWebhook(app, which, never());
    expect(received).toHaveLength(20);
    await removeWebhook(app, operatorId, which);
    await sendWebhook(app, which, never());
    expect(received).toHaveLength(20);
  });

  it("are not sent once the webhook is off, and an unknown event is not resent", async () => {
    const { which, read, deliver } = await hookedStudy(app);
    await sendTestEvent(app, which);
    await switchWebhook(app, { ...which, isOn: false });
    expect(await read()).toMatchObject({ off: "operator", deliveries: [{ sendAt: null, attempts: 0 }] });
    expect(await deliver()).toEqual([]);
    await switchWebhook(app, { ...which, isOn: true });
    await refused(sendAgain(app, { ...which, deliveryId: app.newId() }), "not-found");
    const [{ id: deliveryId } = { id: "" }] = (await read()).deliveries;
    await sendAgain(app, { ...which, deliveryId });
    expect(await deliver()).toHaveLength(1);
  });

  it("reset the count of failures after the webhook is turned on again or accepts one", async () => {
    for (const goesOn of ["switched", "took"] as const) {
      const then = status(goesOn === "took" ? 200 : 500);
      const answers = [status(500), then, then, status(500)];
      const { which, read } = await hookedStudy(app, { answers });
      const attempt = async () => {
        await sendTestEvent(app, which);
        await sendWebhook(app, which, never());
        return await read();
      };
      expect((await attempt()).failingSince).not.toBeNull();
      app.clock.advance(2 * day);
      if (goesOn === "took") expect((await attempt()).failingSince).toBeNull();
      else for (const isOn of [false, true]) await switchWebhook(app, { ...which, isOn });
      app.clock.advance(2 * day);
      expect(await attempt(), goesOn).toMatchObject({ off: null, failingSince: expect.any(Number) });
      app.clock.advance(3 * day);
      expect((await attempt()).off).toBe("failing");
    }
  });

  it("of the server name no study, and no operator is mailed when they fail", async () => {
    const {
      operatorId,
      address,
      received,
      which: other,
    } = await hookedStudy(app, { answers: [status(503)] });
    const events = ["backup.failed", "round.opened"] as const;
    const { id: webhookId } = await addWebhook(app, operatorId, { studyId: null, address, events });
    const which = { studyId: null, webhookId };
    const read = async () => (await readWebhooks(app, which)).find(({ id }) => id === webhookId);
    expect((await read())?.events).toEqual(["backup.failed"]);
    await refused(sendTestEvent(app, { ...which, studyId: other.studyId }), "not-found");
    const { app: withMail, send } = await mailing(app);
    await sendTestEvent(app, which);
    for (const wait of [0, 3 * day]) {
      app.clock.advance(wait);
      await sendWebhook(withMail, which, never());
    }
    expect(JSON.parse(received[0]?.body ?? "").data).toEqual({});
    expect((await read())?.off).toBe("failing");
    expect((await send()).filter(({ headers }) => headers.get("subject")?.includes("webhook"))).toEqual([]);
    await removeWebhook(app, operatorId, which);
  });

  it("need a webhook, whose adding and removal are in the security log", async () => {
    const network = "192.0.2.1";
    const { which, studyId, operatorId: actorId } = await fromNetwork(network, () => hookedStudy(app));
    await fromNetwork(network, () => replaceSecret(app, actorId, which));
    await fromNetwork(network, () => removeWebhook(app, actorId, which));
    const rows = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
    const own = rows.filter(({ kind, studyId: of }) => kind.startsWith("webhook.") && of === studyId);
    expect(own.map(({ kind }) => kind)).toEqual([
      ...["webhook.added", "webhook.secret-replaced", "webhook.removed"],
    ]);
    for (const { entry, ...row } of own) {
      expect(row).toMatchObject({ actorId, accountId: null });
      const line = readSecurityLine(entry);
      expect([line.network, line.detail]).toEqual([network, { webhook: which.webhookId }]);
    }
  });
});
