import { expect } from "@playwright/test";
import { test } from "./browser-test.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";

/* The shared demo, which these tests do not change. */

test("a researcher reads the panel's distances by pair, and downloads the seats' statements", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  const study = await demoStudy(page);
  await page.goto(`${study}/results/panel`);
  await page.getByRole("link", { name: "Distances" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Distances" })).toBeVisible();
  await expect(page.getByText("Used in no decision")).toBeVisible();
  const figure = page.getByRole("figure").filter({ hasText: "What the panel said, pair by pair" });
  await figure.getByRole("button", { name: /^Table/ }).click();
  const rows = figure.getByRole("row");
  await expect(rows.nth(1)).toContainText(
    /^Round\s\d+: Person\s\d+ over Person\s\d+(unfair|acceptable|by tol)/,
  );
  await expectSound(page);
  await page.getByRole("link", { name: "Data page" }).click();
  await expect(page.getByRole("heading", { name: "distances", exact: true })).toBeVisible();
});
