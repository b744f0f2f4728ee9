import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { close, downloaded, draftOfPoints, judge, open, publishDraft, seat } from "./study-steps.ts";

/** Two people per round, one with 60,123 points and one with 40,456: figures that occur nowhere else on a page. */
const people = `id,points\n${Array.from({ length: 4 }, (_, i) => `applicant-${i},${i % 2 === 0 ? 61.73 : 43.91}`).join("\n")}\n`;
const features = /61\.73|43\.91|applicant-/;

async function publish(page: Page, browser: Browser, demoUrl: string): Promise<Page> {
  await draftOfPoints(page, "Observed", people, 4);
  await page.getByLabel("Auditors", { exact: true }).fill("1");
  await publishDraft(page, 4);
  const auditor = await signedIn(browser, demoUrl, "auditor1");
  await seat(page, auditor, "auditor1");
  return auditor;
}

/** Invites the demo's observer, who accepts the link. */
async function invite(page: Page, observer: Page): Promise<void> {
  await page.getByLabel("E-mail of the invited person").fill("observer@demo.example");
  await page.getByLabel("Role in this study").selectOption("observer");
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(page.getByText("Send this link to observer@demo.example.")).toBeVisible();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await observer.goto(new URL(link).pathname);
  await expect(observer.getByText("no features of people")).toBeVisible();
  await observer.getByRole("button", { name: "Accept" }).click();
  await expect(observer.getByRole("heading", { level: 1, name: "Observed" })).toBeVisible();
}

const table = (page: Page) => page.getByRole("table", { name: "People of this round" });

test("an observer follows a round, its result and the log, without features or names", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  const auditor = await publish(page, browser, demoUrl);
  const studyId = /studies\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  const observer = await signedIn(browser, demoUrl, "observer");
  await page.goto(`/studies/${studyId}/panel`);
  await invite(page, observer);
  await page.goto(`/studies/${studyId}/panel`);
  await expect(page.getByRole("list", { name: "Observers" })).toContainText("Oda Observer");

  await open(page, studyId, 1);
  await observer.goto(`/studies/${studyId}/rounds/1`);
  await expect(
    table(observer)
      .getByText(/in 100/)
      .first(),
  ).toBeVisible();
  await expect(observer.getByRole("heading", { name: "Decision" })).toHaveCount(0);
  await expect(observer.getByRole("button", { name: /Close round/ })).toHaveCount(0);
  await judge(auditor, studyId, 1, "f");
  await close(page, studyId, 1);

  await observer.goto(`/studies/${studyId}/rounds/1`);
  await expect(observer.getByRole("heading", { name: "Decision" })).toBeVisible();
  await observer
    .getByRole("button", { name: "Person 1, Person 2" })
    .or(observer.getByRole("button", { name: /^Person/ }))
    .first()
    .click();
  await expect(observer.getByRole("dialog")).toBeVisible();
  await expectSound(observer);
  expect(await observer.locator("body").textContent()).not.toMatch(features);
  for (const path of ["", "/rounds", "/results", "/results/policy", "/results/panel", "/data"]) {
    await observer.goto(`/studies/${studyId}${path}`);
    await expect(observer.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await observer.content(), path).not.toMatch(/61\.73|43\.91|applicant-|Amal|auditor1@/);
  }
  await expectSound(observer);
  await expect(observer.getByRole("link", { name: "Whole record" })).toHaveCount(0);
  const log = await downloaded(observer, /^Log alone/);
  expect(log).toContain('"type":"round.closed"');
  expect(log).not.toMatch(features);
  for (const path of ["panel", "people", "settings", "results/what-if", "rounds/new"]) {
    expect((await observer.goto(`/studies/${studyId}/${path}`))?.status(), path).toBe(403);
  }

  // The operator ends the role, which takes effect at once.
  await page.goto(`/studies/${studyId}/panel`);
  const list = page.getByRole("list", { name: "Observers" });
  await list.getByRole("button", { name: /End/ }).click();
  await expect(page.getByText("This person can no longer open the study")).toBeVisible();
});
