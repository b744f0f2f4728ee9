import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { type HttpAuditor, joinOverHttp, sealOverHttp } from "./http-auditor.ts";
import { ask } from "./judging-steps.ts";
import { emailOf, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { close, downloaded, draftOfPoints, judge, open, publishDraft, seat } from "./study-steps.ts";
import { expectRecordHolds } from "./three-verifiers.ts";

/** Two people per round, one with 60 points and one with 40. */
const people = `id,points\n${Array.from({ length: 8 }, (_, i) => `applicant-${i},${i % 2 === 0 ? 60 : 40}`).join("\n")}\n`;

test("a pair is reported only if the auditor named by the rule also flags it", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await draftOfPoints(page, "One auditor must agree", people, 8);
  await page.getByLabel("Auditors", { exact: true }).fill("3");
  await page.getByLabel("How many must agree").selectOption("2");
  await page.getByText("Advanced: all at their defaults").click();
  await page
    .getByLabel("When is a pair reported?")
    .selectOption("A share that includes one particular auditor");
  await page.getByLabel("Seat of the auditor who must agree").fill("s1");
  await expect(
    page.getByText("With a panel of 3, at least 2 of 3 and seat s1 must call a pair unfair."),
  ).toBeVisible();
  await expectSound(page);
  const look = async (each: Page) => {
    if (await each.getByRole("button", { name: /^Publish with/ }).isVisible()) {
      await expect(
        each.getByText("A pair is unfair when at least 2 of 3 and seat s1 flag it."),
      ).toBeVisible();
    }
  };
  await publishDraft(page, 8, { look });
  const { studyId, auditor, others } = await takeSeats(browser, demoUrl, page);

  // Two flags of three would be enough for the share, without the named auditor.
  await open(page, studyId, 1);
  for (const each of others) await sealOverHttp(each, { studyId, round: 1 }, { word: "unfair" });
  await auditor.goto(`/studies/${studyId}/judging/1`);
  await expect(auditor.getByText("2 of 3 and seat s1").first()).toBeVisible();
  await expectSound(auditor);
  await judge(auditor, studyId, 1, "a");
  await close(page, studyId, 1);
  await expect(page.getByText("No pair reached 2 of 3 and seat s1. Nothing was reported.")).toBeVisible();
  await expectSound(page);

  await open(page, studyId, 2);
  const [second, third] = others;
  await sealOverHttp(second, { studyId, round: 2 }, { word: "unfair" });
  await sealOverHttp(third, { studyId, round: 2 }, { word: "acceptable" });
  await judge(auditor, studyId, 2, "f");
  await close(page, studyId, 2);
  await expect(page.getByText("Needed flags: 2 of 3 and seat s1")).toBeVisible();
  await expect(page.getByRole("table", { name: "Pairs that reached the needed flags" })).toContainText(
    "Person 1 over Person 2",
  );
  await expectSound(page);

  await page.goto(`/studies/${studyId}/data`);
  await expectRecordHolds(await downloaded(page, /^Whole record/), { rounds: 2, chances: 4, decisions: 2 });
});

test("a pair is reported only if an auditor of each group flags it", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await draftOfPoints(page, "Both groups must agree", people, 8);
  await page.getByLabel("Auditors", { exact: true }).fill("3");
  await page.getByText("Advanced: all at their defaults").click();
  await page.getByLabel("When is a pair reported?").selectOption("Some of each of two groups");
  await page.getByLabel("First group").fill("s1");
  await page.getByLabel("Second group").fill("s2, s3");
  await page.getByLabel("Auditors needed from each group").fill("1");
  await expect(page.getByLabel("How many must agree")).toHaveAccessibleDescription(
    "The rule under Advanced decides: Some of each of two groups.",
  );
  await expectSound(page);
  await publishDraft(page, 8);
  const { studyId, auditor, others } = await takeSeats(browser, demoUrl, page);

  // Two of three flag it, both from the second group.
  await open(page, studyId, 1);
  for (const each of others) await sealOverHttp(each, { studyId, round: 1 }, { word: "unfair" });
  await judge(auditor, studyId, 1, "a");
  await close(page, studyId, 1);
  await expect(page.getByText(/^No pair reached .* Nothing was reported\.$/)).toBeVisible();
  await expectSound(page);

  await open(page, studyId, 2);
  const [second, third] = others;
  await sealOverHttp(second, { studyId, round: 2 }, { word: "unfair" });
  await sealOverHttp(third, { studyId, round: 2 }, { word: "acceptable" });
  await judge(auditor, studyId, 2, "f");
  await close(page, studyId, 2);
  await expect(page.getByRole("table", { name: "Pairs that reached the needed flags" })).toContainText(
    "Person 1 over Person 2",
  );
  await expectSound(page);

  await page.goto(`/studies/${studyId}/data`);
  await expectRecordHolds(await downloaded(page, /^Whole record/), { rounds: 2, chances: 4, decisions: 2 });
});

/** Fills the three seats of a new study whose page is open: the first with a browser, the others over HTTP. */
async function takeSeats(browser: Browser, demoUrl: string, page: Page) {
  const studyId = /studies\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  const auditor = await signedIn(browser, demoUrl, "auditor1");
  await seat(page, auditor, "auditor1");
  const join = async (name: string): Promise<HttpAuditor> => {
    const email = emailOf(name);
    const { token } = await ask<{ token: string }>(page, "panel.invite", { studyId, email, role: "auditor" });
    return joinOverHttp(demoUrl, { email, displayName: name, token });
  };
  const second = await join("auditor2");
  return { studyId, auditor, others: [second, await join("auditor3")] as const };
}
