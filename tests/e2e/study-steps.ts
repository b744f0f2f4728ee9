import { readFile } from "node:fs/promises";
import { type Browser, expect, type Page } from "@playwright/test";
import { emailOf, signedIn } from "./signed-in.ts";
import { takenFile } from "./taken-file.ts";

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, role: "link" | "button", name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}`);
}

/** Judges the only pair of the round and seals, only with keys. */
export async function judge(page: Page, studyId: string, round: number, key: "f" | "a"): Promise<void> {
  await page.goto(`/studies/${studyId}/judging/${round}`);
  await expect(page.getByRole("heading", { level: 1, name: "Pair 1 of 1" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Pair/ })).toBeFocused();
  await page.keyboard.press(key);
  await expect(page.getByRole("region", { name: "The round in short" })).toContainText("Saved");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Review before you seal" })).toBeVisible();
  await tabTo(page, "button", "Seal my verdicts");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+/ })).toBeVisible();
}

/** Closes a round with all ballots from the first action on the study's page, and reads who was picked. */
export async function close(page: Page, studyId: string, round: number): Promise<[boolean, boolean]> {
  await page.goto(`/studies/${studyId}`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(
    new RegExp(`^(All \\d ballots|The only ballot) of round\\s${round} (are|is) in$`),
  );
  await page.getByRole("button", { name: `Close round ${round}` }).click();
  await expect(page.getByRole("button", { name: `Close round ${round}` })).toHaveCount(0);
  await page.goto(`/studies/${studyId}/rounds/${round}`);
  await expect(page.getByRole("heading", { name: "Decision" })).toBeVisible();
  return pickedOf(page);
}

/** Invites a person with an account by a link, which the person accepts in another browser. */
export async function seat(operator: Page, auditor: Page, name: string): Promise<void> {
  const email = emailOf(name);
  await operator.getByLabel("E-mail of the invited person").fill(email);
  await operator.getByRole("button", { name: "Make a link" }).click();
  await expect(operator.getByText(`Send this link to ${email}.`)).toBeVisible();
  const link = await operator.getByRole("textbox", { name: "Link" }).inputValue();
  await auditor.goto(new URL(link).pathname);
  await auditor.getByRole("button", { name: "Accept" }).click();
  await expect(auditor.getByRole("heading", { level: 1, name: "My rounds" })).toBeVisible();
}

/** Reads which of the two people of a closed round was picked. */
export async function pickedOf(page: Page): Promise<[boolean, boolean]> {
  const rows = page.getByRole("table", { name: "People of this round" }).getByRole("row");
  const isPicked = async (index: number) => !(await rows.nth(index).textContent())?.includes("Not picked");
  return [await isPicked(1), await isPicked(2)];
}

/** Opens the next round with its defaults. */
export async function open(page: Page, studyId: string, round: number): Promise<void> {
  await page.goto(`/studies/${studyId}`);
  const heading = page.getByRole("heading", { level: 1, name: `Round ${round}` });
  // A server that shares its machine with other tests may be busy, and asks to try again.
  const busy = page.getByRole("alert").filter({ hasText: "The server is busy" });
  do {
    await page.getByRole("button", { name: new RegExp(`^Open (and close )?round ${round}$`) }).click();
    await expect(heading.or(busy)).toBeVisible();
  } while (!(await heading.isVisible()));
}

/** Uploads a file, with retries while the server still reads two files of this account, which tests share. */
export async function upload(
  page: Page,
  label: string,
  name: string,
  content: string | Buffer,
): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
  for (;;) {
    const answer = page.waitForResponse(
      (one) => one.request().method() === "POST" && one.url().includes("/uploads/"),
    );
    await page.getByLabel(label).setInputFiles(file);
    if ((await answer).status() !== 429) return;
    await expect(page.getByRole("alert").filter({ hasText: "of your files are being read" })).toBeVisible();
  }
}

/** Downloads the file of a link. */
export async function downloaded(page: Page, name: RegExp): Promise<string> {
  const link = page.getByRole("link", { name }).or(page.getByRole("button", { name }));
  const download = await takenFile(page, () => link.click());
  return readFile(await download.path(), "utf8");
}

type Steps = {
  /** Chooses the use of columns that have a warning. */
  readonly mark?: () => Promise<void>;
  /** Chooses where the study starts, next to its rules. */
  readonly start?: () => Promise<void>;
  /** Checks each page before it is left. */
  readonly look?: (page: Page) => Promise<void>;
};

const nothing = async () => {};

/**
 * Sets up a study to its settings: people with an id and points in a file, perhaps with columns that have a warning, and
 * one condition, points > 50.
 */
export async function draftOfPoints(
  page: Page,
  name: string,
  people: string,
  count: number,
  { mark = nothing, start = nothing, look = nothing }: Steps = {},
): Promise<void> {
  await page.goto("/studies/new");
  await look(page);
  await page.getByLabel("Name of the study").fill(name);
  await page.keyboard.press("Enter");
  await page.getByLabel("Purpose").fill("Who gets a place?");
  await look(page);
  await page.getByRole("button", { name: "Go on to people" }).click();
  await upload(page, "File of people", "people.csv", people);
  const columnCount = people.slice(0, people.indexOf("\n")).split(/[,;]/).length;
  await expect(page.getByText(`${count} people, ${columnCount} columns`)).toBeVisible();
  await page.getByRole("button", { name: "id", exact: true }).click();
  await takeSafeColumns(page, "Show and use the column without a warning");
  await mark();
  await look(page);
  await page.getByRole("button", { name: "Go on to rules" }).click();
  await page.getByRole("radio", { name: /^Conditions together/ }).check();
  await page.getByLabel("Column", { exact: true }).selectOption({ label: "points" });
  await page.getByLabel("Question").selectOption({ label: "is above" });
  await page.getByLabel("Value").fill("50");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await start();
  await look(page);
  await page.getByRole("button", { name: "Go on to settings" }).click();
  await page.getByLabel("People in a round", { exact: true }).fill("2");
}

/** Uses all columns without a warning, with one press, which waits until rows are compared with the outcome. */
export async function takeSafeColumns(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.click();
  await expect(button).toBeHidden();
}

/** Publishes a complete draft from its settings. An audit has no rehearsal. */
export async function publishDraft(
  page: Page,
  count: number,
  { hasRehearsal = true, look = nothing }: Pick<Steps, "look"> & { readonly hasRehearsal?: boolean } = {},
): Promise<void> {
  await look(page);
  if (hasRehearsal) {
    await page.getByRole("button", { name: "Go on to rehearsal" }).click();
    await expect(page.getByText("Nothing was rehearsed yet.")).toBeVisible();
    await look(page);
  }
  await page.getByRole("button", { name: "Go on to review" }).click();
  const publish = page.getByRole("button", { name: `Publish with ${count} people` });
  await expect(publish).toBeVisible();
  await look(page);
  await publish.click();
  await expect(page.getByText("The study is published.")).toBeVisible();
}

/** Opens round 1 of a study with one auditor, who judges its only pair with one key, and closes it. */
export async function firstRound(
  browser: Browser,
  { url, studyId, key }: { readonly url: string; readonly studyId: string; readonly key: "f" | "a" },
) {
  const page = await signedIn(browser, url, "operator");
  const auditor = await signedIn(browser, url, "auditor1");
  await open(page, studyId, 1);
  await judge(auditor, studyId, 1, key);
  await close(page, studyId, 1);
  return { page, auditor };
}
