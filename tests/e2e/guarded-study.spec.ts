import { expect, type Page } from "@playwright/test";
import { readRecord, replayRecord } from "../replay/record.ts";
import { test } from "./browser-test.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import {
  close,
  downloaded,
  draftOfPoints,
  judge,
  open,
  pickedOf,
  publishDraft,
  seat,
} from "./study-steps.ts";

/**
 * Mode guarded with the form's defaults, on a separate file: two people per round, one with 60 points and one with 40, and
 * one condition, points > 50. Three rules: accept no one and accept everyone start with a quarter each, points > 50 with a half.
 */
const people = `id,points\n${Array.from({ length: 12 }, (_, i) => `applicant-${i},${i % 2 === 0 ? 60 : 40}`).join("\n")}\n`;
const [alpha, eps] = [0.1, 0.05];
const prior = [1 / 4, 1 / 4, 1 / 2];
/** The effect of a charge on the person with 60 points and on the one with 40 on the rules no one, everyone, points > 50. */
const accepting = { high: [0, 1, 1], low: [0, 1, 0] };

type Learned = {
  loss: number[];
  /** The remembered verdict's charge on the rule points > 50, the only one that distinguishes the two people. */
  tilt: number;
  verdict: { bound: number; charge: number } | null;
  mixability: number;
  eta: number;
  tau: number;
  hasReported: boolean;
  labels: { no: number; all: number };
  charges: { high: number; low: number; mean: number };
};

const atFirst: Learned = {
  loss: [0, 0, 0],
  tilt: 0,
  verdict: null,
  mixability: 0,
  eta: Number.POSITIVE_INFINITY,
  tau: 0.1,
  hasReported: false,
  labels: { no: 0, all: 0 },
  charges: { high: 0, low: 0, mean: 0 },
};

/** e^(-eta (L + G)) times the prior, summing to one. */
function weightsOf({ loss, tilt }: Pick<Learned, "loss" | "tilt">, eta: number): number[] {
  const raw = prior.map((q, h) => q * Math.exp(-eta * ((loss[h] ?? 0) + (h === 2 ? tilt : 0))));
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  return raw.map((weight) => weight / total);
}

/** Computes the opening of round t without the code under test. */
function openedBy(before: Learned, t: number) {
  const { high, low, mean } = before.charges;
  const added = prior.map((_, h) => high * (accepting.high[h] ?? 0) + low * (accepting.low[h] ?? 0));
  let { mixability } = before;
  if (added.some((each) => each !== 0)) {
    const weights = weightsOf(before, before.eta);
    const eta = before.hasReported ? 2 * before.eta : before.eta;
    const mix = weights.reduce((sum, weight, h) => sum + weight * Math.exp(-eta * (added[h] ?? 0)), 0);
    mixability += mean + Math.log(mix) / eta;
  }
  const loss = before.loss.map((each, h) => each + (added[h] ?? 0));
  const cap = (10 / 2) * Math.sqrt((0.4 * Math.log(3)) / t);
  const tuned = mixability > 0 ? Math.log(3) / mixability : Number.POSITIVE_INFINITY;
  const eta = Math.min(before.eta, tuned, cap);
  const weights = weightsOf({ loss, tilt: before.tilt }, eta);
  const swept = before.verdict && sweptBy(before.verdict, weights[2] ?? 0, eta);
  const tilt = before.tilt + (swept?.change ?? 0);
  const [nobody = 0, everybody = 0, above50 = 0] = weightsOf({ loss, tilt }, eta);
  const base = [everybody + above50, everybody];
  const limit = (alpha + Math.max(0, before.tau)) * (1 - 1e-9);
  const spread = Math.abs(above50);
  const middle = Math.max((base[0] as number) / 2 + (base[1] as number) / 2, (base[0] as number) / 3);
  // Further up if accept everyone outweighs accept no one.
  const target = middle + (1 - middle) * Math.max(0, (2 * everybody) / (everybody + nobody) - 1);
  const pull = spread > limit ? 1 - limit / spread : 0;
  const chances = base.map((chance) => (1 - pull) * chance + pull * target) as [number, number];
  const noShare = (1.5 + before.labels.no) / (3 + before.labels.all);
  return { loss, tilt, verdict: swept?.verdict ?? null, mixability, eta, base, chances, noShare };
}

/** Only points > 50 accepts the high person and not the low one; no rule does the reverse, so d = 0. */
function sweptBy(verdict: { bound: number; charge: number }, up: number, eta: number) {
  if (up <= verdict.bound && verdict.charge === 0) return { verdict, change: 0 };
  const { bound: b, charge } = verdict;
  const z = (b * (1 - up)) / ((1 - b) * up);
  const move = Math.max(-eta * charge, Math.min(3 - eta * charge, -Math.log(z)));
  const change = move / eta;
  return { verdict: { bound: b, charge: charge + change }, change };
}

/** Rounds a charge to the nearest multiple of 2^-24. */
function onGrid(charge: number): number {
  return Math.round(charge * 2 ** 24) / 2 ** 24;
}

type Ending = { isFlagged: boolean; selected: [boolean, boolean] };

/** Computes the state after the round: picked people with 60 points have good outcomes, with 40 bad ones. */
function closedBy(before: Learned, t: number, { isFlagged, selected }: Ending): Learned {
  const { base, chances, noShare, ...opened } = openedBy(before, t);
  const expected = chances.map((chance) => Math.min(1, 2 * chance) * noShare);
  const labelled = chances.map((chance, i) =>
    selected[i] ? ((i === 0 ? 0 : 1) - (expected[i] as number)) / chance : 0,
  );
  const [high, low] = expected.map((each, i) => onGrid(each - 1 / 2) + onGrid(labelled[i] as number)) as [
    number,
    number,
  ];
  const quiet = Math.min(1, before.tau + 0.2 * Math.min(0.2, Math.sqrt(t) - Math.sqrt(t - 1)));
  return {
    ...opened,
    verdict: isFlagged ? { bound: chances[0] - chances[1] - eps, charge: 0 } : opened.verdict,
    hasReported: isFlagged,
    tau: isFlagged ? Math.max(-0.2, before.tau - 0.2) : quiet,
    labels: {
      no: before.labels.no + (selected[1] ? 1 : 0),
      all: before.labels.all + selected.filter(Boolean).length,
    },
    charges: { high, low, mean: high * (base[0] as number) + low * (base[1] as number) },
  };
}

async function publish(page: Page): Promise<void> {
  await draftOfPoints(page, "Within a panel's lifetime", people, 12);
  await page.getByLabel("Auditors", { exact: true }).fill("1");
  await page.getByLabel("How many must agree").selectOption("1");
  await page.getByText(/^Advanced:/).click();
  await expect(page.getByRole("radio", { name: /at most 6 of the first 50/i })).toBeChecked();
  await publishDraft(page, 12);
}

/** Reads who was picked in a round that closed as it opened. */
async function closedAtOnce(page: Page): Promise<[boolean, boolean]> {
  await expect(page.getByText("This round has no pair to judge.")).toBeVisible();
  return pickedOf(page);
}

/** Records good outcomes for 60 points and bad ones for 40. */
async function record(page: Page, selected: readonly boolean[]): Promise<void> {
  if (!selected.includes(true)) return;
  for (const [index, picked] of selected.entries()) {
    const outcome = index === 0 ? "yes" : "no";
    if (picked) await page.getByLabel(`Person ${index + 1}`, { exact: true }).selectOption(outcome);
  }
  await page.getByRole("button", { name: /^Record \d/ }).click();
  await expect(page.getByRole("button", { name: "Nothing to record" })).toBeVisible();
}

test("a study in mode guarded plays six rounds with the values computed in this test", async ({
  browser,
  demoUrl,
}) => {
  const operator = await signedIn(browser, demoUrl, "operator");
  await publish(operator);
  const studyId = /studies\/([0-9a-f-]{36})/.exec(operator.url())?.[1] ?? "";
  const auditor = await signedIn(browser, demoUrl, "auditor1");
  await seat(operator, auditor, "auditor1");

  let learned = atFirst;
  const expected: [number, number][] = [];
  for (const round of [1, 2, 3, 4, 5, 6]) {
    await open(operator, studyId, round);
    const { chances } = openedBy(learned, round);
    expected.push(chances);
    // The report of round 2 lowers the limit to alpha, until two quiet rounds have passed.
    const hasPair = round !== 3 && round !== 4;
    expect(chances[0] - chances[1] > alpha).toBe(hasPair);
    let selected: [boolean, boolean];
    if (hasPair) {
      await judge(auditor, studyId, round, round === 2 ? "f" : "a");
      selected = await close(operator, studyId, round);
    } else {
      selected = await closedAtOnce(operator);
    }
    if (round === 3) await expectSound(operator);
    await record(operator, selected);
    learned = closedBy(learned, round, { isFlagged: round === 2, selected });
  }

  await operator.goto(`/studies/${studyId}/rounds`);
  await expect(operator.getByText("2 had no pair to judge.")).toBeVisible();
  await operator.goto(`/studies/${studyId}/data`);
  const whole = await downloaded(operator, /^Whole record/);
  const { log } = readRecord(whole);
  const openings = log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((entry) => entry.type === "round.opened");
  expect(openings).toHaveLength(6);
  for (const [index, { body }] of openings.entries()) {
    for (const [position, { chance }] of body.people.entries()) {
      expect(Math.abs(Number(chance) - (expected[index]?.[position] ?? Number.NaN))).toBeLessThan(1e-9);
    }
  }
  expect(expected[0]?.map((chance) => chance.toFixed(3))).toEqual(["0.600", "0.400"]);
  expect(replayRecord(whole).problems).toEqual([]);

  await operator.goto(`/studies/${studyId}/rounds/1`);
  await operator.getByText("Erase a person").click();
  await operator.getByLabel("Person to erase").selectOption("p2");
  await operator.getByLabel("Type “p2” to confirm").fill("p2");
  await operator.getByRole("button", { name: "Erase this person" }).click();
  await expect(operator.getByRole("row", { name: /^Person 2 / })).toContainText("p2 (erased)");
  await expectSound(operator);

  await auditor.goto(`/studies/${studyId}/judging`);
  await expect(auditor.getByText("Round 3", { exact: true })).toHaveCount(0);
  await operator.goto(`/studies/${studyId}/results`);
  await expect(operator.getByText(/^The panel reported a pair in 1 of 6 closed rounds;/)).toBeVisible();
});

test("past records set the start of a study, even after two quick changes", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "operator");
  const saved = () =>
    expect(page.getByRole("region", { name: "The draft in short" })).toContainText(/Saved\d\d:\d\d/);
  const start = async () => {
    const rules = page.url();
    const toPeople = async () => {
      await page.goto(rules.replace(/rules$/, "people"));
      await page.getByText("Do you have past decisions with outcomes?", { exact: true }).click();
    };
    const expectStart = async (name: RegExp) => {
      await saved();
      await page.goto(rules);
      const start = page.getByRole("radio", { name });
      if (!(await start.isVisible())) await page.getByText(/^Advanced: how rules start/).click();
      await expect(start).toBeChecked();
    };
    const usual = /^Half of the weight on/;
    const records = "went,points\npaid,70\npaid,65\nbroke,30\n,20\nperhaps,22\n";
    const file = { name: "past.csv", mimeType: "text/csv", buffer: Buffer.from(records) };
    const meaningOf = (word: string, name: string) =>
      page.getByRole("group", { name: `${word} means` }).getByRole("radio", { name, exact: true });
    await toPeople();
    await page.getByLabel("File of past records").setInputFiles(file);
    await page.getByRole("button", { name: "Remove the past records" }).click();
    await expect(page.getByRole("button", { name: "Remove the past records" })).toHaveCount(0);
    await expectStart(usual);
    await toPeople();
    await page.getByLabel("File of past records").setInputFiles(file);
    await page.getByLabel("Column that says how it went").selectOption({ label: "went" });
    // One directly after the other: the second must not be based on the values before the first.
    await meaningOf("paid", "yes").check();
    await meaningOf("broke", "no").check();
    await expect(
      page.getByText("How it went is known for 3: 2 yes, 1 no. It is not known for 1."),
    ).toBeVisible();
    await expectSound(page);
    await saved();
    await page.goto(rules);
    await expect(page.getByRole("radio", { name: /^Past records/ })).toBeChecked();
    // The operator's choice is kept, also when the file is shown again.
    await page.getByRole("radio", { name: usual }).check();
    await saved();
    await toPeople();
    await expect(page.getByRole("button", { name: "Remove the past records" })).toBeVisible();
    await expectStart(usual);
    await page.getByRole("radio", { name: /^Past records/ }).check();
    await expect(page.getByText(/^All people start between/)).toBeVisible();
    await expectSound(page);
  };
  await draftOfPoints(page, "With past records", people, 12, { start });
  await publishDraft(page, 12);
  const studyId = /studies\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  await page.goto(`/studies/${studyId}/settings`);
  await expect(page.getByText(/From 3 past records, with 80% of the weight/)).toBeVisible();
});
