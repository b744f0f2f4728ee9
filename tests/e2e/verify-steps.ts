import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectSound } from "./sound.ts";

/** Drags and drops files onto a region. */
export async function dropFiles(page: Page, region: string, files: readonly Named[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.getByRole("region", { name: region }).dispatchEvent("drop", { dataTransfer });
}

export async function expectTexts(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text)).toBeVisible();
}

/** Reloads a receipt's page until the server has signed a checkpoint that covers the ballot. */
export async function reloadUntilReceipt(page: Page): Promise<void> {
  const progress = page.getByText(/This device has (the whole receipt|your ballot)/);
  await expect(async () => {
    await page.reload();
    await expect(progress).toBeVisible();
    expect(await progress.innerText()).toContain("the whole receipt");
  }).toPass();
}

/** Downloads the receipt of the page. */
export async function downloadReceipt(page: Page) {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await coming;
  const name = download.suggestedFilename();
  const [, entry] = /^receipt-round-\d+-entry-(\d+)\.tlog-proof$/.exec(name) ?? [];
  return { name, entry: Number(entry), text: await readFile(await download.path(), "utf8") };
}

type Named = { readonly name: string; readonly text: string };

/** A visitor verifies an honest record with a receipt, then a changed one. */
export async function verifyByDrop(page: Page, record: string, receipt: Named): Promise<void> {
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  await page.goto("/verify");
  await startAndCancel(page);
  await dropFiles(page, "Drop files here", [{ name: "record.jsonl", text: record }, receipt]);
  const files = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(files).toHaveText([/^Record record\.jsonl/, /^Receipt receipt-round-13/]);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  const questions = ["In the log", "Same history", "Counted", "Based on what was shown"];
  await expectTexts(
    page,
    "Everything in the log is correct",
    ...questions.map((question) => `${question}: yes.`),
  );
  await expectSound(page);
  const changed = record.replace(/"chance":"0\.\d/, '"chance":"0.0');
  await dropFiles(page, "Drop files here", [{ name: "record.jsonl", text: changed }]);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expectTexts(page, "The log is not correct.");
  await expect(page.getByText(/^Entry\s\d+: chance of p\d+/)).toBeVisible();
  expect(sent, "nothing is uploaded").toEqual([]);
}

/** A verification that takes long enough to be stopped. */
async function startAndCancel(page: Page): Promise<void> {
  const people = Array.from(
    { length: 200_000 },
    (_, i) => `{"digest":"${"0".repeat(64)}","person":"p${i}"}\n`,
  );
  await dropFiles(page, "Drop files here", [{ name: "long.jsonl", text: people.join("") }]);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByRole("progressbar", { name: "Verified so far" })).toHaveAttribute(
    "aria-valuetext",
    /MB of \d+\.\d MB, 0 entries/,
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toBeHidden();
  await expect(page.getByText("The log", { exact: false }).filter({ hasText: "hold" })).toHaveCount(0);
}
