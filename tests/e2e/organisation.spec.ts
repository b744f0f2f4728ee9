import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { freePort } from "../../scripts/lib/port.mjs";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { test } from "./browser-test.ts";
import { demoData } from "./shared.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";

/** A separate server: its pages have another name, and its webhooks may go to this machine. */
let server: RunningApp;

test.beforeAll(async () => {
  server = await startApp(await freePort(), {
    demo: true,
    data: await demoData(),
    logFile: "test-results/organisation-server.log",
    env: { EVENHAND_PRIVATE_WEBHOOKS: "1" },
  });
});

test.afterAll(() => server.stop());

test("an administrator names the organisation and publishes its texts, and visitors read them", async ({
  browser,
}) => {
  const fetched = (path: string) => fetch(`${server.url}${path}`);
  expect((await fetched("/about/imprint")).status).toBe(404);
  expect((await fetched("/.well-known/security.txt")).status).toBe(404);

  const page = await signedIn(browser, server.url, "admin");
  await page.goto("/administration/organisation");
  await page.getByLabel("Name of the organisation").fill("Town of Here");
  await page.getByLabel("E-mail address for questions").fill("office@here.example");
  await page.getByLabel("Logo").setInputFiles("docs/screens/judging-wide-light.png");
  await expect(page.getByText("Choose a PNG picture of at most 48 KB.")).toBeVisible();
  await page.getByLabel("Logo").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: readFileSync("app/favicon.ico").subarray(22),
  });
  await page.getByRole("button", { name: "Begin with a draft of the privacy notice" }).click();
  await expect(page.getByText("6 places are not filled in.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. The pages show it now.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Town of Here" })).toBeVisible();
  await expectSound(page);

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { name: "Privacy notice" })).toBeVisible();
  await expect(page.getByText("Town of Here, office@here.example.")).toBeVisible();
  await expectSound(page);
  expect((await fetched("/about/logo.png")).headers.get("content-type")).toBe("image/png");
  const securityText = await (await fetched("/.well-known/security.txt")).text();
  expect(securityText).toContain("Contact: mailto:office@here.example\nExpires: 2");
  expect(await (await fetched("/robots.txt")).text()).toContain("Disallow: /\n");
  expect((await fetched("/favicon.ico")).status).toBe(200);
});

test("an operator adds a webhook, sends a test event, sends it again, and replaces the secret", async ({
  browser,
}) => {
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = [];
  const receiver = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, `${value}`]),
    );
    received.push({ body: await text(request), headers });
    response.writeHead(received.length === 1 ? 503 : 204).end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
  const page = await signedIn(browser, server.url, "operator");
  const study = await demoStudy(page);
  await page.goto(`${study}/settings`);
  await page.getByRole("link", { name: "Open webhooks" }).click();
  await page.getByLabel("Address").fill(address);
  await page.getByRole("button", { name: "Add webhook" }).click();
  const secret = page.getByRole("textbox", { name: "Secret" });
  const first = await secret.inputValue();
  await expectSound(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 3, name: address })).toBeVisible();
  await expect(secret).toHaveCount(0);

  const reloadUntil = (words: string) =>
    expect
      .poll(async () => {
        await page.reload();
        await page.getByText("1 event", { exact: true }).click();
        return page.getByRole("table").innerText();
      })
      .toContain(words);
  await page.getByRole("button", { name: "Send a test event" }).click();
  await reloadUntil("503");
  await expectSound(page);
  await page.getByRole("button", { name: "Send again: Test event" }).click();
  await reloadUntil("Delivered");
  expect(received.map(({ headers }) => headers["webhook-id"])).toEqual(
    Array<string | undefined>(2).fill(received[0]?.headers["webhook-id"]),
  );

  await page.getByRole("button", { name: /^Replace secret/ }).click();
  await expect(page.getByText("For a day both secrets sign.")).toBeVisible();
  await page.getByRole("button", { name: /^Yes: Replace secret/ }).click();
  const second = await secret.inputValue();
  expect(second).not.toBe(first);
  await page.getByRole("button", { name: "Send again: Test event" }).click();
  await expect.poll(() => received.length).toBe(3);
  const { body = "", headers = {} } = received[2] ?? {};
  for (const key of [first, second])
    expect(new Webhook(key).verify(body, headers)).toMatchObject({ type: "webhook.test" });
  expect(body).not.toContain("@");
  receiver.closeAllConnections();
  receiver.close();
});
