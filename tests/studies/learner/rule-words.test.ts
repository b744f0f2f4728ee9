import { expect, it } from "vitest";
import { updateSettings } from "#db/queries/drafts.ts";
import { updateStudy } from "#db/queries/studies.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { learningOf, nextRoundOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import type { TestApp } from "#tests/setup/app.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";

const app = await sqliteApp();

it("asks a worker for the words of each rule once, and again where that failed", async () => {
  const { studyId } = await judgingStudy(app);
  const study = await app.store.read((db) => requireStudy(db, studyId));
  const settings = learningOf(settingsOf(study));
  // what was checked once is the same object as long as the hash is
  expect(settingsOf(await app.store.read((db) => requireStudy(db, studyId)))).toBe(settings);
  const asked: unknown[] = [];
  let fails = true;
  const run: TestApp["pool"]["run"] = (name, input) => {
    asked.push("rules" in input ? input.rules : null);
    return fails ? Promise.reject(new Error("no worker")) : app.pool.run(name, input);
  };
  const told = async (...rules: number[]) => {
    const on = { ...app, pool: { ...app.pool, run } };
    const { size, separatorSize, sentence } = await ruleWords(on, studyId, settings, rules);
    expect([size, separatorSize > 0]).toEqual([17, true]);
    return rules.map(sentence);
  };
  await expect(told(3)).rejects.toThrow("no worker");
  fails = false;
  expect(await told(3, 3)).toEqual(["accept if income > 28", "accept if income > 28"]);
  expect(await told()).toEqual([]);
  expect(await told(3, 2)).toEqual(["accept if income > 28", "accept if income > 12"]);
  expect(await told(2, 3)).toEqual(["accept if income > 12", "accept if income > 28"]);
  expect(asked).toEqual([[3], [3], [2]]);
  await app.store.tx(async (tx) => {
    await updateSettings(tx, studyId, JSON.stringify({ ...settings, notThere: 1 }));
    await updateStudy(tx, studyId, { settingsHash: "another" });
  });
  await expect(app.store.read((db) => requireStudy(db, studyId))).rejects.toThrow("notThere");
});

it("numbers the next round behind those played and the links that a lost history used", () => {
  expect(nextRoundOf({ roundCount: 0, skippedLinks: 0 })).toBe(1);
  expect(nextRoundOf({ roundCount: 5, skippedLinks: 2 })).toBe(8);
});
