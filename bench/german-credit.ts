/**
 * A replay of history on the German credit file, unedited: `npm run bench -- german-credit german.data [rounds] [thresholds|conjunctions]`.
 * Twenty rounds of six people, three made-up auditors with weighted distances, through the same services as the
 * server's, in a temporary SQLite file. Prints a row a round, the sums, and the check by the independent replay.
 */

import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { openStore } from "#db/open-store.ts";
import { panelBrowser } from "#server/cli/demo/panel-browser.ts";
import { type Answered, publishFile } from "#server/cli/demo/publish-file.ts";
import { plainReading } from "#server/draft/cells/notation.ts";
import type { ColumnChoice } from "#server/draft/draft.ts";
import { openPool } from "#server/jobs/pool.ts";
import { distanceAuditor, type SyntheticAuditor } from "#server/learner/simulation/auditors.ts";
import type { Verdict } from "#server/log/verdicts.ts";
import type { DraftParts } from "#server/schemas/drafts.ts";
import { ensureAccount } from "#server/services/accounts/ensure-account.ts";
import { type App, newSecret } from "#server/services/app/app.ts";
import { openTimekeeper } from "#server/services/app/timekeeper.ts";
import { nobody } from "#server/services/app/work.ts";
import { exportRecord } from "#server/services/exports/export-record.ts";
import { readJudging } from "#server/services/judging/read-judging.ts";
import { Marks } from "#server/services/mark/files.ts";
import { revealSealedOutcomes } from "#server/services/outcomes/record-outcomes.ts";
import { closeRound } from "#server/services/rounds/close-round.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { readBoard } from "#server/services/rounds/read-board.ts";
import { loadSecrets } from "#server/services/secrets/secrets.ts";
import { seatAuditor } from "#server/services/studies/seats.ts";
import { readStudy } from "#server/services/watching/read-study.ts";
import { replayRecord } from "#tests/replay/record.ts";

const [file, roundsText = "20", kind = "thresholds"] = process.argv.slice(2);
if (file === undefined || (kind !== "thresholds" && kind !== "conjunctions")) {
  console.log("usage: npm run bench -- german-credit german.data [rounds] [thresholds|conjunctions]");
  process.exit(2);
}
const rounds = Number(roundsText);

/** Columns of the Statlog file by position; the last one is 1 for good, 2 for bad. */
const names = new Map([
  [1, "checking"],
  [6, "savings"],
  [2, "duration"],
  [5, "amount"],
  [8, "installment rate"],
  [11, "years at address"],
  [13, "age"],
  [16, "credits"],
  [18, "dependants"],
]);
const numbers = new Set([2, 5, 8, 11, 13, 16, 18]);
const outcomeColumn = 21;

const browser = panelBrowser();

async function main(app: App, bytes: Buffer): Promise<void> {
  const { study, auditors } = await makeStudy(app, bytes);
  const columns = study.settings.learner.columns;
  const judges = [
    distanceAuditor(columns, { duration: 0.004, amount: 0.00002 }, 0.1),
    distanceAuditor(columns, { duration: 0.008, age: 0.002 }, 0.1),
    distanceAuditor(columns, { amount: 0.00003, age: 0.004 }, 0.1),
  ];
  const sums = { violating: 0, pairs: 0, selected: 0, good: 0 };
  const started = performance.now();
  console.log("round  mean chance  eligible pairs  reported pairs  picked  of them good  rule drawn");
  for (let played = 0; played < rounds; played += 1) await play(app, study.id, auditors, judges, sums);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `\n${rounds} rounds in ${seconds.toFixed(1)} s: ${sums.violating} violating rounds, ${sums.pairs} reported pairs, ` +
      `${sums.selected} picked, ${sums.good} of them good (${((100 * sums.good) / sums.selected).toFixed(0)} %).`,
  );
  const { lines } = await exportRecord(app, study.id);
  const report = replayRecord((await Array.fromAsync(lines)).join(""));
  console.log(
    `Independent replay: ${report.problems.length} problems, ${report.chanceCount} chances, ` +
      `largest difference ${report.largestChanceDifference.toExponential(1)}.`,
  );
}

async function makeStudy(app: App, bytes: Buffer) {
  const operatorId = await account(app, "operator");
  const id = await publishFile(app, { operatorId, name: "German credit", bytes, answers });
  const { settings, ruleCount, waitingCount } = await readStudy(app, id);
  console.log(
    `${waitingCount} people, ${settings.learner.columns.length} columns, ${ruleCount} rules (${kind})\n`,
  );
  const auditors: string[] = [];
  for (const name of ["auditor1", "auditor2", "auditor3"]) {
    const accountId = await account(app, name);
    await seatAuditor(app, { studyId: id, accountId });
    auditors.push(accountId);
  }
  return { study: { id, settings }, auditors };
}

function account(app: App, name: string): Promise<string> {
  const password = randomBytes(12).toString("hex");
  return ensureAccount(app, {
    email: `${name}@example.org`,
    displayName: name,
    platformRole: "operator",
    password,
  });
}

/** Thresholds at the deciles of every number column, or five conditions. */
function answers({ people, rules, settings }: Answered): DraftParts {
  return {
    purpose: { name: "German credit", purpose: "A replay of history", guidelines: "Made-up auditors" },
    people: { ...people, columns: people.columns.map(decided) },
    rules: {
      ...rules,
      kind: kind === "conjunctions" ? "conjunctions" : "thresholds",
      thresholds: [...numbers].map((place) => ({
        source: place - 1,
        direction: "both" as const,
        by: "quantiles" as const,
        count: "9",
        values: "",
      })),
      predicates: [
        { source: 0, test: "is-not", value: "A11" },
        { source: 5, test: "is-not", value: "A61" },
        { source: 1, test: "at-most", value: "24" },
        { source: 4, test: "at-most", value: "5000" },
        { source: 12, test: "above", value: "25" },
      ],
    },
    settings: {
      ...settings,
      mode: "known",
      draw: "one-rule",
      roundSize: "6",
      seats: "3",
      neededFlags: "2",
      quorum: "2",
      isHorizonKnown: true,
      horizon: String(rounds),
      afterHorizon: "end",
      rejectedHalves: "when-settled",
      closesWithoutPairs: false,
      closesAtDeadline: true,
    },
  };
}

function decided(column: ColumnChoice): ColumnChoice {
  const place = column.source + 1;
  if (place === outcomeColumn) return { ...column, role: "outcome", yes: ["1"], no: ["2"] };
  const type = numbers.has(place) ? "number" : "category";
  return { ...column, name: names.get(place) ?? column.name, role: "both", ...plainReading(type) };
}

async function play(
  app: App,
  studyId: string,
  auditors: readonly string[],
  judges: readonly SyntheticAuditor[],
  sums: { violating: number; pairs: number; selected: number; good: number },
): Promise<void> {
  const { round } = await openRound(app, { studyId });
  let eligible = 0;
  for (const [index, accountId] of auditors.entries()) {
    const { people, pairs } = await readJudging(app, { studyId, round, accountId });
    eligible = pairs.length;
    const verdicts = pairs.map(([high, low]): Verdict => {
      const [a, b] = [people[high], people[low]];
      const gap = Number(a?.chance) - Number(b?.chance);
      return [high, low, judges[index]?.(a?.cells ?? [], b?.cells ?? [], gap) ? "unfair" : "acceptable"];
    });
    await browser.seal(app, { studyId, round, accountId }, { idempotencyKey: app.newId(), verdicts });
  }
  await closeRound(app, { studyId, round });
  await revealSealedOutcomes(app, { studyId, accountId: "history", round });
  const { people, result } = await readBoard(app, studyId, round);
  const selected = people.filter((person) => person.selected);
  const good = selected.filter((person) => person.outcome?.value === "yes").length;
  const reported = result?.violations.length ?? 0;
  const mean = people.reduce((sum, person) => sum + Number(person.chance), 0) / people.length;
  sums.violating += reported > 0 ? 1 : 0;
  sums.pairs += reported;
  sums.selected += selected.length;
  sums.good += good;
  const cells = [round, mean.toFixed(3), eligible, reported, selected.length, good].map(String);
  const widths = [5, 13, 16, 16, 8, 14];
  console.log(`${cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join("")}  ${result?.rule}`);
}

const folder = mkdtempSync(join(tmpdir(), "evenhand-german-"));
const store = await openStore({ dataFolder: folder });
const app: App = {
  store,
  secrets: loadSecrets(folder),
  marks: new Marks(join(folder, "marks")),
  pool: openPool(),
  mailer: null,
  witnesses: [],
  beacon: null,
  work: { queue: nobody },
  now: Date.now,
  timekeeper: await openTimekeeper({
    limitMs: 3_600_000,
    store,
    now: Date.now,
    passed: () => performance.now(),
  }),
  newId: () => v7(),
  newSecret,
};
try {
  await main(app, readFileSync(file));
} finally {
  await app.pool.close();
  await store.close();
  rmSync(folder, { recursive: true });
}
