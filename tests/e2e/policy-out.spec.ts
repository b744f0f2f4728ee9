import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "./browser-test.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { downloaded } from "./study-steps.ts";
import { takenFile } from "./taken-file.ts";

/* The shared demo, which these tests do not change. */

test("a researcher downloads a round's policy, which gives the logged chances", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  const study = await demoStudy(page);
  await page.goto(`${study}/data`);
  const record = await downloaded(page, /^Whole record/);
  // biome-ignore lint/suspicious/noExplicitAny: lines of several kinds, read by key
  const lines = record.split("\n").flatMap((line): any[] => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const opening = lines.find(({ type, body }) => type === "round.opened" && body.round === 12);
  const features = new Map(lines.map(({ person, features }) => [person, features]));

  await page.goto(`${study}/results/policy`);
  await page.getByText("Export the policy", { exact: true }).click();
  await page.getByRole("combobox", { name: "Round", exact: true }).selectOption("12");
  await expect(page.getByRole("table", { name: "Rules by weight" })).toBeVisible();
  await expectSound(page);
  const policy = JSON.parse(await downloaded(page, /^Policy \(JSON\)/));
  expect(policy.opening).toMatchObject({ seq: opening.seq });
  expect(await downloaded(page, /^Model card/)).toContain(`Published in log entry ${opening.seq}`);

  // The cells of the group columns follow those of the learner's columns.
  const rows = opening.body.people.map(({ person }: { person: string }) =>
    features.get(person).slice(0, policy.columns.length).join(),
  );
  const header = policy.columns.map(({ name }: { name: string }) => name).join();
  const form = page.locator("form").filter({ hasText: "Chances for a CSV file" });
  await form.getByLabel("How to apply it").selectOption("round");
  const buffer = Buffer.from([header, ...rows, ""].join("\n"));
  await form
    .getByLabel("Chances for a CSV file")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  const taken = await takenFile(page, () => form.getByRole("button", { name: "Compute chances" }).click());
  const chances = (await readFile(await taken.path(), "utf8")).trimEnd().split("\n").slice(1);
  expect(chances.map((line) => line.split(",")[1]?.trim())).toEqual(
    opening.body.people.map(({ chance }: { chance: string }) => chance),
  );

  const person = page
    .locator("form")
    .filter({ has: page.getByRole("button", { name: "Compute chance", exact: true }) });
  await person.getByLabel("Late payments").fill("many");
  await person.getByRole("button", { name: "Compute chance", exact: true }).click();
  await expect(person.getByText("found “many”, expected a number such as 1234.5")).toBeVisible();
  await expectSound(page);
});
