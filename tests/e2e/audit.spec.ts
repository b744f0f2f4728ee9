import { expect, type Page } from "@playwright/test";
import { replayRecord } from "../replay/record.ts";
import { test } from "./browser-test.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { downloaded, judge, open, publishDraft, seat, takeSafeColumns, upload } from "./study-steps.ts";

/** Six applicants with chances of 80 or 20 % under the rule in force, written as percentages. */
const people = `id,months,score\n${Array.from({ length: 6 }, (_, i) => `a-${i},${6 + 3 * i},${i % 2 === 0 ? 80.5 : 20}`).join("\n")}\n`;

/** Sets the audit up in four steps, at first with an error in the file. */
async function publish(page: Page): Promise<void> {
  await page.goto("/studies/new");
  await page.getByLabel("Name of the study").fill("Doctoral places, rule in force");
  await page.getByRole("radio", { name: /^Audit the rule in force/ }).check();
  await expectSound(page);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByLabel("Purpose").fill("Who gets a place?");
  await page.getByRole("button", { name: "Go on to people" }).click();
  await upload(page, "File of people", "people.csv", people.replace("80.5", "180"));
  await expect(page.getByText("Choose the column with each person’s chance").first()).toBeVisible();
  await page.getByRole("button", { name: "score", exact: true }).click();
  await expect(page.getByRole("radio", { name: /^0 to 100/ })).toBeChecked();
  await expect(
    page.getByRole("row", { name: /^2 score .*180.*expected a chance from 0 to 100/ }),
  ).toBeVisible();
  await upload(page, "File of people", "people.csv", people);
  await expect(page.getByText("Every row can be imported.")).toBeVisible();
  await page.getByRole("button", { name: "id", exact: true }).click();
  await takeSafeColumns(page, "Show the column without a warning");
  await expectSound(page);
  await page.getByRole("button", { name: "Go on to settings" }).click();
  await page.getByLabel("People in a round", { exact: true }).fill("2");
  await page.getByLabel("Auditors", { exact: true }).fill("1");
  await page.getByLabel("How many must agree").selectOption("1");
  await expect(page.getByText("One draw decides a round")).toBeHidden();
  await expectSound(page);
  await publishDraft(page, 6, { hasRehearsal: false });
}

test("an audit of a fixed rule, from file to findings", async ({ browser, demoUrl }) => {
  const operator = await signedIn(browser, demoUrl, "operator");
  await publish(operator);
  const studyId = /studies\/([0-9a-f-]{36})/.exec(operator.url())?.[1] ?? "";
  const auditor = await signedIn(browser, demoUrl, "auditor1");
  await seat(operator, auditor, "auditor1");

  let reports = 0;
  for (const round of [1, 2, 3]) {
    await open(operator, studyId, round);
    if (await operator.getByText("This round has no pair to judge.").isVisible()) continue;
    await judge(auditor, studyId, round, "f");
    await operator.goto(`/studies/${studyId}`);
    await operator.getByRole("button", { name: `Close round ${round}` }).click();
    await operator.getByRole("link", { name: `Round ${round}`, exact: true }).click();
    await expect(operator.getByRole("heading", { name: "Decision" })).toBeVisible();
    await expect(operator.getByText("The draw")).toBeHidden();
    await expect(operator.getByRole("columnheader", { name: "Outcome" })).toBeHidden();
    if (reports === 0) await expectSound(operator);
    reports += 1;
  }
  // Three of each chance, two per round: at least one round has both.
  expect(reports).toBeGreaterThan(0);

  await operator.goto(`/studies/${studyId}/settings`);
  await expect(operator.getByText("column “score” of the file, read as 0 to 100")).toBeVisible();
  await operator.goto(`/studies/${studyId}/rounds`);
  await expect(operator.getByRole("link", { name: "Upload outcomes" })).toBeHidden();
  await operator.goto(`/studies/${studyId}/results`);
  await expect(
    operator.getByText(`The panel reported a pair in ${reports} of 3 closed rounds.`),
  ).toBeVisible();
  await expect(operator.getByRole("link", { name: "Policy" })).toBeHidden();
  await operator.getByRole("navigation", { name: "Results" }).getByRole("link", { name: "Panel" }).click();
  await expect(operator.getByText(new RegExp(`^${reports} of 3`)).first()).toBeVisible();
  await expectSound(operator);

  await operator.goto(`/studies/${studyId}/data`);
  const report = replayRecord(await downloaded(operator, /^Whole record/));
  expect(report.problems).toEqual([]);
  expect(report.chanceCount).toBe(6);
});
