import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { expectSound, expectSoundEverywhere } from "./sound.ts";
import { downloaded } from "./study-steps.ts";
import { takenFile } from "./taken-file.ts";

/* The shared demo. Its log is not changed; a link and a statement are withdrawn again. */

/** Counts the pages of a PDF. */
const pagesOf = (pdf: Buffer) => [...pdf.toString("latin1").matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;

/** Lists each cell of the people's features, and their names. */
async function secretsOf(page: Page, study: string): Promise<string[]> {
  await page.goto(`${study}/data`);
  const record = await downloaded(page, /^Whole record/);
  const cells = record.split("\n").flatMap((line): string[] => {
    const { features } = line.startsWith("{") ? JSON.parse(line) : {};
    // The last column is the district, a group that the report counts by name.
    return Array.isArray(features) ? features.slice(0, -1).filter((cell) => typeof cell === "string") : [];
  });
  // A small number may also be the number of a round.
  return [...new Set(cells)].filter((cell) => !/^\d{1,3}(\.\d)?$/.test(cell));
}

test("an operator reads the report, prints it, and saves it as one file without external content", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  const study = await demoStudy(page);
  const secrets = await secretsOf(page, study);
  expect(secrets.length).toBeGreaterThan(5);
  await page.goto(`${study}/report`);
  const report = page.getByRole("article");
  await expect(report.getByRole("heading", { level: 2, name: "Wrong decisions", exact: true })).toBeVisible();
  await expect(report.getByRole("img")).toHaveCount(2);
  await expectSound(page);

  // Each entry that a figure names exists.
  const entries = await report
    .getByRole("link")
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href") ?? ""))]);
  expect(entries.length).toBeGreaterThan(10);
  for (const entry of entries) {
    expect(entry).toMatch(new RegExp(`^${study}/data/entries/\\d+$`));
    expect((await page.request.get(entry)).status(), entry).toBe(200);
  }

  const pdf = await page.pdf({ format: "A4" });
  expect(pagesOf(pdf)).toBeGreaterThan(1);
  expect(pagesOf(pdf)).toBeLessThanOrEqual(8);
  await page.emulateMedia({ media: "print" });
  const breaks = await report
    .locator("figure")
    .evaluateAll((figures) => figures.map((figure) => getComputedStyle(figure).breakInside));
  expect(breaks).toEqual(["avoid", "avoid"]);
  await page.emulateMedia({ media: "screen" });

  const made = await takenFile(page, () => page.getByRole("link", { name: "Save as PDF" }).click());
  expect(made.suggestedFilename()).toMatch(/^report-.*\.pdf$/);
  const own = await readFile(await made.path());
  expect(own.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pagesOf(own)).toBeGreaterThan(1);
  expect(pagesOf(own)).toBeLessThanOrEqual(8);

  const saved = await takenFile(page, () => page.getByRole("link", { name: /^Save as one file/ }).click());
  const path = await saved.path();
  const html = await readFile(path, "utf8");
  expect(html).not.toMatch(/<script|@import|url\((?!"?data:)|@demo\.example|Amal/);
  for (const secret of secrets)
    expect(html.includes(`>${secret}<`) || html.includes(` ${secret} `)).toBe(false);

  const offline = await (await browser.newContext({ offline: true })).newPage();
  const requests: string[] = [];
  offline.on("request", (request) => requests.push(request.url()));
  const named = test.info().outputPath("report.html");
  await saved.saveAs(named);
  await offline.goto(pathToFileURL(named).href);
  await expect(offline.getByRole("heading", { level: 1 })).toHaveText(/^Study report: /);
  await expectSoundEverywhere(offline);
  expect(requests).toEqual([pathToFileURL(named).href]);
  expect(pagesOf(await offline.pdf({ format: "A4" }))).toBeLessThanOrEqual(8);
});

test("an operator fills in a form and publishes the report by a link, then withdraws it", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  const study = await demoStudy(page);
  await page.goto(`${study}/report`);
  await page.getByRole("link", { name: "Dutch algorithm register" }).click();
  const report = page.getByRole("article");
  const contact = report.locator("section").filter({ has: page.getByRole("heading", { name: "Contact" }) });
  await expect(contact).toContainText("not stated");
  await page.getByText("What the log does not know", { exact: true }).click();
  await page.getByLabel("Contact").fill("Town hall, desk 3");
  await page.getByRole("button", { name: "Save statements" }).click();
  await expect(page.getByText("Statements saved.")).toBeVisible();
  await expect(contact).toContainText("Town hall, desk 3");
  await expect(contact).toContainText(/Operator’s statement of .* not from the log/);
  await expectSound(page);

  await page.getByText("Publish by a link", { exact: true }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const address = await page.getByRole("textbox", { name: "Link to the report" }).inputValue();
  await expectSound(page);
  const visitor = await (await browser.newContext({ baseURL: demoUrl })).newPage();
  const path = new URL(address).pathname;
  expect((await visitor.goto(path))?.status()).toBe(200);
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expect(visitor.getByText("Publish by a link")).toHaveCount(0);
  await expectSoundEverywhere(visitor);
  for (const form of ["Short summary", "EU AI Act, Article 27", "Model card", "Dutch algorithm register"]) {
    await visitor.getByRole("link", { name: form }).click();
    await expect(visitor.getByRole("heading", { level: 1, name: new RegExp(`^${form}: `) })).toBeVisible();
  }
  await expect(visitor.getByRole("article")).toContainText("Town hall, desk 3");
  await expectSound(visitor);

  await page.getByRole("button", { name: /^Withdraw the link/ }).click();
  await page.getByRole("button", { name: /^Yes/ }).click();
  await expect(page.getByRole("button", { name: "Make the link" })).toBeVisible();
  expect((await visitor.goto(path))?.status()).toBe(404);
  await page.getByLabel("Contact").fill("");
  await page.getByRole("button", { name: "Save statements" }).click();
  await expect(contact).toContainText("not stated");
});
