import { expect, it } from "vitest";
import { readBecame } from "#server/results/policy/read-became.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { eps, playNext, threeRounds } from "./three-rounds.ts";

describeReads("what became of what an auditor judged", async (openStore) => {
  const app = testApp(await openStore());

  it("shows the reports at the close, and the changes at the next opening", async () => {
    const study = await threeRounds(app);
    const { studyId, auditorIds } = study;
    const where = { studyId, accountId: auditorIds[0] ?? "" };
    expect(await readBecame(app, where)).toBeNull();
    await playNext(app, study);
    const closed = await readBecame(app, where);
    expect(closed).toMatchObject({ round: 1, isAudit: false, changed: null });
    expect(closed?.reported).toEqual([{ high: 0, low: 1, flagCount: 3 }]);
    await openRound(app, { studyId });
    const { changed } = (await readBecame(app, where)) ?? {};
    expect(changed).toMatchObject({
      policyOf: 2,
      isEstimated: false,
      pairs: [{ round: 1, high: 0, low: 1 }],
    });
    const [pair] = changed?.pairs ?? [];
    expect([pair?.atReport.high, pair?.atReport.low]).toEqual(
      [2 / 3, 1 / 3].map((each) => expect.closeTo(each, 12)),
    );
    // Both the rejected half and the update moved them; the next opening's test checks how far.
    const gapBefore = (pair?.atReport.high ?? 0) - (pair?.atReport.low ?? 0);
    const gapNow = (pair?.now.high ?? 0) - (pair?.now.low ?? 0);
    expect(gapNow).toBeLessThan(gapBefore);
    expect(gapBefore - gapNow).toBeLessThan(eps);
  });

  it("is empty without a closed round, and has no chances if nothing was reported", async () => {
    const study = await threeRounds(app);
    const { studyId, auditorIds } = study;
    const quiet = [["acceptable", "acceptable", "acceptable"]] as const;
    await playNext(app, study, quiet);
    await openRound(app, { studyId });
    const late = await addAccount(app, `late-${studyId}`);
    expect(await readBecame(app, { studyId, accountId: late })).toBeNull();
    const own = await readBecame(app, { studyId, accountId: auditorIds[1] ?? "" });
    expect(own).toMatchObject({ round: 1, reported: [], changed: null });
  });
});
