import { expect } from "@playwright/test";
import { readRecord, replayRecord } from "../replay/record.ts";
import { test } from "./browser-test.ts";
import { studiesServer } from "./shared.ts";
import { expectSound } from "./sound.ts";
import { close, downloaded, firstRound, open, tabTo } from "./study-steps.ts";

test("a person objects by a personal link, the operator forwards it, and the page shows what the panel answered", async ({
  browser,
}) => {
  const { url, studies } = await studiesServer();
  const studyId = studies.toObject;
  const { page, auditor } = await firstRound(browser, { url, studyId, key: "a" });

  await page.getByText("Explain a decision to a person").click();
  const explain = page.locator("details").filter({ hasText: "Explain a decision to a person" });
  await explain.getByLabel("Person", { exact: true }).selectOption({ label: "Person 2, applicant-1" });
  await page.getByLabel("Contact for questions").fill("Ms Ada, room 7");
  await page.getByRole("button", { name: "Make a personal link" }).click();
  const link = await page.getByRole("textbox", { name: "Personal link" }).inputValue();
  await expectSound(page);

  const person = await (await browser.newContext({ baseURL: url })).newPage();
  await person.goto(new URL(link).pathname);
  await expect(person.getByRole("heading", { level: 1, name: "Your decision, explained" })).toBeVisible();
  await expect(person.getByText("Ms Ada, room 7")).toBeVisible();
  await expect(person.getByRole("table", { name: "What moved your chance" })).toContainText("income");
  await expect(person.getByText(/more than 50 instead of 40/)).toBeVisible();
  await expect(person.getByText("applicant-0")).toHaveCount(0);
  await expectSound(person);
  await person.getByLabel("Why was the decision unfair?").fill("I am applicant-1, and had 55 points.");
  await tabTo(person, "button", "Send the objection");
  await person.keyboard.press("Enter");
  await expect(person.getByText(/^Received\./)).toBeVisible();

  await page.goto(`/studies/${studyId}/rounds/objections`);
  await expect(page.getByText("I am applicant-1, and had 55 points.").first()).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Question to the panel").fill("The person had 55 points.");
  await page.getByRole("button", { name: "Forward to the panel" }).click();
  await expect(page.getByText(/^Forwarded: the next panel/)).toBeVisible();
  await open(page, studyId, 2);
  await auditor.goto(`/studies/${studyId}/judging/2`);
  await auditor.getByRole("region", { name: /^Pair/ }).press("a");
  await auditor.keyboard.press("Control+Enter");
  await expect(auditor.getByRole("heading", { level: 2, name: "A person objects" })).toBeVisible();
  await expect(auditor.getByText("The person had 55 points.")).toBeVisible();
  await tabTo(auditor, "button", "Yes");
  await auditor.keyboard.press("Enter");
  await expect(auditor.getByText(/^Your answer is saved\./)).toBeVisible();
  await expect(auditor.getByRole("button", { name: "Yes" })).toHaveAttribute("aria-pressed", "true");
  await expectSound(auditor);
  await expect(auditor.getByText("applicant-1")).toHaveCount(0);
  await tabTo(auditor, "button", "Seal my verdicts");
  await auditor.keyboard.press("Enter");
  await expect(auditor.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+/ })).toBeVisible();
  await close(page, studyId, 2);

  await person.reload();
  await expect(person.getByText("The panel of round 2 has answered it.")).toBeVisible();
  await expect(person.getByText("Treated unfairly: 1 yes, 0 no, 0 not sure.")).toBeVisible();
  await page.goto(`/studies/${studyId}/data`);
  const record = await downloaded(page, /^Whole record/);
  expect(replayRecord(record).problems).toEqual([]);
  expect(readRecord(record).log).not.toContain("55 points");

  await page.goto(`/studies/${studyId}/rounds/1`);
  await page.getByText("Explain a decision to a person").click();
  await page.getByRole("button", { name: "Withdraw: Person 2" }).click();
  await page.getByRole("button", { name: "Yes: Withdraw: Person 2" }).click();
  await expect(page.getByRole("table", { name: "Personal links of this round" })).toHaveCount(0);
  await person.reload();
  await expect(person.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
  await expectSound(person);
});
