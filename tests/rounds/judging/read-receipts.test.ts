import { expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { readOwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";
import { readReceipts } from "#server/rounds/judging/read-receipts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { auditor, judgingStudy, save, sealVerdicts } from "./judging-study.ts";

describeReads("the receipts of an auditor", async (openStore) => {
  const app = testApp(await openStore());

  async function opened() {
    const study = await judgingStudy(app);
    await openRound(app, { studyId: study.studyId });
    return (index: number) => ({ studyId: study.studyId, round: 1, accountId: auditor(study, index) });
  }

  it("are empty before the auditor seals, even if others have sealed", async () => {
    const at = await opened();
    await sealVerdicts(app, at(1), [[0, 2, "unfair"]]);
    expect((await readReceipts(app, at(0))).receipts).toEqual([]);
  });

  it("are the ones given on sealing", async () => {
    const at = await opened();
    const receipt = await sealVerdicts(app, at(1), [[0, 2, "unfair"]]);
    const { receipts, ...view } = await readReceipts(app, at(1));
    expect(receipts).toEqual([{ ...receipt, verdicts: [[0, 2, "unfair"]], votes: [] }]);
    expect(view).toMatchObject({ seat: receipt.seat, place: 2, panel: { seatCount: 3, neededFlags: 2 } });
    expect(view).toMatchObject({ hiddenAt: null, nextRound: null, witnessCount: 0, reports: [] });
  });

  it("include every version, the counted one first", async () => {
    const at = await opened();
    const first = await sealVerdicts(app, at(0), [[0, 2, "unfair"]], "1");
    const second = await sealVerdicts(app, at(0), [], "2");
    const { receipts } = await readReceipts(app, at(0));
    expect(receipts.map(({ seq, version }) => [seq, version])).toEqual([
      [second.seq, 2],
      [first.seq, 1],
    ]);
  });

  it("say whether verdicts of an open round were changed since they were sealed", async () => {
    const at = await opened();
    const isChanged = async () => (await readReceipts(app, at(0))).isChanged;
    await save(app, at(0), [[0, 2, "unfair"]]);
    expect(await isChanged(), "not sealed yet").toBe(false);
    await sealVerdicts(app, at(0), [[0, 2, "unfair"]]);
    expect(await isChanged()).toBe(false);
    await save(app, at(0), [[0, 2, "acceptable"]]);
    expect(await isChanged()).toBe(true);
    await closeRound(app, at(0));
    expect(await isChanged(), "the sealed ballot counted").toBe(false);
  });

  it("name the oldest round of the study still to judge", async () => {
    const at = await opened();
    const { studyId, accountId } = at(0);
    const other = await judgingStudy(app);
    await openRound(app, { studyId: other.studyId });
    await seatAuditor(app, { studyId: other.studyId, accountId });
    await openRound(app, { studyId: other.studyId });
    expect((await readReceipts(app, at(0))).nextRound).toBeNull();
    expect((await readReceipts(app, { ...at(0), studyId: other.studyId, round: 2 })).nextRound).toBeNull();
    const { round } = await openRound(app, { studyId });
    expect((await readReceipts(app, at(0))).nextRound).toBe(round);
    await sealVerdicts(app, { ...at(0), round }, []);
    expect((await readReceipts(app, at(0))).nextRound).toBeNull();
  });

  it("are listed for all rounds of a study, newest first, without other auditors' receipts", async () => {
    const at = await opened();
    const { studyId } = at(0);
    const first = await sealVerdicts(app, at(0), [[0, 2, "unfair"]]);
    await sealVerdicts(app, at(1), []);
    const { round } = await openRound(app, { studyId });
    const second = await sealVerdicts(app, { ...at(0), round }, [], "2");
    const { ballots, witnessCount, ...devices } = await readOwnReceipts(app, at(0));
    expect(ballots.map(({ round, seq, version }) => [round, seq, version])).toEqual([
      [round, second.seq, 1],
      [1, first.seq, 1],
    ]);
    expect([witnessCount, ballots[0]?.votes]).toEqual([0, []]);
    expect(devices).toMatchObject({ seat: "s1", keys: [{ isProven: true }], waiting: [] });
    expect((await readOwnReceipts(app, at(2))).ballots).toEqual([]);
    const stranger = auditor(await judgingStudy(app), 0);
    expect(await readOwnReceipts(app, { studyId, accountId: stranger })).toMatchObject({
      ...{ ballots: [], seat: null, keys: [], waiting: [] },
    });
  });

  it("are refused to accounts not on the panel, and for rounds that do not exist", async () => {
    const at = await opened();
    const stranger = auditor(await judgingStudy(app), 0);
    await expect(readReceipts(app, { ...at(0), accountId: stranger })).rejects.toMatchObject({
      code: "not-on-panel",
    });
    await expect(readReceipts(app, { ...at(0), round: 2 })).rejects.toMatchObject({ code: "not-found" });
  });
});
