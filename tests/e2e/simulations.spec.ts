import { expect, type Page } from "@playwright/test";
import { long } from "#tests/results/simulations/simulations.ts";
import { test } from "./browser-test.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";

/** A separate study of the researcher: the demonstration's runs are not changed. */
async function openRuns(page: Page): Promise<void> {
  await page.goto(`${await demoStudy(page)}/results`);
  await page.getByRole("link", { name: "Simulations" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Simulations" })).toBeVisible();
}

const labels = {
  rounds: "Rounds",
  people: "People a round",
  seats: "Seats",
  types: "Types of people",
  rules: "Rules",
  seeds: "Seeds",
} as const;

/** Fills in the form and starts the run, by keyboard. */
async function simulate(
  page: Page,
  name: string,
  settings: Partial<Record<keyof typeof labels | "learner", string | number>>,
): Promise<void> {
  if (!(await page.getByRole("textbox", { name: "Name", exact: true }).isVisible())) {
    await page.getByText("Begin a simulation").click();
  }
  const { learner, ...numbers } = settings;
  if (learner !== undefined) {
    await page.getByRole("group", { name: "Learner" }).getByRole("combobox").selectOption(String(learner));
  }
  for (const [field, value] of Object.entries(numbers)) {
    await page
      .getByRole("textbox", { name: labels[field as keyof typeof labels], exact: true })
      .fill(String(value));
  }
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.keyboard.press("Enter");
}

test("a researcher starts, follows, cancels, compares and exports simulations", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  await openRuns(page);
  await expect(page.getByText("Nothing is kept yet.", { exact: false })).toBeVisible();
  await expectSound(page);

  await simulate(page, "Too much", { rounds: 20_000, seeds: 10 });
  await expect(page.getByText("Rounds times seeds is at most 100,000.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Rounds", exact: true })).toBeFocused();

  const { rounds, people, seats, types, rules, seeds } = long;
  await simulate(page, "Long", { rounds, people, seats, types, rules, seeds, learner: "default" });
  const progress = page.getByRole("progressbar", { name: "rounds played" });
  await expect(progress).toHaveAttribute("aria-valuemax", "100000");
  await expect(progress).not.toHaveAttribute("aria-valuenow", "0");
  await page.getByRole("button", { name: "Cancel" }).click();
  const table = page.getByRole("table", { name: "Kept runs" });
  const row = (name: string) =>
    table.getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) });
  await expect(row("Long").getByText("Cancelled")).toBeVisible();
  await expect(row("Long").getByRole("checkbox")).toBeDisabled();

  for (const [name, learner] of [
    ["Known", "default"],
    ["Guarded", "guarded"],
  ] as const) {
    await simulate(page, name, { rounds: 200, seeds: 2, learner });
    await expect(row(name).getByText("Done")).toBeVisible();
  }
  await simulate(page, "Impossible", { types: 2, rules: 100, rounds: 20 });
  await expect(row("Impossible").getByText("Failed")).toBeVisible();
  await row("Impossible").getByRole("button", { name: "Impossible" }).press("Enter");
  const why = "This plan is not possible: There are too few types of people for so many different rules.";
  await expect(page.getByRole("dialog", { name: "Impossible" }).getByText(why)).toBeVisible();
  await page.keyboard.press("Escape");

  await row("Known").getByRole("checkbox").check();
  await row("Guarded").getByRole("checkbox").check();
  const figure = page.getByRole("figure");
  await expect(
    figure.getByRole("img", {
      name: /^Rounds with a report of 2 lines: A, Known, [\d.]+ after 200 rounds; B, /,
    }),
  ).toBeVisible();
  await expect(figure.getByText("Exact")).toBeVisible();
  // Two means, each of two seeds.
  await expect(figure.locator("svg g[stroke^='var(--series']")).toHaveCount(6);
  await page.getByLabel("Both scales logarithmic, with slopes").check();
  await expect(figure.locator("svg").getByText("slope 1/2")).toBeAttached();
  await page.getByRole("radio", { name: "Error regret" }).check();
  await expect(figure.getByRole("heading", { name: "Error regret" })).toBeVisible();
  const ends = page.getByRole("table", { name: "The compared runs at their end" });
  await expect(ends.getByRole("row")).toHaveCount(3);
  const errors = page.getByRole("table", { name: "Compared with other rules" });
  await expect(errors.getByRole("row", { name: /^Wrong in 100 if no one were picked/ })).toBeVisible();
  await page.getByRole("checkbox", { name: "This study, as played" }).check();
  const own = ends.getByRole("row").filter({ hasText: "This study, as played" });
  await expect(own).toContainText("Estimated");
  await figure.getByText("Details for researchers").click();
  await expect(figure.getByText("against another rule: picking no one or everyone")).toBeVisible();
  await expectSound(page);
  await page.getByRole("radio", { name: "Rounds with a report" }).check();
  await expect(own).toContainText("Exact");
  await page.getByRole("checkbox", { name: "This study, as played" }).uncheck();
  await expect(ends.getByRole("row")).toHaveCount(3);
  await page.getByRole("radio", { name: "Error regret" }).check();

  // The displayed settings are in the address.
  await table.getByRole("link", { name: "Name", exact: true }).click();
  const sorted = table.getByRole("columnheader", { name: "Name" });
  await expect(sorted).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/compare=/);
  await page.goto(`${page.url()}&search=known`);
  await expect(page.getByLabel("Find")).toHaveValue("known");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(sorted).toHaveAttribute("aria-sort", "ascending");
  await expect(ends.getByRole("row")).toHaveCount(3);

  await row("Known").getByRole("button", { name: "Known" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Known" });
  await expect(dialog.getByText(/^npm run simulate -- '{"world":.*"learners":\["default"\]/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "results.jsonl" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("results.jsonl");
  await expectSound(page);
  await dialog.getByLabel("Name").fill("Known, renamed");
  await page.keyboard.press("Enter");
  await expect(row("Known, renamed")).toBeVisible();
  const renamed = page.getByRole("dialog", { name: "Known, renamed" });
  await renamed.getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await expect(renamed).toBeHidden();
  await expect(page.getByText("No run matches the filter.")).toBeVisible();
  await expect(page.getByText("A run was removed in the last 10 minutes")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Bring back: Known, renamed" }).press("Enter");
  await expect(row("Known, renamed")).toBeVisible();

  // A failed run is restarted in its place.
  await page.getByRole("link", { name: "Show all" }).click();
  await row("Long").getByRole("button", { name: "Long" }).press("Enter");
  const cancelled = page.getByRole("dialog", { name: "Long" });
  await cancelled.getByRole("button", { name: "Begin again" }).press("Enter");
  await expect(cancelled).toBeHidden();
  await expect(progress).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(row("Long").getByText("Cancelled")).toBeVisible();
});
