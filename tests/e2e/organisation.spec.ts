import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { freePort } from "../../scripts/lib/port.mjs";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { test } from "./browser-test.ts";
import { demoData } from "./shared.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";

/** A server of its own: its pages carry another name. */
let server: RunningApp;

test.beforeAll(async () => {
  server = await startApp(await freePort(), {
    demo: true,
    data: await demoData(),
    logFile: "test-results/organisation-server.log",
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
