import { expect } from "@playwright/test";
import { readRecord, replayRecord } from "../replay/record.ts";
import { test } from "./browser-test.ts";
import { studiesServer } from "./shared.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { downloaded, tabTo } from "./study-steps.ts";

test("an operator overrides a decision by keyboard, and the round, the results and the record say so", async ({
  browser,
}) => {
  const { url, studies } = await studiesServer();
  const studyId = studies.toOverride;
  const page = await signedIn(browser, url, "operator");
  await page.goto(`/studies/${studyId}/rounds/1`);

  await page.getByText("Override a decision", { exact: true }).press("Enter");
  await page.getByLabel("Person", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Reason", { exact: true }).selectOption("A legal duty");
  await page.getByLabel("Position of the person who decided").fill("head of the housing office");
  await tabTo(page, "button", "Check and override");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Override the decision about person 1\b.*\?$/i });
  await expect(dialog).toContainText("An override is final.");
  await expectSound(page);
  await dialog.press("Escape");
  await expect(dialog).toBeHidden();
  await tabTo(page, "button", "Check and override");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Override the decision");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A legal duty. Decided by: head of the housing office")).toBeVisible();
  await expect(page.getByText(/^Overridden: (not )?picked$/)).toBeVisible();
  await expectSound(page);

  await page.goto(`/studies/${studyId}/results`);
  await expect(page.getByRole("heading", { name: "Overridden decisions" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^A legal duty/ })).toBeVisible();
  await page.goto(`/studies/${studyId}/data`);
  const record = await downloaded(page, /^Whole record/);
  expect(replayRecord(record).problems).toEqual([]);
  expect(readRecord(record).log).toContain('"decidedBy":"head of the housing office"');
});
