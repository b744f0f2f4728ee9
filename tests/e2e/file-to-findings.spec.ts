import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { ballotOf, keyOfSeat } from "#tests/setup/browser.ts";
import { toNumber } from "../replay/decimal.ts";
import { nextGuarded } from "../replay/guarded-next.ts";
import { readRecord } from "../replay/record.ts";
import { replayed } from "../replay/replay.ts";
import { test } from "./browser-test.ts";
import { ask } from "./judging-steps.ts";
import { signedIn } from "./signed-in.ts";
import { downloaded, open, seat, takeSafeColumns, upload } from "./study-steps.ts";

/**
 * Synthetic applicants like those of a file of doctoral admissions: an outcome that some numbers predict, a name, words,
 * blanks, and one grade with a slipped point.
 */
function applicants(count: number): string {
  const heads = ["applicant", "admitted", "area", "grade", "months of research", "quantitative", "english"];
  const rows = Array.from({ length: count }, (_, i) => {
    const grade = i === 7 ? "9120" : (0.62 + ((i * 37) % 38) / 100).toFixed(2);
    const months = (i * 11) % 25;
    const admitted = (i * 37) % 38 > 18 === (i % 9 !== 0) ? 1 : 0;
    const english = i % 4 === 0 ? "" : 80 + ((i * 13) % 40);
    const area = ["learning", "networks", "vision"][i % 3];
    return [`a-${i + 1}`, admitted, area, grade, months, 140 + ((i * 17) % 30), english].join(",");
  });
  return [heads.join(","), ...rows, ""].join("\n");
}

const count = 60;

/** Counts a person's actions: each press, choice and tick. */
function hand() {
  let presses = 0;
  return {
    press: async (target: Locator) => {
      presses += 1;
      await target.click();
    },
    choose: async (target: Locator, option: string) => {
      presses += 1;
      await target.selectOption(option);
    },
    count: () => {
      presses += 1;
    },
    presses: () => presses,
  };
}

/** Sets the study up from upload to publication, with a fixed warning and a rehearsal. */
async function create(page: Page): Promise<number> {
  await page.goto("/studies/new");
  await page.getByLabel("Name of the study").fill("Doctoral places");
  await page.keyboard.press("Enter");
  await page.getByLabel("What is decided").fill("who is admitted");
  await page.getByLabel("Purpose").fill("Who is admitted to the programme?");
  await page.getByRole("button", { name: "Go on to people" }).click();
  await upload(page, "File of people", "admissions.csv", applicants(count));
  await expect(page.getByText(`${count} people, 7 columns`)).toBeVisible();

  const { press, choose, count: also, presses } = hand();
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await press(page.getByRole("button", { name: "admitted", exact: true }));
  await choose(page.getByLabel("Which column names a person?"), "applicant");
  await takeSafeColumns(page, /^Show and use the \d columns without a warning/);
  also();
  await press(button(/^Clear the cells above/));
  await expect(page.getByText(/^Cells above [\d,.]+ are cleared\./)).toBeVisible();
  await button("Undo").click();
  await expect(page.getByText(/are cleared\./)).toHaveCount(0);
  await button(/^Clear the cells above/).click();
  await press(button("Go on to rules"));

  await press(page.getByRole("checkbox", { name: "quantitative" }));
  await press(page.getByRole("checkbox", { name: "months of research" }));
  await choose(page.getByLabel("Direction of quantitative"), "both directions");
  await choose(page.getByLabel("Direction of months of research"), "both directions");
  await expect(page.getByText(/there will be nothing to judge/).first()).toBeVisible();
  await press(button("Use cuts in one direction"));
  await expect(page.getByText(/there will be nothing to judge/)).toHaveCount(0);
  await expect(page.getByText(/^All people start between/)).toBeVisible();
  await press(button("Go on to settings"));

  await choose(page.getByLabel("How many must agree"), "2");
  await press(button("Go on to rehearsal"));
  await press(page.getByRole("button", { name: "Rehearse", exact: true }));
  await expect(page.getByText(/^Setting\sA: of 50 rounds, .* Means of 20 runs\.$/)).toBeVisible();
  await press(button("Go on to review"));
  await press(button(`Publish with ${count} people`));
  await expect(page.getByText("The study is published.")).toBeVisible();
  return presses();
}

type Judged = Outputs["rounds"]["judging"];

/** Every auditor flags the pair with the largest gap, or none; judging by hand has separate tests. */
async function seal(auditors: readonly Page[], studyId: string, round: number, isFlagged: boolean) {
  for (const auditor of auditors) {
    const judging = await ask<Judged>(auditor, "rounds.judging", { studyId, round }, "query");
    const { seat, people, pairs } = judging;
    const gap = ([high, low]: Judged["pairs"][number]) =>
      Number(people[high]?.chance) - Number(people[low]?.chance);
    const [widest] = pairs.toSorted((a, b) => gap(b) - gap(a) || a[0] - b[0] || a[1] - b[1]);
    const verdicts = pairs.map(
      (pair): Verdict => [...pair, isFlagged && pair === widest ? "unfair" : "acceptable"],
    );
    const { key } = await keyOfSeat(studyId, seat);
    if (round === 1) {
      // The device that accepted the link confirms the key of this test.
      await ask(auditor, "ballots.addKey", { studyId, seat, key, by: null });
      await auditor.goto(`/studies/${studyId}/receipts`);
      const devices = auditor.getByRole("list", { name: "Devices", exact: true });
      await devices.getByRole("button", { name: "This is mine too" }).click();
      await expect(devices.getByRole("button")).toHaveCount(0);
    }
    const ballot = await ballotOf(studyId, judging, { idempotencyKey: randomUUID(), verdicts });
    await ask(auditor, "ballots.seal", { studyId, round, ...ballot });
  }
}

/** Parses "66.4 − 38.4 = 28" as numbers. */
function sumIn(cell: string): number[] {
  const sum = /^(-?[\d.]+) − ([\d.]+) = ([-−]?[\d.]+)$/.exec(cell.trim());
  return (sum ?? []).slice(1).map((number) => Number(number.replace("−", "-")));
}

test("an operator gets from a file to the panel's changes in at most thirty presses, without help", async ({
  browser,
  demoUrl,
}) => {
  const operator = await signedIn(browser, demoUrl, "operator");
  expect(await create(operator)).toBeLessThanOrEqual(30);
  const studyId = /studies\/([0-9a-f-]{36})/.exec(operator.url())?.[1] ?? "";
  const auditors: Page[] = [];
  for (const name of ["auditor1", "auditor2", "auditor3"]) {
    const auditor = await signedIn(browser, demoUrl, name);
    await seat(operator, auditor, name);
    auditors.push(auditor);
  }

  for (const round of [1, 2, 3]) {
    await open(operator, studyId, round);
    if (await operator.getByText("This round has no pair to judge.").isVisible()) continue;
    await seal(auditors, studyId, round, round === 1);
    await operator.goto("/");
    const waits = operator.getByRole("row", { name: /^Doctoral places/ });
    await waits.getByRole("link", { name: `Close round ${round}` }).click();
    await operator.getByRole("button", { name: `Close round ${round}` }).click();
    const closed = operator.getByRole("row", { name: new RegExp(`^Round ${round}`) });
    await expect(closed.getByRole("cell").last()).toHaveText(round === 1 ? "1" : "0");
  }

  await operator.goto(`/studies/${studyId}/data`);
  const { log, features } = readRecord(await downloaded(operator, /^Whole record/));
  const { report, study } = replayed(log, features);
  expect(report.problems).toEqual([]);
  if (study === null) throw new Error("the log begins no study");
  const then = (study.rounds.get(1)?.people ?? []).map(({ chance }) => toNumber(chance));
  const base = study.rounds.get(1)?.guard?.base ?? [];
  const now = nextGuarded(study, 1);

  await operator.goto(`/studies/${studyId}/results/policy`);
  await operator.getByText("Table of the pair").click();
  const table = operator.getByRole("table", { name: "Reported people, then and now, in 100" });
  const row = table.getByRole("row", { name: /^Person \d+ over Person \d+/ });
  const name = (await row.getByRole("rowheader").textContent()) ?? "";
  const [high = 0, low = 0] = [...name.matchAll(/\d+/g)].map(([number]) => Number(number) - 1);
  const [round, flags, ...sums] = await row.getByRole("cell").allTextContents();
  expect([round, flags]).toEqual(["1", "3"]);
  expect(sums).toHaveLength(4);
  for (const [place, chances] of [then, now.published, base, now.base].entries()) {
    const [above = Number.NaN, below = Number.NaN] = [chances[high], chances[low]];
    const shown = sumIn(sums[place] ?? "");
    expect(shown).toHaveLength(3);
    for (const [index, value] of [above, below, above - below].entries()) {
      expect(Math.abs((shown[index] ?? Number.NaN) - 100 * value)).toBeLessThanOrEqual(0.051);
    }
  }
});
