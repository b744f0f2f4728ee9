import { expect, it } from "vitest";
import { updateSettings } from "#db/queries/drafts.ts";
import { updateStudy } from "#db/queries/studies.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { learningOf, nextRoundOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import type { TestApp } from "#tests/setup/app.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";

const app = await sqliteApp();

it("requests the words of each rule from a worker once, and again after a failure", async () => {
  const { studyId } = await judgingStudy(app);
  const study = await app.store.read((db) => requireStudy(db, studyId));
  const settings = learningOf(settingsOf(study));
  // Settings that were checked once are the same object as long as the hash is equal.
  expect(settingsOf(await app.store.read((db) => requireStudy(db, studyId)))).toBe(settings);
  const requested: unknown[] = [];
  let fails = true;
  const run: TestApp["pool"]["run"] = (name, input) => {
    requested.push("rules" in input ? input.rules : null);
    return fails ? Promise.reject(new Error("no worker")) : app.pool.run(name, input);
  };
  const wordsOf = async (...rules: number[]) => {
    const on = { ...app, pool: { ...app.pool, run } };
    const { size, separatorSize, sentence } = await ruleWords(on, studyId, settings, rules);
    expect([size, separatorSize > 0]).toEqual([17, true]);
    return rules.map(sentence);
  };
  await expect(wordsOf(3)).rejects.toThrow("no worker");
  fails = false;
  expect(await wordsOf(3, 3)).toEqual(["accept if income > 28", "accept if income > 28"]);
  expect(await wordsOf()).toEqual([]);
  expect(await wordsOf(3, 2)).toEqual(["accept if income > 28", "accept if income > 12"]);
  expect(await wordsOf(2, 3)).toEqual(["accept if income > 12", "accept if income > 28"]);
  expect(requested).toEqual([[3], [3], [2]]);
  await app.store.tx(async (tx) => {
    await updateSettings(tx, studyId, JSON.stringify({ ...settings, notThere: 1 }));
    await updateStudy(tx, studyId, { settingsHash: "another" });
  });
  await expect(app.store.read((db) => requireStudy(db, studyId))).rejects.toThrow("notThere");
});

it("numbers the next round after played rounds and links used by a lost history", () => {
  expect(nextRoundOf({ roundCount: 0, skippedLinks: 0 })).toBe(1);
  expect(nextRoundOf({ roundCount: 5, skippedLinks: 2 })).toBe(8);
});
