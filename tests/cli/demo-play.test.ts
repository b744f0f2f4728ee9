import { expect, it } from "vitest";
import { openToJudge, playRound } from "#server/cli/demo/play.ts";
import { readStudy } from "#server/results/read-study.ts";
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
});
