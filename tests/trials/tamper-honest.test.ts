import { afterAll, beforeAll, expect, it } from "vitest";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { everyKind, everyLearner } from "#tests/setup/every-kind.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { madeUpPeople, type StudyOptions } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { playEventful } from "./tamper/eventful.ts";

/** A tenth of the trial's edits; in `npm test` few, since tests/studies/every-learner.test.ts plays 52 beside them. */
const edits = process.env.EVENHAND_TRIAL_EDITS;
const logCount = edits === undefined ? 5 : Number(edits) / 10;

const engine = sqliteEngine();
let app: TestApp;
beforeAll(async () => {
  app = testApp(await engine.openStore());
});
afterAll(async () => {
  await app.close();
  await engine.cleanUp();
});

const people = madeUpPeople(24);
const chances = people.map((_, index) => String(((index * 7) % 11) / 10));
const learners = [...everyLearner, guardedSettings];

/** Goes through all learners over all classes, with draws at close and at opening, and now and then an audit. */
function optionsOf(log: number): StudyOptions {
  if (log % 20 === 19) return { kind: "audit", people, chances };
  const rules = everyKind[log % everyKind.length] ?? {};
  const settings = learners[Math.floor(log / everyKind.length) % learners.length] ?? {};
  return { people, rules, settings: { ...settings, ...(log % 3 === 0 && { drawAt: "opening" }) } };
}

it(`${logCount} honest logs hold, with both implementations`, async () => {
  for (let log = 0; log < logCount; log += 1) {
    const options = optionsOf(logCount < 100 ? log * 17 : log);
    const files = await playEventful(app, options, { rounds: 2, seed: log });
    const { answer, problems } = verified(files);
    expect([options, answer, problems]).toEqual([options, "holds-in-part", []]);
    const second = replay(files.log, files.features, files.totals);
    expect([options, second.problems]).toEqual([options, []]);
  }
  if (edits !== undefined) console.log("honest", { logCount });
});
