import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { summarySentences } from "#components/results/summary/summary-words.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import type { Store } from "#db/store/store.ts";
import { readCells } from "#server/audit-log/features.ts";
import { applicantsFile } from "#server/cli/demo/applicants.ts";
import { demoAccounts } from "#server/cli/demo/make-accounts.ts";
import { makeDemoStudies, openToJudge, playRound } from "#server/cli/demo/play.ts";
import { readGroups } from "#server/results/groups/read-groups.ts";
import { readFindings } from "#server/results/panel/read-findings.ts";
import { readPolicyFile } from "#server/results/policy/policy-file.ts";
import { type PairChances, readChangedPairs } from "#server/results/policy/read-changed-pairs.ts";
import { readChanges } from "#server/results/policy/read-changes.ts";
import { readOverview } from "#server/results/policy/read-overview.ts";
import { readStudy } from "#server/results/read-study.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { fixedBytes, fixedSecrets, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { chancesInDuckDb, chancesInPython } from "#tests/setup/policy-programs.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

it("the demo's people have a district, and the rest of their file does not depend on it", () => {
  const lines = new TextDecoder().decode(applicantsFile(1, 240)).split("\n");
  const rest = lines.map((line) => line.slice(0, line.lastIndexOf(",")));
  expect(createHash("sha256").update(rest.join("\n")).digest("hex")).toBe(
    "ef72b6bc0bb095a5c10e13762f86fd3b0c8fa66100155ac516892e62b3530eca",
  );
  const districts = new Set(lines.slice(1).map((line) => line.slice(line.lastIndexOf(",") + 1)));
  expect([...districts].sort()).toEqual(["East", "Islands", "North", "South", "West"]);
});

describeReads("the demo's rounds", async (openStore) => {
  const app = testApp(await openStore());

  it("continue after a round without a pair to judge, and end with a round that has one", async () => {
    const people = madeUpPeople(80);
    const outcomes = people.map(([income]) => (Number(income) > 50 ? ("yes" as const) : ("no" as const)));
    // Thresholds in both directions: in the first round every chance is one half.
    const study = await publishedStudy(app, {
      people,
      outcomes,
      settings: { closesWithoutPairs: true, alphaPoints: "5" },
    });
    const { studyId } = study;
    const operator = { accountId: study.operatorId };
    const auditors = study.auditorIds.map((accountId) => ({ accountId }));
    await playRound(app, { studyId, operator, auditors });
    expect((await readRoundDetails(app, studyId, 1)).round).toMatchObject({
      state: "closed",
      closeReason: "no-pairs",
    });
    await openToJudge(app, { studyId, operator });
    const [newest, ...before] = (await readStudy(app, studyId)).rounds;
    expect(newest?.state).toBe("open");
    expect(newest?.pairCount).toBeGreaterThan(0);
    expect(before.every(({ state }) => state === "closed")).toBe(true);
  });

  // Draws differ between demos, and a round or two can go badly, so the promise is checked over four demos.
  it("show gains, losses, and a policy better than random choice", async () => {
    const demos: Awaited<ReturnType<typeof playedDemo>>[] = [];
    for (const seed of [1, 2, 3, 4]) demos.push(await playedDemo(await openStore(), seed));
    const total = (count: (demo: (typeof demos)[number]) => number) =>
      demos.reduce((sum, demo) => sum + count(demo), 0);
    expect(
      total(({ up }) => up),
      "people who gained",
    ).toBeGreaterThan(0);
    expect(
      total(({ down }) => down),
      "people who lost",
    ).toBeGreaterThan(0);
    expect(total(({ difference }) => difference) / demos.length).toBeLessThan(-0.03);
    // People with the smaller chance, favoured by the panel, gain on average.
    expect(total(({ lowGain }) => lowGain) / demos.length).toBeGreaterThan(0.03);
    expect(demos.filter(({ policy, lot }) => policy < lot).length).toBeGreaterThanOrEqual(3);
    expect(demos.filter(({ isUnclear }) => isUnclear).length).toBeLessThanOrEqual(2);
  });

  it("make three studies: a running one with closer pairs and a policy file, an ended one, and an audit", async () => {
    const demo = testApp(await openStore());
    const accounts = await demoAccounts(demo);
    await makeDemoStudies(demo, accounts, () => undefined);
    const operatorId = accounts.find(({ role }) => role === "operator")?.accountId ?? "";
    const { studies } = await readInbox(demo, operatorId);
    const named = new Map(studies.map((study) => [study.name, study]));
    const read = (name: string) => readStudy(demo, named.get(name)?.id ?? "");
    const running = await read("Small loans (demo)");
    expect(running).toMatchObject({ state: "running", isAudit: false });
    expect(running.rounds[0]).toMatchObject({ state: "open" });
    expect(running.rounds[0]?.pairCount).toBeGreaterThan(0);
    expect(await read("Earlier small loans (demo)")).toMatchObject({ state: "ended", isAudit: false });
    expect(await read("Loan rule in force (demo)")).toMatchObject({ state: "running", isAudit: true });
    const { figures } = await readGroups(demo, { studyId: running.id });
    expect(figures?.groupings[0]?.columns).toEqual(["district"]);
    expect(figures?.groupings[0]?.groups.length).toBeGreaterThanOrEqual(3);
    const { pairs } = await readChangedPairs(demo, { studyId: running.id });
    expect(pairs.length).toBeGreaterThan(1);
    const distance = ({ high, low }: PairChances) => Math.abs(Number(high) - Number(low));
    expect(mean(pairs.map(({ now }) => distance(now)))).toBeLessThan(
      mean(pairs.map(({ atReport }) => distance(atReport))),
    );
    const round = 12;
    const policy = await readPolicyFile(demo, { studyId: running.id, round });
    const rows = await demo.store.read((db) => listRoundFeatures(db, running.id, [round]));
    const input = { policy, people: rows.map(({ features }) => readCells(features ?? "")) };
    const logged = rows.map(({ chance }) => Number(chance));
    expect(chancesInPython([input])[0]?.[1]).toEqual(logged);
    expect(await chancesInDuckDb(input, ["round"])).toEqual([logged]);
    await demo.close();
  });
});

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Plays a demo. Returns its summary's figures: how many people gained and lost, and the errors of the policy and of random
 * choice. Also returns the average gain of people with the smaller chance in a reported pair.
 */
async function playedDemo(store: Store, seed: number) {
  const demo = testApp(store, { ...fixedSecrets, seedMaster: fixedBytes("demo", seed) });
  const accounts = await demoAccounts(demo);
  await makeDemoStudies(demo, accounts, () => undefined);
  const operatorId = accounts.find(({ role }) => role === "operator")?.accountId ?? "";
  const { studies } = await readInbox(demo, operatorId);
  const studyId = studies.find(({ name }) => name === "Small loans (demo)")?.id ?? "";
  const { findings } = await readFindings(demo, studyId, { reader: "researcher" });
  if (findings === null) throw new Error("twelve rounds were closed");
  const overview = await readOverview(demo, studyId);
  const picksHalf = overview.closed.every(({ pickedCount, personCount }) => 2 * pickedCount === personCount);
  expect(picksHalf).toBe(true);
  const changes = await readChanges(demo, studyId);
  const sentences = summarySentences(studyId, { reports: findings.reports, overview, changes });
  const { pairs } = await readChangedPairs(demo, { studyId });
  await demo.close();
  const all = sentences.map(({ text }) => text).join(" ");
  const moved = [...all.matchAll(/\((\d+)\sup, (\d+)\sdown\)/g)];
  const sum = (way: 1 | 2) => moved.reduce((total, match) => total + Number(match[way]), 0);
  const errors = /^About (\d+) of .* at random in (\d+)/.exec(all.slice(all.indexOf("About")));
  const { low, high } = overview.compared?.difference.atRandom ?? { low: Number.NaN, high: Number.NaN };
  return {
    up: sum(1),
    down: sum(2),
    policy: Number(errors?.[1]),
    lot: Number(errors?.[2]),
    difference: (low + high) / 2,
    isUnclear: !(high < 0),
    lowGain: mean(pairs.map(({ now, atReport }) => Number(now.low) - Number(atReport.low))),
  };
}
