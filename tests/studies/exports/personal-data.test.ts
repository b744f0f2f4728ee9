import { expect, it } from "vitest";
import { distanceAuditor } from "#server/simulation/engine/auditors.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { columns, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeReads("the exported log", async (openStore) => {
  const app = testApp(await openStore());

  it("has no features or names; the features file has those of people in rounds", async () => {
    const people = madeUpPeople(12).map(([income = null, years = null]) => [income, years, "quokka"]);
    const study = await publishedStudy(app, { people, name: "wombat" });
    const auditor = distanceAuditor(columns, { income: 0.004 }, 0.1);
    await playRound(app, study, [auditor, auditor, auditor]);
    const { log, features } = await exportStudy(app, study.studyId);
    expect(features.match(/quokka/g)).toHaveLength(4);
    expect(log).not.toMatch(/quokka|wombat|example\.org/);
    for (const id of [study.operatorId, ...study.auditorIds]) expect(log).not.toContain(id);
  });
});
