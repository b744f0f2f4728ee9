/**
 * How long a close takes with a large class, and how long it holds up everybody else's requests:
 * `node bench/round-close.ts [rules] [rounds]`. 20 people a round, three auditors, SQLite in a temporary folder.
 * The longest stall is the largest delay of a timer on the request thread while the phase ran.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openStore } from "#db/open-store.ts";
import { applyUpdates } from "#server/services/learner/apply-updates.ts";
import { closeRound } from "#server/services/rounds/close-round.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { testApp } from "#tests/setup/app.ts";
import { judge } from "#tests/setup/play.ts";
import { makeStudy, studySettings } from "#tests/setup/study.ts";

const [rules = 100_000, rounds = 10] = process.argv.slice(2).map(Number);
const roundSize = 20;
const folder = mkdtempSync(join(tmpdir(), "evenhand-close-"));
const app = testApp(await openStore({ dataFolder: folder }));
const cuts = Array.from({ length: rules / 2 - 1 }, (_, index) => ({
  column: "income",
  cut: String(index / (rules / 200)),
}));
const study = await makeStudy(app, {
  settings: studySettings({
    hypotheses: { kind: "thresholds", version: 1, cuts },
    roundSize,
    horizon: rounds,
  }),
  people: Array.from({ length: roundSize * rounds }, (_, i) => [
    String((i * 37) % 101),
    String(i % 10),
    "own",
  ]),
});
const { studyId } = study;

type Phase = { milliseconds: number[]; stalls: number[] };
const phases: Record<"open" | "close" | "update", Phase> = {
  open: { milliseconds: [], stalls: [] },
  close: { milliseconds: [], stalls: [] },
  update: { milliseconds: [], stalls: [] },
};

async function timed<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const result = await work();
  phase.milliseconds.push(performance.now() - started);
  // The monitor counts its own resolution in.
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  phase.stalls.push(delay.max / 1e6 - 1);
  return result;
}

for (let played = 0; played < rounds; played += 1) {
  const { round } = await timed(phases.open, () => openRound(app, { studyId }));
  for (const accountId of study.auditorIds) {
    await judge(app, { studyId, round, accountId }, (_high, _low, gap) => gap > 0.2);
  }
  await timed(phases.close, () => closeRound(app, { studyId, round, reason: "operator" }));
  await timed(phases.update, () => applyUpdates(app, studyId));
}
await app.close();
rmSync(folder, { recursive: true });

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
console.log(`N = ${rules.toLocaleString("en-GB")} rules, k = ${roundSize}, ${rounds} rounds\n`);
console.log("phase     median ms   worst ms   median stall ms   worst stall ms");
for (const [name, { milliseconds, stalls }] of Object.entries(phases)) {
  const cells = [median(milliseconds), Math.max(...milliseconds), median(stalls), Math.max(...stalls)];
  console.log(
    `${name.padEnd(8)}${cells.map((cell, i) => cell.toFixed(1).padStart([11, 11, 18, 17][i] ?? 0)).join("")}`,
  );
}
