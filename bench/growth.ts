/**
 * How violating rounds and regrets grow with T: `npm run bench -- growth [seeds] [folder] [largest T] [plans]`.
 * A synthetic world (12 context types, 40 rules, three auditors with weighted distances, two of which must agree, k = 4,
 * alpha 0.2, eps 0.1); people drawn evenly (iid), or with all labels' chances reversed at T/2 (flip). Exp2 in its modes
 * at T = 1k, 4k, 16k, 64k; mode `guarded` next to `known` up to 16k; FTPL with five seeds to 4k, and once with the R of
 * its proof at T = 50. With a folder the results are stored there, and a stopped run can be resumed; plans are prefixes of
 * names (`guarded`: both of its worlds).
 * About half an hour on one core.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simulate } from "#server/cli/simulate/simulation.ts";
import { summarise } from "#server/cli/simulate/summary.ts";
import { ftpl } from "#server/learner/ftpl/ftpl.ts";
import { planCells } from "#server/simulation/cells.ts";
import { type PlanInput, parsePlan } from "#server/simulation/plan.ts";
import { resampleCountOfProof } from "#tests/learner/ftpl/resample-count.ts";

const [seedsText = "10", folderText, largestText = "64000", wanted = ""] = process.argv.slice(2);
const seeds = Number(seedsText);
const largest = Number(largestText);
const folder = folderText ?? mkdtempSync(join(tmpdir(), "evenhand-growth-"));

const environments = { iid: { kind: "iid" }, flip: { kind: "flip", at: 0.5 } } as const;
const horizons = [1_000, 4_000, 16_000, 64_000].filter((rounds) => rounds <= largest);
const proofRounds = 50;
const proofCount = resampleCountOfProof({ roundSize: 4, horizon: proofRounds, eps: "0.1" }, 0.05);

/** The largest scaled error regret that the bound of mode `known` allows: 2 sqrt(5). */
const scaledLimit = 4.48;

type Plan = { readonly name: string; readonly config: PlanInput };

const exp2Plans = Object.entries(environments).map(([name, environment]): Plan => {
  const learners = ["default", "anytime", "ix", "paper"];
  return { name: `exp2-${name}`, config: { environment, learners, horizons, seeds } };
});

const guardedPlans = Object.entries(environments).map(([name, environment]): Plan => {
  const shorter = horizons.filter((rounds) => rounds <= 16_000);
  const learners = ["default", "guarded"];
  return { name: `guarded-${name}`, config: { environment, learners, horizons: shorter, seeds } };
});

const ftplLearners = [
  { name: "ftpl", learner: "ftpl", resampleCount: 1_000 },
  { name: "ftpl x16", learner: "ftpl", resampleCount: 1_000, omegaMultiplier: "16" },
  { name: "ftpl-paper", learner: "ftpl", mode: "paper" },
] as const;

const ftplPlans = Object.entries(environments).flatMap(([name, environment]) =>
  ftplLearners.map((learner): Plan => {
    const shared = { environment, seeds: Math.min(seeds, 5) };
    const shorter = horizons.filter((rounds) => rounds <= 4_000);
    return {
      name: `${learner.name.replace(" ", "-")}-${name}`,
      config: { ...shared, learners: [learner], horizons: shorter },
    };
  }),
);

const proofPlan: Plan = {
  name: "ftpl-proof",
  config: {
    learners: [{ name: `ftpl R=${proofCount}`, learner: "ftpl", resampleCount: proofCount }],
    horizons: [proofRounds],
    seeds: 1,
  },
};

const all = [...exp2Plans, ...guardedPlans, ...ftplPlans, proofPlan];
const plans = all.filter(({ name }) => name.startsWith(wanted));

for (const { name, config: input } of plans) {
  const config = parsePlan(input);
  const started = performance.now();
  const watch = { isStopped: () => false, onCell: () => undefined };
  const { results, skipped, world } = await simulate(config, join(folder, name), watch);
  const milliseconds = performance.now() - started;
  const fresh = skipped > 0 ? `, ${skipped} of them from before` : "";
  const rounds = results.reduce((total, result) => total + result.rounds, 0);
  const each = skipped > 0 ? "" : `, ${(milliseconds / rounds).toFixed(2)} ms a round`;
  console.log(`== ${name}: ${results.length} runs${fresh}, ${(milliseconds / 1000).toFixed(0)} s${each}\n`);
  const first = planCells({ ...config, seeds: config.seeds.slice(0, 1) }, world);
  for (const { run } of first.filter((cell) => cell.run.learner.learner === "ftpl")) {
    const { rules, settings } = ftpl.init(run.learner);
    const { omega, fairnessWeight: C, weightCap: L, resampleCount: R } = settings;
    const inProof = run.learner.omegaMultiplier === undefined ? "" : " (outside the proof)";
    const numbers = `omega ${omega.toExponential(3)}${inProof}, C ${C.toPrecision(4)}, L ${L}, R ${R}`;
    console.log(`T = ${run.learner.horizon}: ${numbers}, separator ${rules.separator.size}`);
  }
  console.log(summarise(config, results));
  const worst = config.learners.map(({ name: learner }) => {
    const scaled = results
      .filter((result) => result.learner === learner)
      .map((result) => result.errorRegretScaled ?? Number.NaN);
    return `${learner} ${Math.max(...scaled).toFixed(3)}`;
  });
  const lemma = results.filter(
    ({ lemmaLeft = Number.NaN, lagrangianRegret = 0 }) => !(lemmaLeft <= lagrangianRegret + 1e-6),
  ).length;
  console.log(
    `Largest error regret/(k sqrt(T ln N)) of any run: ${worst.join(", ")}; bound of the default ${scaledLimit}. ` +
      `Runs against Lemma 4.3: ${lemma}.\n`,
  );
}
if (folderText === undefined) rmSync(folder, { recursive: true });
