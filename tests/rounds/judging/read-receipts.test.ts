import { expect, it } from "vitest";
import { readReceipts } from "#server/rounds/judging/read-receipts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { auditor, judgingStudy, sealVerdicts } from "./judging-study.ts";

describeReads("the receipts of an auditor", async (openStore) => {
  const app = testApp(await openStore());

  async function opened() {
    const study = await judgingStudy(app);
    await openRound(app, { studyId: study.studyId });
    return (index: number) => ({ studyId: study.studyId, round: 1, accountId: auditor(study, index) });
  }

  it("are none before sealing, whatever others have sealed", async () => {
    const at = await opened();
    await sealVerdicts(app, at(1), [[0, 2, "unfair"]]);
    expect((await readReceipts(app, at(0))).receipts).toEqual([]);
  });

  it("are what was handed out on sealing", async () => {
    const at = await opened();
    const receipt = await sealVerdicts(app, at(1), [[0, 2, "unfair"]]);
    const { receipts, ...view } = await readReceipts(app, at(1));
    expect(receipts).toEqual([{ ...receipt, verdicts: [[0, 2, "unfair"]], votes: [] }]);
    expect(view).toMatchObject({ seat: receipt.seat, place: 2, panel: { seatCount: 3, neededFlags: 2 } });
  });

  it("keep every version, the one that counts first", async () => {
    const at = await opened();
    const first = await sealVerdicts(app, at(0), [[0, 2, "unfair"]], "1");
    const second = await sealVerdicts(app, at(0), [], "2");
    const { receipts } = await readReceipts(app, at(0));
    expect(receipts.map(({ seq, version }) => [seq, version])).toEqual([
      [second.seq, 2],
      [first.seq, 1],
    ]);
  });

  it("are refused to those who are not on the panel, and of rounds that do not exist", async () => {
    const at = await opened();
    const stranger = auditor(await judgingStudy(app), 0);
    await expect(readReceipts(app, { ...at(0), accountId: stranger })).rejects.toMatchObject({
      code: "not-on-panel",
    });
    await expect(readReceipts(app, { ...at(0), round: 2 })).rejects.toMatchObject({ code: "not-found" });
  });
});
