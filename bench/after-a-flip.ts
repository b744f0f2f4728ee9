/**
 * When violating rounds come, on the clock of section 13 of docs/theory.md: `npm run bench -- after-a-flip [seeds]` (10).
 * The world of bench/growth.ts, all labels' chances turned round at T/2, Exp2 in its default mode. Counts the violating rounds
 * in windows of 5 sqrt(T) rounds from the start and from the flip: where the clock is right they do not depend on T, but
 * for T = 1,000, which has three such windows in a half and nothing after them. About three minutes.
 */

import { textTable } from "#server/cli/simulate/text-table.ts";
import { worldOf } from "#server/cli/simulate/worlds.ts";
import { bindRun, type RunSpec } from "#server/learner/simulation/play.ts";
import { planCells } from "#server/simulation/cells.ts";
import { parseConfig } from "#server/simulation/config.ts";

const WINDOW = 5;
const WINDOWS = [0, 1, 2];
const seeds = Number(process.argv[2] ?? 10);
const config = parseConfig({
  environment: { kind: "flip" },
  horizons: [1_000, 4_000, 16_000, 64_000],
  seeds,
});

function violatingRounds(spec: RunSpec, horizon: number): number[] {
  const run = bindRun(spec);
  let state = run.start();
  const found: number[] = [];
  for (let t = 1; t <= horizon; t++) {
    const played = run.play(state);
    state = played.state;
    if (played.round.violations.length > 0) found.push(t);
  }
  return found;
}

const cells = planCells(config, worldOf(config.world));
const rows = config.horizons.map((horizon) => {
  const counts = cells
    .filter((cell) => cell.horizon === horizon)
    .map(({ run }) => {
      const found = violatingRounds(run, horizon);
      const between = (from: number, to: number) => found.filter((t) => t > from && t <= to).length;
      const window = WINDOW * Math.sqrt(horizon);
      const half = horizon / 2;
      return [0, half]
        .flatMap((from) => WINDOWS.map((w) => between(from + w * window, from + (w + 1) * window)))
        .concat(between(0, half), between(half, horizon));
    });
  const mean = (column: number) => counts.reduce((sum, row) => sum + (row[column] ?? 0), 0) / counts.length;
  return [String(horizon), ...(counts[0] ?? []).map((_, column) => mean(column).toFixed(1))];
});
const windows = (from: string) => WINDOWS.map((w) => `${from} ${WINDOW * w}-${WINDOW * (w + 1)}`);
const header = ["T", ...windows("start"), ...windows("flip"), "first half", "second half"];
console.log(textTable(header, rows));
console.log(`Violating rounds, means over ${config.seeds.length} seeds; windows in units of sqrt(T) rounds.`);
