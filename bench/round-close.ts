/**
 * Measures how long a close takes with a large class, and how long it delays other requests:
 * `npm run bench -- round-close [rules] [rounds] [mode]`. 20 people a round, three auditors, SQLite in a temporary folder, mode
 * guarded. Processor time is that of the whole process, the request thread's in brackets. Cut points
 * make the class up to the limit of a study, joined conditions above it: then there are the next 2^n + 1 rules.
 * The longest stall is the largest delay of a timer on the request thread during the phase. A first round is played that
 * does not count: it makes the class and warms the workers.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openStore } from "#db/open-store.ts";
import { publishFile } from "#server/cli/demo/publish-file.ts";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { formatNumber } from "#server/format.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { judge } from "#tests/setup/play.ts";

const [rules = 100_000, rounds = 10] = process.argv.slice(2, 4).map(Number);
const mode = process.argv[4] === "known" ? "known" : "guarded";
const roundSize = 20;
const folder = mkdtempSync(join(tmpdir(), "evenhand-close-"));
const app = testApp(await openStore({ dataFolder: folder }));
/** Two rules per cut point; a column has as many as the form accepts at once. */
const cutsAColumn = 3_000;
const cutCount = rules / 2 - 1;
const isCuts = cutCount <= LIMITS.listedCuts;
const conditionCount = Math.ceil(Math.log2(rules - 1));
const columnCount = isCuts ? Math.ceil(cutCount / cutsAColumn) : conditionCount;
const size = isCuts ? rules : 2 ** conditionCount + 1;
const study = await publishedStudy();

/** Makes numbers spread over the cuts, or yes and no, mostly yes. */
function cellOf(person: number, column: number): number | string {
  if (isCuts) return (person * 1_237 + column * 311) % cutsAColumn;
  return (person * 7 + column * 11 + ((person * column) % 13)) % 10 > 0 ? "yes" : "no";
}

async function publishedStudy() {
  const header = Array.from({ length: columnCount }, (_, column) => `column ${column + 1}`);
  const people = Array.from({ length: roundSize * (rounds + 1) }, (_, i) =>
    header.map((_, column) => cellOf(i, column)),
  );
  const operatorId = await addAccount(app, "operator", "operator");
  const studyId = await publishFile(app, {
    operatorId,
    name: "A close",
    bytes: new TextEncoder().encode([header, ...people].map((cells) => cells.join(",")).join("\n")),
    answers: (draft) => ({
      purpose: { name: "A close", purpose: "Small loans", guidelines: "Judge what you see." },
      people: {
        ...draft.people,
        columns: draft.people.columns.map((column) => ({
          ...column,
          ...plainReading(isCuts ? "number" : "category"),
          role: "both",
        })),
      },
      rules: {
        ...draft.rules,
        ...(isCuts
          ? { kind: "thresholds", thresholds: header.map((_, source) => cutsOf(source)) }
          : {
              kind: "conjunctions",
              predicates: header.map((_, source) => ({ source, test: "is", value: "yes" })),
            }),
      },
      settings: {
        ...draft.settings,
        mode,
        draw: "one-rule",
        roundSize: String(roundSize),
        seats: "3",
        neededFlags: "2",
        quorum: "2",
        // Its thresholds have equal initial weights: without a pair it would close before it is timed.
        closesWithoutPairs: false,
        closesAtDeadline: true,
        panelSelection: { how: "everyone", quotas: [] },

        horizon: String(rounds + 1),
      },
    }),
  });
  const auditorIds = [];
  for (const name of ["one", "two", "three"]) {
    const accountId = await addAccount(app, name);
    await seatAuditor(app, { studyId, accountId });
    auditorIds.push(accountId);
  }
  return { studyId, auditorIds };
}

function cutsOf(source: number) {
  const length = Math.min(cutsAColumn, cutCount - source * cutsAColumn);
  const values = Array.from({ length }, (_, cut) => cut).join(" ");
  return { source, direction: "both" as const, by: "typed" as const, count: "", values };
}

const { studyId } = study;

type Phase = { milliseconds: number[]; stalls: number[]; all: number[]; thread: number[] };
const phases: Record<"open" | "close" | "update", Phase> = {
  open: { milliseconds: [], stalls: [], all: [], thread: [] },
  close: { milliseconds: [], stalls: [], all: [], thread: [] },
  update: { milliseconds: [], stalls: [], all: [], thread: [] },
};

const used = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;

async function timed<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const [all, thread] = [process.cpuUsage(), process.threadCpuUsage()];
  const result = await work();
  phase.milliseconds.push(performance.now() - started);
  phase.all.push(used(process.cpuUsage(all)));
  phase.thread.push(used(process.threadCpuUsage(thread)));
  // The monitor includes its own resolution.
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  phase.stalls.push(delay.max / 1e6 - 1);
  return result;
}

for (let played = 0; played <= rounds; played += 1) {
  if (played === 1) {
    for (const phase of Object.values(phases)) for (const values of Object.values(phase)) values.length = 0;
  }
  const { round } = await timed(phases.open, () => openRound(app, { studyId }));
  for (const accountId of study.auditorIds) {
    await judge(app, { studyId, round, accountId }, (_high, _low, gap) => gap > 0.2);
  }
  await timed(phases.close, () => closeRound(app, { studyId, round }));
  await timed(phases.update, () => applyUpdates(app, studyId));
}
await app.close();
rmSync(folder, { recursive: true });

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
console.log(`N = ${formatNumber(size)} rules, k = ${roundSize}, ${rounds} rounds, mode ${mode}\n`);
const cells = Object.entries(phases).map(([name, { milliseconds, stalls, all, thread }]) => [
  name,
  `${median(all).toFixed(1)} (${median(thread).toFixed(1)})`,
  ...[median(milliseconds), Math.max(...milliseconds), median(stalls), Math.max(...stalls)].map((ms) =>
    ms.toFixed(1),
  ),
]);
const head = ["phase", "processor ms", "median ms", "worst ms", "median stall ms", "worst stall ms"];
console.log(textTable(head, cells));
