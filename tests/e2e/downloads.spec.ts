import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectSound, signedIn } from "./judging-steps.ts";

/** The shared demo, which nothing here changes. */
test.describe.configure({ timeout: 120_000 });

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const bar = (page: Page) => page.getByRole("progressbar", { name: "Downloaded so far" });

async function openData(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Small loans (demo)", exact: true }).click();
  await page.waitForURL(/\/studies\/[0-9a-f-]{36}$/);
  const { pathname } = new URL(page.url());
  await page.goto(`${pathname}/data`);
  return pathname;
}

/** The page's connection, at so many bytes a second; -1: as fast as it is, 0: broken. */
async function connection(page: Page): Promise<(bytes: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  return async (bytes) => {
    const conditions = { offline: bytes === 0, latency: 0, downloadThroughput: bytes, uploadThroughput: -1 };
    await session.send("Network.emulateNetworkConditions", conditions);
  };
}

async function shareAbove(page: Page, least: number): Promise<void> {
  await expect.poll(async () => Number(await bar(page).getAttribute("aria-valuenow"))).toBeGreaterThan(least);
}

test("a file shows how far it has come, is cancelled, and goes on after a break with the same bytes", async ({
  browser,
  baseURL,
}) => {
  const page = await signedIn(browser, baseURL ?? "", "researcher");
  const study = await openData(page);
  const link = page.getByRole("link", { name: /^Log alone/ });
  const direct = await page.request.get((await link.getAttribute("href")) ?? "");
  // What loads a file is there before the connection is slow.
  const [first] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(sha256(await readFile(await first.path()))).toBe(sha256(await direct.body()));
  await expect(page.getByText(/^Saved as log-.*\.jsonl, /)).toBeVisible();

  const connect = await connection(page);
  await connect(30_000);
  await link.press("Enter");
  await shareAbove(page, 5);
  // Slow enough to be looked at in all widths.
  await connect(100);
  await expect(bar(page)).toHaveAttribute("aria-valuetext", /^\d+ %, [\d.]+ KB\. Stay on this page/);
  await expectSound(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(link).toBeFocused();

  const asked: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`${study}/log`)) asked.push(request.headers().range);
  });
  await connect(30_000);
  await link.press("Enter");
  await shareAbove(page, 10);
  await connect(0);
  await expect(page.getByText(/^The connection broke after [\d.]+ KB\.$/)).toBeVisible();
  await expectSound(page);
  await connect(-1);
  const [second] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Go on" }).click(),
  ]);
  expect(sha256(await readFile(await second.path()))).toBe(sha256(await direct.body()));
  expect(second.suggestedFilename()).toBe(first.suggestedFilename());
  expect(asked).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
  await page.context().close();
});

test("the Croissant file of the page has the hashes of the files that the page gives", async ({
  browser,
  baseURL,
}) => {
  const page = await signedIn(browser, baseURL ?? "", "researcher");
  await openData(page);
  const take = async (name: string) => {
    const link = page.getByRole("link", { name, exact: true }).first();
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const croissant = JSON.parse((await take("croissant.json")).bytes.toString());
  const hashes = new Map(
    croissant.distribution.map((file: { name: string; sha256: string }) => [file.name, file.sha256]),
  );
  expect(hashes.size).toBe(28);
  for (const link of ["CSV", "Parquet", "dictionary.csv", "decisions.vw", "bandit-feedback.npz"]) {
    const { name, bytes } = await take(link);
    expect(hashes.get(name), name).toBe(sha256(bytes));
  }
  await page.context().close();
});

test("without its script a file is a plain link", async ({ browser, baseURL }) => {
  const signed = await signedIn(browser, baseURL ?? "", "researcher");
  const study = await openData(signed);
  const storageState = await signed.context().storageState();
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    javaScriptEnabled: false,
    storageState,
  });
  const page = await context.newPage();
  await page.goto(`${study}/data`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV", exact: true }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^people-[0-9a-f-]{36}-\d+\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toMatch(/^person,imported_seq,erased_seq\r\n/);
  await context.close();
  await signed.context().close();
});
