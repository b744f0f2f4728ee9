/**
 * Whether mode `guarded` keeps its promise with panels that err, late labels and other draws: `npm run bench -- panel
 * [PLAN.json] [--rounds 10,50,200] [--seeds 20]`. Plays each case below over the plan's world and panel; without a plan,
 * over the synthetic world of `npm run simulate`. Exits with 1 if, after any round of any run, more rounds had ended in a
 * report than promised and cut, or an even draw did not pick the sum of its chances rounded up or down.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { worldOf } from "#server/cli/simulate/worlds.ts";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";
import { type Cell, planCells } from "#server/simulation/cells.ts";
import { addRound, NO_ROUNDS, type RunSums } from "#server/simulation/engine/metrics.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import { parsePlan, type SweepInput } from "#server/simulation/plan.ts";

type Auditors = ReturnType<typeof parsePlan>["panel"]["auditors"];
type Case = Partial<SweepInput> & { readonly habits?: object };

const late = (rounds: number, lostShare = 0) => ({
  outcomes: { delay: { kind: "fixed" as const, rounds }, lostShare },
});
const cases: Readonly<Record<string, Case>> = {
  clean: {},
  "one rule for all": { learners: ["guarded-one-rule"] },
  "10 % wrong": { habits: { wrong: 0.1 } },
  "half overlooked": { habits: { overlooks: 0.5 } },
  "all hostile": { habits: { isHostile: true } },
  "labels 5 late": late(5),
  "labels 50 late": late(50),
  "20 % lost": late(0, 0.2),
  flip: { environment: { kind: "flip" } },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "10,50,200" },
    seeds: { type: "string", default: "20" },
  },
});
const base: SweepInput = positionals[0] === undefined ? {} : JSON.parse(readFileSync(positionals[0], "utf8"));
const rows: string[][] = [];
const breaches: string[] = [];
for (const [name, { habits, ...rest }] of Object.entries(cases)) {
  const asked = {
    ...{ ...base, learners: ["guarded"], seeds: Number(values.seeds) },
    ...{ horizons: values.rounds.split(",").map(Number), ...rest },
  };
  const { panel } = parsePlan(asked as SweepInput);
  const auditors = panel.auditors.map((one) => ("of" in one ? one : { ...one, ...habits })) as Auditors;
  const plan = parsePlan({ ...asked, panel: { ...panel, auditors } } as SweepInput);
  const cells = Map.groupBy(planCells(plan, worldOf(plan)), ({ horizon }) => horizon);
  for (const [horizon, runs] of cells) rows.push([name, String(horizon), ...figures(runs.map(play))]);
}
console.log(textTable(["", "T", "V mean", "V most", "promise", "truly", "error", "judged"], rows));
console.log("truly: rounds with a pair beyond the pivotal auditor's distance, whatever was flagged");
console.log(breaches.length === 0 ? "No run was above its promise." : breaches.join("\n"));
process.exitCode = breaches.length === 0 ? 0 : 1;

type Played = { readonly sums: RunSums; readonly promised: number };

/** Plays a run and checks it after each round. */
function play({ run: spec, learner, horizon, seed }: Cell): Played {
  const promise = reportsUntil(guardedSettings(spec.learner), horizon);
  const run = bindRun(spec);
  let state = run.start();
  let sums = NO_ROUNDS;
  for (let t = 1; t <= horizon; t += 1) {
    const played = run.play(state);
    state = played.state;
    sums = addRound(sums, played.round);
    const where = `${learner}, T = ${horizon}, seed ${seed}, round ${t}`;
    const most = (promise[t] ?? 0) + sums.cutViolatingRounds;
    if (sums.violatingRounds > most)
      breaches.push(`${where}: ${sums.violatingRounds} reports, ${most} promised`);
    const { decisions, policy } = played.round;
    const picks = decisions.reduce<number>((total, decision) => total + decision, 0);
    const expected = policy.reduce((total, chance) => total + chance, 0);
    // Chances are summed exactly by the draw and as doubles here.
    if (spec.learner.draw === "even" && Math.abs(picks - expected) > 1 + 1e-9)
      breaches.push(`${where}: ${picks} picks of chances that add up to ${expected}`);
  }
  return { sums, promised: promise[horizon] ?? 0 };
}

function figures(runs: readonly Played[]): string[] {
  const mean = (of: (sums: RunSums) => number) =>
    runs.reduce((total, { sums }) => total + of(sums), 0) / runs.length;
  return [
    mean(({ violatingRounds }) => violatingRounds).toFixed(1),
    String(Math.max(...runs.map(({ sums }) => sums.violatingRounds))),
    String(runs[0]?.promised),
    mean(({ unfairRounds }) => unfairRounds).toFixed(1),
    mean(({ error, people }) => error / people).toFixed(3),
    mean(({ judgedRounds, rounds }) => judgedRounds / rounds).toFixed(2),
  ];
}
