import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { inProcessQueue } from "#server/queue/in-process-queue.ts";
import { sendWebhook } from "#server/rounds/webhooks/send-webhook.ts";
import { addWebhook, readWebhooks, sendTestEvent } from "#server/rounds/webhooks/webhooks.ts";
import { studyWebhookEvents } from "#server/schemas/webhook-events.ts";
import { dying, hanging, hostile } from "#tests/rounds/webhooks/answers.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { publishedStudy } from "#tests/setup/study.ts";

/** How often each receiver gets an event; `npm run trial -- webhooks` sends more, with the server's own limits. */
const rounds = Number(process.env.EVENHAND_TRIAL_WEBHOOKS ?? 1);
const isTrial = process.env.EVENHAND_TRIAL_WEBHOOKS !== undefined;

const app = await sqliteApp();
captureLog();
beforeEach(() => {
  vi.stubEnv("EVENHAND_PRIVATE_WEBHOOKS", "1");
  return () => vi.unstubAllEnvs();
});

const good = "answers";

/** The expected result of each receiver: a status or a failure. */
const expected: Readonly<Record<string, number | string>> = {
  [good]: 204,
  ...Object.fromEntries(Object.entries({ ...hostile, ...dying }).map(([name, [, result]]) => [name, result])),
  ...Object.fromEntries(Object.keys(hanging).map((name) => [name, "no-answer"])),
};

async function startReceivers(port = 0) {
  const child = fork(resolve("tests/trials/children/receive-webhooks.ts"), [String(port)]);
  const [listening] = await once(child, "message");
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, port: Number(listening) };
}

/** Adds a webhook for each name, at most ten to a study. */
async function addAll(port: number, names: readonly string[]) {
  const { studyId, operatorId } = await publishedStudy(app);
  const added = [];
  for (const name of names) {
    const address = `http://127.0.0.1:${port}/${encodeURIComponent(name)}`;
    const { id } = await addWebhook(app, operatorId, { studyId, address, events: studyWebhookEvents });
    added.push({ name, studyId, webhookId: id });
  }
  return added;
}

type Added = Awaited<ReturnType<typeof addAll>>[number];

async function resultOf({ studyId, webhookId }: Added): Promise<number | string | null> {
  const webhook = (await readWebhooks(app, { studyId })).find(({ id }) => id === webhookId);
  const [newest] = webhook?.deliveries ?? [];
  return newest?.status ?? newest?.failure ?? null;
}

const socketCount = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);

it(`each of ${rounds * Object.keys(expected).length} events to receivers in separate processes has the expected result`, async () => {
  const [stops, dies] = Object.keys(dying) as [string, string];
  const names = Object.keys(expected).filter((name) => !(name in dying));
  const many = await startReceivers();
  const stopping = await startReceivers();
  const killed = await startReceivers();
  let dead: ChildProcess = killed.child;
  const half = Math.ceil(names.length / 2);
  const webhooks = [
    ...(await addAll(many.port, names.slice(0, half))),
    ...(await addAll(many.port, names.slice(half))),
    ...(await addAll(stopping.port, [stops])),
    ...(await addAll(killed.port, [dies])),
  ];
  const [before, sockets] = [megabytes(), socketCount()];
  const wrong: unknown[] = [];
  let longest = 0;
  for (let round = 1; round <= rounds; round += 1) {
    app.clock.advance(1);
    const sent = webhooks.map(async (webhook) => {
      await sendTestEvent(app, webhook);
      const mayHang = expected[webhook.name] === "no-answer" && !isTrial;
      const from = performance.now();
      await sendWebhook(app, webhook, new AbortController().signal, mayHang ? 300 : undefined);
      longest = Math.max(longest, performance.now() - from);
      const result = await resultOf(webhook);
      if (result !== expected[webhook.name]) wrong.push([round, webhook.name, result]);
    });
    await Promise.all(sent);
    stopping.child.kill("SIGCONT");
    if (dead.exitCode === null && dead.signalCode === null) await once(dead, "exit");
    if (round < rounds) dead = (await startReceivers(killed.port)).child;
  }
  expect(wrong).toEqual([]);
  await expect.poll(socketCount).toBe(sockets);
  if (isTrial)
    console.log({
      events: rounds * webhooks.length,
      longestMs: Math.round(longest),
      before,
      after: megabytes(),
    });
});

// Takes as long as the server's own limits.
if (isTrial) {
  it("ten hanging receivers delay another study's events by a few attempts only", async () => {
    const names = Array.from({ length: 10 }, () => "never answers");
    const { child, port } = await startReceivers();
    const hung = await addAll(port, names);
    const [other] = await addAll(port, [good]);
    const arrived: string[] = [];
    child.on("message", (name: string) => arrived.push(name));
    app.work.queue = inProcessQueue;
    for (let event = 0; event < 20; event += 1) {
      app.clock.advance(1);
      for (const webhook of hung) await sendTestEvent(app, webhook);
    }
    const from = performance.now();
    if (other) await sendTestEvent(app, other);
    while (!arrived.includes(good)) await once(child, "message");
    const attempts = arrived.indexOf(good);
    console.log({ attemptsBefore: attempts, waitedMs: Math.round(performance.now() - from) });
    expect(attempts).toBeLessThanOrEqual(14);
  });
}
