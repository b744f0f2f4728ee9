import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { unzipSync } from "fflate";
import { test } from "./browser-test.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { close, draftOfPoints, judge, open, publishDraft, seat } from "./study-steps.ts";
import { takenFile } from "./taken-file.ts";

/** Two people a round, one with 60 points and one with 40. */
const people = `id,points\n${Array.from({ length: 12 }, (_, i) => `applicant-${i},${i % 2 === 0 ? 60 : 40}`).join("\n")}\n`;

test("ending a study leads to its summary and to what to keep of it, all files in one zip", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await draftOfPoints(page, "A study that ends", people, 12);
  await page.getByLabel("Auditors", { exact: true }).fill("1");
  await publishDraft(page, 12);
  const auditor = await signedIn(browser, demoUrl, "auditor1");
  await seat(page, auditor, "auditor1");
  const studyId = /studies\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  await open(page, studyId, 1);
  await judge(auditor, studyId, 1, "a");
  await close(page, studyId, 1);

  await page.goto(`/studies/${studyId}/settings`);
  await page.getByRole("button", { name: "End this study" }).press("Enter");
  await page.getByLabel("Type “end” to confirm").fill("end");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/studies/${studyId}$`));
  await expect(page.getByRole("heading", { name: "What to keep" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Summary" })).toBeVisible();
  await expect(page.getByText(/^The panel reported a pair in 0 of 1 closed round/)).toBeVisible();
  const kept = await page.getByRole("heading", { level: 3 }).allTextContents();
  expect(kept.slice(0, 2)).toEqual(["The whole record", "The newest checkpoint"]);
  await expectSound(page);

  const zip = page.getByRole("link", { name: "All files as a zip" });
  const path = await (await takenFile(page, () => zip.press("Enter"))).path();
  const names = Object.keys(unzipSync(readFileSync(path)));
  expect(names.at(-1)).toMatch(/^manifest-/);
  expect(names.some((name) => name.startsWith("record-"))).toBe(true);
});
