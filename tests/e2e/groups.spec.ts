import { expect } from "@playwright/test";
import { test } from "./browser-test.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { draftOfPoints, open, publishDraft, seat } from "./study-steps.ts";

const count = 12;
const people = [
  "id,points,sex,age",
  ...Array.from({ length: count }, (_, i) => `a${i},${i * 9},${"FM"[i % 2]},${i < 6 ? 40 : 60}`),
  "",
];

test("an operator marks a column as a group, and sees its figures after rounds have closed", async ({
  browser,
  demoUrl,
}) => {
  const operator = await signedIn(browser, demoUrl, "operator");
  await draftOfPoints(operator, "Places by group", people.join("\n"), count, {
    mark: async () => {
      await operator.getByLabel("Use of sex").selectOption("Group, for reporting only");
      await operator.getByLabel("Use of age").selectOption("Group, for reporting only");
      await operator.getByLabel("Cuts of age").fill("50, 30");
      await operator.getByLabel("Cuts of age").blur();
      await expect(operator.getByText("“age”: cuts must ascend, but 30 follows 50.").first()).toBeVisible();
      await operator.getByLabel("Cuts of age").fill("30, 50");
      await expect(operator.getByText("Groups: under 30, 30 to under 50 and 50 and over.")).toBeVisible();
      await expectSound(operator);
    },
  });
  await publishDraft(operator, count, {
    look: async (page) => {
      const isReview = await page.getByRole("button", { name: `Publish with ${count} people` }).isVisible();
      const said = "Groups, only for reporting: sex, age (under 30, 30 to under 50, 50 and over).";
      if (isReview) await expect(page.getByText(said)).toBeVisible();
    },
  });
  const studyId = /studies\/([0-9a-f-]{36})/.exec(operator.url())?.[1] ?? "";
  const auditor = await signedIn(browser, demoUrl, "auditor1");
  await seat(operator, auditor, "auditor1");
  await operator.goto(`/studies/${studyId}/results/groups`);
  await expect(operator.getByText("No round has closed yet.")).toBeVisible();
  // All chances are equal, so each round closes as soon as it is opened.
  for (const round of [1, 2, 3, 4, 5, 6]) await open(operator, studyId, round);

  await operator.goto(`/studies/${studyId}/results`);
  await operator.getByRole("link", { name: "Groups" }).click();
  await expect(operator.getByText("12 people of 6 closed rounds.")).toBeVisible();
  const selection = operator.getByRole("table", { name: "Selection: sex" });
  await expect(selection.getByRole("row", { name: /^F 6/ }).getByRole("cell").nth(2)).toHaveText("1.00");
  await expect(operator.getByRole("table", { name: "Selection: age" })).toContainText("50 and over");
  await expect(operator.getByRole("table", { name: "Reported pairs: sex" })).toContainText("0 (0 to 0)");
  await expectSound(operator);

  await operator.getByLabel("Smallest group shown, in people").fill("7");
  await operator.getByRole("button", { name: "Apply" }).click();
  await expect(operator).toHaveURL(/least=7$/);
  await expect(operator.getByText(/^All groups are withheld/).first()).toBeVisible();
  await expect(selection).toHaveCount(0);

  expect((await auditor.goto(`/studies/${studyId}/results/groups`))?.status()).toBe(403);
});
