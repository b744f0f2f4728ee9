import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { demoStudy, signedIn } from "./signed-in.ts";

/** The printed form of a page, for a reader with a dark theme. */
async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  // The width of A4 between its margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const frame of ["banner", "navigation", "contentinfo"] as const)
    await expect(page.getByRole(frame), frame).toHaveCount(0);
  // A button with a pair's name is printed as text.
  const acts = page.locator("button").filter({ visible: true, hasNotText: /^Person\s\d+ over/ });
  await expect(acts).toHaveCount(0);
  const found = await page.evaluate(() => {
    const styleOf = (element: Element) => getComputedStyle(element);
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    return {
      scheme: styleOf(document.documentElement).colorScheme,
      ink: styleOf(document.body).color,
      blue: all("main a").filter((link) => styleOf(link).color !== styleOf(link.parentElement ?? link).color)
        .length,
      broken: all("main :is(tr, li, dl, figure)").filter((part) => styleOf(part).breakInside !== "avoid")
        .length,
      sideways: document.documentElement.scrollWidth - innerWidth,
    };
  });
  expect(found).toEqual({
    scheme: "light",
    ink: "rgb(20, 25, 29)",
    blue: 0,
    broken: 0,
    sideways: expect.any(Number),
  });
  expect(found.sideways).toBeLessThanOrEqual(0);
}

/** Finds a round of the demo with a reported pair, which depends on its draws. */
async function reportedRound(page: Page, study: string): Promise<string> {
  const file = await (await page.request.get(`/api${study}/data/pairs.csv`)).text();
  const [names = [], ...rows] = file
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const reported = rows.find((cells) => cells[names.indexOf("reported")] === "true");
  return reported?.[names.indexOf("round")] ?? "";
}

test("overview, summary, closed round and receipt are printed light, without bars and buttons", async ({
  browser,
  demoUrl,
}) => {
  const operator = await signedIn(browser, demoUrl, "operator");
  const study = await demoStudy(operator);
  const round = await reportedRound(operator, study);
  for (const path of ["", "/results", `/rounds/${round}`]) {
    await operator.goto(study + path);
    await expectPrintable(operator);
  }
  await expect(operator.locator("button", { hasText: /^Person\s\d+ over/ }).first()).toBeVisible();
  const auditor = await signedIn(browser, demoUrl, "auditor1");
  for (const path of [`/results/${round}`, `/receipts/${round}`]) {
    await auditor.goto(study + path);
    await expectPrintable(auditor);
  }
});
