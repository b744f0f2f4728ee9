/**
 * Regrets estimated while outcomes are one-sided, beside the exact ones of the same simulated runs: `npm run bench -- regret` (about
 * a minute), `npm run bench -- regret RUNS` for so many runs a row (200). A row has the mean of the exact regrets, how far the
 * estimates lie from them on average, and how often the 95 % interval of an estimate covers the exact regret of its run.
 */

import { textTable } from "#server/cli/simulate/text-table.ts";
import { worldOf } from "#server/cli/simulate/worlds.ts";
import { estimateRegrets } from "#server/findings/frontier/regret.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { errorLoss } from "#server/learner/loss.ts";
import { bestRule, errorCosts } from "#server/learner/simulation/comparator.ts";
import { openLedger } from "#server/learner/simulation/ledger.ts";
import { bindRun, type RunSpec } from "#server/learner/simulation/play.ts";
import { planCells } from "#server/simulation/cells.ts";
import { parseConfig } from "#server/simulation/config.ts";

const runs = Number(process.argv[2] ?? 200);
const horizons = [20, 50, 200];

type Compared = { readonly exact: number; readonly estimate: number; readonly isCovered: boolean };

function compare(spec: RunSpec, horizon: number): Compared[] {
  const run = bindRun(spec);
  const rules = hypothesisClass(spec.learner.columns, spec.learner.hypotheses);
  const ledger = openLedger(rules);
  let state = run.start();
  const rounds = Array.from({ length: horizon }, () => {
    const played = run.play(state);
    state = played.state;
    ledger.add(played.round);
    return played.round;
  });
  const error = (policyOf: (round: (typeof rounds)[number]) => readonly number[]) =>
    rounds.reduce((sum, round) => sum + errorLoss(policyOf(round), round.labels), 0);
  const own = error(({ policy }) => policy);
  const exact = [
    own - error(({ policy }) => policy.map(() => 0)),
    own - error(({ policy }) => policy.map(() => 1)),
    own - bestRule(ledger.contexts, errorCosts).loss,
  ];
  const found = estimateRegrets(
    rules,
    rounds.map(({ people, policy, labels, decisions }) => ({
      people,
      policy,
      chances: policy,
      labels: labels.map((label, i) => (decisions[i] === 1 ? label : null)),
    })),
  );
  if (found === null) throw new Error("no rounds");
  return [found.toNone, found.toAll, found.toBest].map(({ errors, interval }, i) => {
    const real = exact[i] as number;
    const isCovered = interval !== null && interval.low <= real && real <= interval.high;
    return { exact: real, estimate: errors, isCovered };
  });
}

const rows = ["guarded", "default"].flatMap((learner) =>
  horizons.flatMap((horizon) => {
    const config = parseConfig({ learners: [learner], horizons: [horizon], seeds: runs });
    const compared = planCells(config, worldOf(config.world)).map(({ run }) => compare(run, horizon));
    return ["nobody", "everybody", "best rule afterwards"].map((name, i) => {
      const own = compared.map((each) => each[i] as Compared);
      const mean = (value: (each: Compared) => number) =>
        own.reduce((sum, each) => sum + value(each), 0) / own.length;
      return [
        ...[learner, String(horizon), name, mean(({ exact }) => exact).toFixed(2)],
        mean(({ exact, estimate }) => estimate - exact).toFixed(2),
        mean(({ isCovered }) => Number(isCovered)).toFixed(3),
      ];
    });
  }),
);
console.log(textTable(["learner", "T", "against", "exact regret", "estimate - exact", "coverage"], rows));
console.log(`${runs} runs a row of the world of bench/growth.ts; 0.95 is wanted.`);
