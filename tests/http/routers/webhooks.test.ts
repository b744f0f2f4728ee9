import { beforeEach, expect, it, vi } from "vitest";
import { startReceiver } from "#tests/rounds/webhooks/receiver.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, as, person } = makeStage();

beforeEach(() => {
  vi.stubEnv("EVENHAND_PRIVATE_WEBHOOKS", "1");
  return () => vi.unstubAllEnvs();
});

it("an operator adds a webhook, tests it, replaces its secret, switches it off and deletes it", async () => {
  const { received, address } = await startReceiver();
  const { studyId, operatorId } = await publishedStudy(app());
  const { webhooks } = as({ id: operatorId });
  const { id: webhookId, secret } = await webhooks.add({ studyId, address, events: ["round.opened"] });
  const which = { studyId, webhookId };
  await webhooks.sendTest(which);
  await expect.poll(() => received.length).toBe(1);
  await expect.poll(async () => (await webhooks.list({ studyId }))[0]?.deliveries[0]?.status).toBe(204);
  const [webhook] = await webhooks.list({ studyId });
  expect(webhook).toMatchObject({ id: webhookId, address, events: ["round.opened"], off: null });
  expect(JSON.stringify(webhook)).not.toContain(secret);
  await webhooks.sendAgain({ ...which, deliveryId: webhook?.deliveries[0]?.id ?? "" });
  await expect.poll(() => received.length).toBe(2);
  expect((await webhooks.replaceSecret(which)).secret).not.toBe(secret);
  await webhooks.switch({ ...which, isOn: false });
  expect(await webhooks.list({ studyId })).toMatchObject([{ off: "operator" }]);
  await webhooks.remove(which);
  expect(await webhooks.list({ studyId })).toEqual([]);
});

it("webhooks of the server are for administrators only", async () => {
  const { operatorId } = await publishedStudy(app(), { name: "of-an-operator" });
  await refused(cause(as({ id: operatorId }).webhooks.list({ studyId: null })), "forbidden");
  const { webhooks } = as(await person("hook-admin", "administrator"));
  expect(await webhooks.list({ studyId: null })).toEqual([]);
});

it.each([
  ["ftp://example.org/", "Enter an address such as https://example.org/events, without a password."],
  [
    "https://me:secret@example.org/",
    "Enter an address such as https://example.org/events, without a password.",
  ],
])("the address %s is refused", async (address, message) => {
  const { studyId, operatorId } = await publishedStudy(app(), { name: `hook-${address.length}` });
  const { webhooks } = as({ id: operatorId });
  await expect(cause(webhooks.add({ studyId, address, events: ["round.opened"] }))).rejects.toMatchObject({
    issues: [expect.objectContaining({ message })],
  });
});
