import { expect, it } from "vitest";
import { demoAccounts } from "#server/cli/demo/accounts.ts";
import { makeDemoStudies, openToJudge, playRound } from "#server/cli/demo/play.ts";
import { type PairChances, readChangedPairs } from "#server/results/policy/read-changed-pairs.ts";
import { readStudy } from "#server/results/read-study.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeEngines("the demo's rounds", async (openStore) => {
  const app = testApp(await openStore());

  it("go on where a round has no pair to judge, and end with one that has", async () => {
    const people = madeUpPeople(80);
    const outcomes = people.map(([income]) => (Number(income) > 50 ? ("yes" as const) : ("no" as const)));
    // Thresholds in both directions: in the first round everybody's chance is one half.
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

  it("make three studies: one whose panel has brought the reported pairs closer, one ended, one audit", async () => {
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
    const { pairs } = await readChangedPairs(demo, { studyId: running.id });
    expect(pairs.length).toBeGreaterThan(1);
    const distance = ({ high, low }: PairChances) => Math.abs(Number(high) - Number(low));
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(pairs.map(({ now }) => distance(now)))).toBeLessThan(
      mean(pairs.map(({ atReport }) => distance(atReport))),
    );
    // The person with the smaller chance, for whom the panel spoke, is better off on average.
    expect(mean(pairs.map(({ now }) => Number(now.low)))).toBeGreaterThan(
      mean(pairs.map(({ atReport }) => Number(atReport.low))),
    );
    await demo.close();
  });
});
