import { expect } from "@playwright/test";
import { readRecord, replayRecord } from "../replay/record.ts";
import { test } from "./browser-test.ts";
import { studiesServer } from "./shared.ts";
import { expectSound } from "./sound.ts";
import { close, downloaded, firstRound, open, tabTo } from "./study-steps.ts";

test("an operator proposes to annul a report, the next panel annuls it, and every page says so", async ({
  browser,
}) => {
  const { url, studies } = await studiesServer();
  const studyId = studies.toAnnul;
  const { page, auditor } = await firstRound(browser, { url, studyId, key: "f" });
  await page.getByRole("button", { name: "Propose to annul" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("Why should the report be annulled?")
    .selectOption("Data about a person were wrong");
  await dialog.getByRole("button", { name: "Propose to annul" }).click();
  await expect(page.getByText(/^Proposed to annul\./)).toBeVisible();
  await page.getByRole("button", { name: "Withdraw the proposal" }).click();
  await expect(page.getByRole("button", { name: "Propose to annul" })).toBeVisible();
  await expectSound(page);

  await auditor.goto(`/studies/${studyId}/results/1`);
  await auditor.getByRole("button", { name: "Propose to annul" }).click();
  await auditor.getByLabel("Why should the report be annulled?").selectOption("Another reason");
  await auditor.getByRole("dialog").getByRole("button", { name: "Propose to annul" }).click();
  await expect(auditor.getByText(/^Proposed to annul\./)).toBeVisible();

  // After a report the chances are closer, so some rounds have no pair, and close as they open.
  let round = 2;
  for (; ; round += 1) {
    await open(page, studyId, round);
    if (!(await page.getByText("This round has no pair to judge.").isVisible())) break;
  }
  await auditor.goto(`/studies/${studyId}/judging/${round}`);
  await auditor.getByRole("region", { name: /^Pair/ }).press("a");
  await auditor.keyboard.press("Control+Enter");
  await expect(
    auditor.getByRole("heading", { level: 2, name: "Earlier reports to look at again" }),
  ).toBeVisible();
  await expectSound(auditor);
  await tabTo(auditor, "button", "Annul the report");
  await auditor.keyboard.press("Enter");
  await expect(auditor.getByRole("button", { name: "Annul the report" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(auditor.getByText("Vote on 1 earlier report: 1 given.")).toBeVisible();
  await tabTo(auditor, "button", "Seal my verdicts");
  await auditor.keyboard.press("Enter");
  await expect(auditor.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+/ })).toBeVisible();
  await expect(auditor.getByRole("article", { name: "Receipt" })).toContainText("Annul the report");
  await close(page, studyId, round);

  await page.goto(`/studies/${studyId}/rounds/1`);
  await expect(page.getByText(`Annulled in round ${round}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Propose to annul" })).toHaveCount(0);
  await auditor.goto(`/studies/${studyId}/results/1`);
  await expect(auditor.getByText(`Annulled in round ${round}`)).toBeVisible();

  await auditor.goto(`/studies/${studyId}/receipts`);
  await expect(auditor.getByText("1 to annul, 0 to keep, 0 without a vote")).toBeVisible();

  await page.goto(`/studies/${studyId}/results/panel`);
  await expect(page.getByText(/^1 reported pair was annulled since/)).toBeVisible();
  await page.goto(`/studies/${studyId}/data`);
  const record = await downloaded(page, /^Whole record/);
  expect(replayRecord(record).problems).toEqual([]);
  expect(readRecord(record).log).toContain('"annulled":true');
});
