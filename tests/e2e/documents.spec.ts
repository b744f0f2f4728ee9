import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { shiftOf } from "./sound.ts";

test("a visitor finds help and all documents without signing in", async ({ browser, demoUrl }) => {
  const page = await (await browser.newContext({ baseURL: demoUrl })).newPage();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Help" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
  await page.getByRole("link", { name: "Help for auditors" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Help for auditors" })).toBeVisible();
  for (const picture of await page.getByRole("main").getByRole("img").all()) {
    await picture.scrollIntoViewIfNeeded();
    const isDrawn = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(isDrawn).toBeGreaterThan(0);
  }
  await page.getByRole("link", { name: "Verifying a study" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verifying a study" })).toBeVisible();
  await page.getByRole("link", { name: "Documentation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
  const links = page.getByRole("main").getByRole("link");
  const addresses = await links.evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
  expect(addresses.length).toBeGreaterThan(25);
  for (const address of new Set(addresses))
    expect((await page.request.get(address)).status(), address).toBe(200);
  await page.goto("/verify");
  await page.getByRole("link", { name: "How to do this" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verifying a study" })).toBeVisible();
});

for (const [locale, title] of [
  ["de-AT", "Hilfe für Prüfende"],
  ["es-MX", "Ayuda para auditores"],
] as const) {
  test(`help is in the browser's language ${locale}, other documents say that they are in English`, async ({
    browser,
    demoUrl,
  }) => {
    const page = await (await browser.newContext({ baseURL: demoUrl, locale })).newPage();
    await page.goto("/docs/auditor");
    await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
    const heading = page.getByRole("heading", { level: 1, name: title });
    await expect(heading.locator("[lang]")).toHaveAttribute("lang", locale.slice(0, 2));
    await page.getByRole("main").getByRole("link", { name: "Verifying a study" }).click();
    const other = page.getByRole("heading", { level: 1, name: "Verifying a study" });
    await expect(other.locator("[lang]")).toHaveAttribute("lang", "en");
  });
}

/** Opens a page whose font loads late. @returns its layout shift */
async function shiftWithLateFont(page: Page, path: string): Promise<number> {
  await page.context().route("**/*.woff2", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const fonts = page.waitForResponse("**/*.woff2");
  await page.goto(path);
  await fonts;
  await page.waitForTimeout(500);
  return shiftOf(page);
}

for (const [path, width] of [
  ["/docs/limits", 1280],
  ["/docs/programs", 1280],
  ["/docs/operations", 360],
] as const) {
  test(`${path} does not move at ${width} px when the font loads late`, async ({ browser, demoUrl }) => {
    const context = await browser.newContext({ baseURL: demoUrl, viewport: { width, height: 900 } });
    expect(await shiftWithLateFont(await context.newPage(), path)).toBeLessThan(0.1);
  });
}

for (const [who, path, width] of [
  ["operator", "", 360],
  ["operator", "/settings/revise", 768],
  ["operator", "/panel", 360],
  ["operator", "/results/policy", 1280],
  ["auditor1", "/judging", 360],
  ["auditor1", "/judging/13", 1280],
  ["auditor1", "/results/4", 768],
] as const) {
  test(`${path || "the study"} of ${who} does not move at ${width} px when the font loads late`, async ({
    browser,
    demoUrl,
  }) => {
    const page = await signedIn(browser, demoUrl, who, { viewport: { width, height: 900 } });
    const study = await demoStudy(page);
    expect(await shiftWithLateFont(page, `${study}${path}`)).toBeLessThan(0.1);
  });
}

test("a visitor without JavaScript reads what is needed, in their language", async ({ browser, demoUrl }) => {
  const context = await browser.newContext({ baseURL: demoUrl, locale: "de-DE", javaScriptEnabled: false });
  const page = await context.newPage();
  // Chromium shows no noscript element of a page whose scripts a test disabled.
  const answer = await page.goto("/sign-in");
  expect(await answer?.text()).toMatch(/<noscript>.*Die meisten Seiten benötigen JavaScript\./s);
  await page.goto("/docs/auditor");
  await expect(page.getByRole("heading", { level: 1, name: "Hilfe für Prüfende" })).toBeVisible();
});
