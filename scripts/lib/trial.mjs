import { constants } from "node:os";
import { bootstrap } from "./bootstrap.mjs";
import { main } from "./lifecycle.mjs";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const SHUTDOWN_TIMEOUT_MS = 15_000;

/**
 * The long trials. Most are test files that the full tier runs for seconds; here the environment selects the full
 * length. Variables set by the caller take precedence, so that EVENHAND_TRIAL_KILLS=200 makes a shorter trial.
 *
 * @internal for a test
 */
export const TRIALS = {
  archive: {
    about: "PostgreSQL recovered from the archive of its write-ahead log",
    files: ["tests/trials/archive.test.ts"],
  },
  bare: {
    about: "both commands of README in a bare Debian (needs root and debootstrap)",
    program: ["bash", "tests/bare/run.sh"],
  },
  container: {
    about: "the image built and started without Docker (needs root, 8 GB of disk)",
    program: ["bash", "tests/container/run.sh"],
  },
  exports: {
    about: "exported files read by the programs they are for, as far as those are installed",
    files: ["tests/trials/exports.test.ts"],
    env: { EVENHAND_TRIAL_EXPORTS: "1" },
  },
  faults: {
    about: "full and failing disks, lost databases, stopped and killed processes",
    files: ["tests/trials/faults.test.ts"],
    env: { EVENHAND_TRIAL_FAULTS: "1" },
  },
  "forged-receipts": {
    about: "2,000 altered receipts and logs shown to the verifier",
    files: ["tests/verifier/receipts.test.ts"],
    env: { EVENHAND_TRIAL_FORGED: "2000" },
  },
  kill: {
    about: "1,000 kills of servers on each database while auditors seal and rounds close",
    files: ["tests/trials/kill.test.ts"],
    env: { EVENHAND_TRIAL_KILLS: "1000" },
  },
  "large-classes": {
    about: "all combinations of 24 conditions (3 GB of memory)",
    files: ["tests/studies/learner/large-classes.test.ts"],
    env: { EVENHAND_TRIAL_CONDITIONS: "24" },
  },
  load: {
    about: "500 auditors at once, and five times the usual requests",
    files: ["tests/trials/load.test.ts"],
    env: { EVENHAND_TRIAL_LOAD: "600" },
  },
  "open-rounds": {
    about: "500 members of one study judge in 20 open rounds",
    files: ["tests/trials/load.test.ts"],
    env: { EVENHAND_TRIAL_LOAD: "600", EVENHAND_TRIAL_OPEN_ROUNDS: "20" },
  },
  power: {
    about: "power cuts after every step of 300 commits",
    files: ["tests/trials/power"],
    env: { EVENHAND_TRIAL_CUTS: "300" },
  },
  race: {
    about: "two processes close the same round, 1,000 times on each database",
    files: ["tests/trials/race.test.ts"],
    env: { EVENHAND_TRIAL_ROUNDS: "1000" },
  },
  records: {
    about: "1,000 records of random studies, which must hold in all three verifiers",
    files: ["tests/trials/records.test.ts"],
    env: { EVENHAND_TRIAL_RECORDS: "1000" },
  },
  "rules-file": {
    about: "a file of a million listed rules",
    files: ["tests/studies/drafts/rules-file.test.ts"],
    env: { EVENHAND_TRIAL_RULES: "1000000" },
  },
  stress: {
    about: "test files again and again on a busy machine; arguments: how often, and which files",
    program: ["node", "tests/trials/stress.ts"],
  },
  tamper: {
    about: "10,000 changes of logs, each of which the verifier must see",
    files: ["tests/trials/tamper"],
    env: { EVENHAND_TRIAL_EDITS: "10000" },
  },
  webhooks: {
    about: "20 times each: receivers that hang, lie, stop or die, in processes of their own",
    files: ["tests/trials/webhooks.test.ts"],
    env: { EVENHAND_TRIAL_WEBHOOKS: "20" },
  },
  workbooks: {
    about: "hostile Excel files: a zip bomb of full size, a change of each byte",
    files: ["tests/study/files/workbooks/hostile-workbooks.test.ts"],
    env: { EVENHAND_TRIAL_WORKBOOKS: "1" },
  },
};

const list = Object.entries(TRIALS).map(([name, { about }]) => `  ${name.padEnd(16)} ${about}\n`);
const help = `Usage: npm run trial -- NAME\n\n${list.join("")}\nFigures go to docs/trials.md.\n`;

/** `npm run trial -- NAME`: runs one long trial; without a name it lists them. */
export function runTrial([name, ...args]) {
  return main(async () => {
    if (name === undefined || name === "--help") {
      process.stdout.write(help);
      return 0;
    }
    if (!Object.hasOwn(TRIALS, name)) throw new Refusal(`There is no trial "${name}".\n\n${help}`);
    await bootstrap();
    const {
      files = [],
      program = [process.execPath, "scripts/run.mjs", "test", ...files],
      env,
    } = TRIALS[name];
    const { code, signal } = await run(program[0], [...program.slice(1), ...args], {
      env: { EVENHAND_VERBOSE: "1", EVENHAND_TEST_TIER: "full", ...env, ...process.env },
      shutdownTimeoutMs: SHUTDOWN_TIMEOUT_MS,
    });
    return code ?? 128 + constants.signals[signal];
  });
}
