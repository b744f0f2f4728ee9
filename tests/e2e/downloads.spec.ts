import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { takenFile } from "./taken-file.ts";

/* The shared demo, which these tests do not change. */

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function openData(page: Page): Promise<void> {
  await page.goto(`${await demoStudy(page)}/data`);
}

test("the page's Croissant file has the hashes of the files on the page", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  await openData(page);
  const take = async (name: string) => {
    const link = page.getByRole("link", { name, exact: true }).first();
    const download = await takenFile(page, () => link.click());
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const croissant = JSON.parse((await take("croissant.json")).bytes.toString());
  const hashes = new Map(
    croissant.distribution.map((file: { name: string; sha256: string }) => [file.name, file.sha256]),
  );
  expect(hashes.size).toBe(32);
  for (const link of ["CSV", "Parquet", "dictionary.csv", "decisions.vw", "bandit-feedback.npz"]) {
    const { name, bytes } = await take(link);
    expect(hashes.get(name), name).toBe(sha256(bytes));
  }
});

test("a busy server refuses a file with a message, and serves it on the next try", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  await openData(page);
  const body = "The server is busy. Try again in a moment.\n";
  await page.route(/dictionary\.csv/, (route) => route.fulfill({ status: 503, body }), { times: 1 });
  const link = page.getByRole("link", { name: "dictionary.csv", exact: true });
  const download = await takenFile(page, () => link.click());
  expect(download.suggestedFilename()).toMatch(/^dictionary-.*\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toMatch(/\r\n/);
});

test("without JavaScript a file is a plain link", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "researcher", { javaScriptEnabled: false });
  await openData(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV", exact: true }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^people-[0-9a-f-]{36}-\d+\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toMatch(/^person,imported_seq,erased_seq\r\n/);
});
