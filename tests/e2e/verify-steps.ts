import { expect, type Page } from "@playwright/test";

/** Drags files from elsewhere onto a region and drops them. */
export async function dropFiles(
  page: Page,
  region: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.getByRole("region", { name: region }).dispatchEvent("drop", { dataTransfer });
}

/** A verification that takes long enough to be stopped. */
export async function startAndCancel(page: Page): Promise<void> {
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
