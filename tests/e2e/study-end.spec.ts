import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { unzipSync } from "fflate";
import { test } from "./browser-test.ts";
import { studiesServer } from "./shared.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { takenFile } from "./taken-file.ts";

test("ending a study leads to its summary, and to a zip of all files to keep", async ({ browser }) => {
  const { url, studies } = await studiesServer();
  const studyId = studies.toEnd;
  const page = await signedIn(browser, url, "operator");

  await page.goto(`/studies/${studyId}/settings/revise`);
  const days = page.getByLabel("Days to judge");
  // The scripts that check the change fail to load at first.
  await page.route("**/_next/static/chunks/**", (route) => route.abort());
  await days.fill("0");
  await days.blur();
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.unroute("**/_next/static/chunks/**");
  await again.press("Enter");
  await expect(page.getByText("Correct this first:")).toBeVisible();
  await days.fill("9");
  await expect(page.getByRole("row", { name: "days to judge none 9" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Revise 1 setting" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`/studies/${studyId}/settings$`));
  await page.getByRole("button", { name: "End this study" }).press("Enter");
  await page.getByLabel("Type “end” to confirm").fill("end");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/studies/${studyId}$`));
  await expect(page.getByRole("heading", { name: "What to keep" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Summary" })).toBeVisible();
  await expect(page.getByText("Published", { exact: true })).toHaveCount(0);
  await expect(page.getByText(/^The panel reported a pair in 0 of 1 closed round/)).toBeVisible();
  const kept = await page.getByRole("heading", { level: 3 }).allTextContents();
  expect(kept.slice(0, 2)).toEqual(["The whole record", "The newest checkpoint"]);
  await expectSound(page);

  const zip = page.getByRole("link", { name: "Download the zip" });
  const path = await (await takenFile(page, () => zip.press("Enter"))).path();
  const names = Object.keys(unzipSync(readFileSync(path)));
  expect(names.at(-1)).toMatch(/^manifest-/);
  expect(names.some((name) => name.startsWith("record-"))).toBe(true);
});
