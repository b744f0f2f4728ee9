/** Records of random studies pass all three verifiers: each class, learner and mode, audits, and draws with a beacon. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, it } from "vitest";
import type { SettingsDraft } from "#server/study/draft.ts";
import { replayRecord } from "#tests/replay/record.ts";
import { startBeacon } from "#tests/setup/beacon.ts";
import { everyKind, everyLearner } from "#tests/setup/every-kind.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { verifyInPython } from "#tests/setup/python.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { madeUpPeople, type StudyOptions } from "#tests/setup/study.ts";
import { recordOf, verified } from "#tests/setup/verify.ts";
import { playEventful } from "./tamper/eventful.ts";

/** `npm run trial -- records` checks 1,000. */
const recordCount = Number(process.env.EVENHAND_TRIAL_RECORDS ?? 12);
/** How many records are written to disk at once. */
const BATCH = 50;

const learners: Partial<SettingsDraft>[] = [...everyLearner, guardedSettings];

const app = await sqliteApp();

/** Returns a study by its seed: class and learner rotate, so that each pair of them occurs. */
function studyOf(seed: number): StudyOptions & { readonly hasBeacon: boolean } {
  const dice = xoroshiro128plus(seed);
  const oneOf = <Value>(...values: readonly [Value, ...Value[]]): Value =>
    values[uniformInt(dice, 0, values.length - 1)] ?? values[0];
  const people = madeUpPeople(uniformInt(dice, 20, 30));
  const hasBeacon = seed % 10 === 0;
  const roundSize = String(uniformInt(dice, 2, 5));
  if (seed % 13 === 0) {
    const chances = people.map(() => String(uniformInt(dice, 0, 20) / 20));
    return { kind: "audit", chances, people, settings: { roundSize }, hasBeacon: false };
  }
  const rules = everyKind[seed % everyKind.length] ?? {};
  const learner = learners[Math.floor(seed / everyKind.length) % learners.length] ?? {};
  const isPaper = learner.mode === "paper";
  const settings: Partial<SettingsDraft> = {
    roundSize,
    drawAt: oneOf("close", "opening"),
    ...(learner.mode !== "guarded" && { rejectedHalves: oneOf("when-settled", "at-close") }),
    ...(learner.mode !== "guarded" && { pairRule: isPaper ? "most-flags" : oneOf("average", "largest-gap") }),
    ...learner,
  };
  return { people, rules, settings, hasBeacon };
}

it(`${recordCount} records of random studies pass each verifier`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "evenhand-records-"));
  const beacon = await startBeacon(app.clock.now);
  const failed: string[] = [];
  const counted = { chances: 0, draws: 0, inFull: 0 };
  const checkInPython = async (paths: readonly string[]) => {
    for (const [index, report] of (await verifyInPython(paths)).entries()) {
      for (const [seq, text] of report.problems)
        failed.push(`${paths[index]}, Python, entry ${seq}: ${text}`);
      counted.chances += report.chances;
      counted.draws += report.draws;
      if (report.notChecked.length === 0) counted.inFull += 1;
    }
    for (const path of paths) rmSync(path);
  };
  let paths: string[] = [];
  // Python checks a batch while the next one is played
  let checking = Promise.resolve();
  for (let seed = 1; seed <= recordCount; seed += 1) {
    const { hasBeacon, ...options } = studyOf(seed);
    Object.assign(app, { beacon: hasBeacon ? beacon : null });
    const files = await playEventful(app, options, { rounds: 3, seed });
    const record = recordOf(files);
    const found = { verify: verified(files).problems, replay: replayRecord(record).problems };
    for (const [name, problems] of Object.entries(found))
      for (const { seq, what } of problems) failed.push(`seed ${seed}, ${name}, entry ${seq}: ${what}`);
    const path = join(folder, `seed-${seed}.jsonl`);
    writeFileSync(path, record);
    if (paths.push(path) === BATCH || seed === recordCount) {
      await checking;
      checking = checkInPython(paths);
      paths = [];
    }
    if (seed % 100 === 0) console.log(`${seed} records, ${failed.length} problems; Python computed`, counted);
  }
  await checking;
  await beacon.close();
  rmSync(folder, { recursive: true });
  expect(failed).toEqual([]);
  expect(counted.chances).toBeGreaterThan(recordCount);
});
