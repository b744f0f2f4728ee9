import { expect, it } from "vitest";
import { readReceiptFile, receiptFile } from "#server/audit-log/receipts/file.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readOwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";
import { readReceiptProof } from "#server/rounds/judging/read-receipt-proof.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { completed, sealKept } from "#tests/setup/receipts.ts";
import { refused } from "#tests/setup/refusal.ts";
import { auditor, judgingStudy } from "./judging-study.ts";

describeReads("the proof of a receipt", async (openStore) => {
  const app = testApp(await openStore());

  async function opened() {
    const study = await judgingStudy(app);
    const { studyId } = study;
    await openRound(app, { studyId });
    await keepCheckpoints(app, studyId);
    const at = (index: number, round = 1) => ({ studyId, round, accountId: auditor(study, index) });
    const seal = (index: number, key = "1", round = 1) =>
      sealKept(app, at(index, round), { idempotencyKey: `ballot-${index}-${key}`, verdicts: [] });
    return { studyId, at, seal };
  }

  it("exists once the round has ended and a checkpoint covers the ballot, not before", async () => {
    const { studyId, at, seal } = await opened();
    const mine = await seal(0);
    const proof = () => readReceiptProof(app, { ...at(0), seq: mine.seq });
    expect(await proof()).toBeNull();
    await seal(1);
    // No checkpoint made meanwhile covers the ballots of an open round.
    await keepCheckpoints(app, studyId);
    expect(await proof()).toBeNull();
    await closeRound(app, { studyId, round: 1 });
    expect(await proof()).toBeNull();
    const receipt = await completed(app, at(0), mine);
    expect(readReceiptFile(receiptFile(receipt).text)).toEqual(receipt);
    expect(receiptFile(receipt).name).toBe(`receipt-round-1-entry-${mine.seq}.tlog-proof`);
  });

  it("exists for every ballot of a cancelled round, also while the next round is open", async () => {
    const { studyId, at, seal } = await opened();
    const ballots = [await seal(0), await seal(0, "2"), await seal(1)];
    await cancelRound(app, { studyId, round: 1, reason: "trouble" });
    await openRound(app, { studyId });
    for (const [index, ballot] of ballots.entries()) {
      const receipt = await completed(app, at(index < 2 ? 0 : 1), ballot);
      expect(readReceiptFile(receiptFile(receipt).text)).toEqual(receipt);
    }
    const proof = await readReceiptProof(app, { ...at(1), seq: ballots[2]?.seq ?? 0 });
    expect(proof?.note.split("\n")[0]).toBe(proof?.keys.origin);
    const later = await seal(0, "3", 2);
    expect(await readReceiptProof(app, { ...at(0), seq: later.seq })).toBeNull();
  });

  it("is given only to the auditor who sealed the ballot", async () => {
    const { studyId, at, seal } = await opened();
    const mine = await seal(0);
    await closeRound(app, { studyId, round: 1 });
    await keepCheckpoints(app, studyId);
    const ask = (accountId: string, seq: number) => readReceiptProof(app, { studyId, accountId, seq });
    await refused(ask(at(1).accountId, mine.seq), "not-on-panel");
    await refused(ask(unknownAccountId, mine.seq), "not-on-panel");
    await refused(ask(at(0).accountId, 1), "not-found");
    await refused(ask(at(0).accountId, 99_999), "not-found");
  });

  it("is found from the list of the auditor's ballots, newest first, without verdicts", async () => {
    const { studyId, at, seal } = await opened();
    const [first, again, other] = [await seal(0), await seal(0, "2"), await seal(1)];
    const list = async (index: number) => (await readOwnReceipts(app, at(index))).ballots;
    const of = ({ seq, version, at: sealedAt }: typeof first, state: string) => ({
      ...{ round: 1, seq, version, sealedAt, state, votes: [] },
    });
    expect(await list(0)).toEqual([of(again, "open"), of(first, "open")]);
    expect(await list(1)).toEqual([of(other, "open")]);
    expect(await list(2)).toEqual([]);
    await closeRound(app, { studyId, round: 1 });
    expect(await list(1)).toEqual([of(other, "closed")]);
    const stranger = await readOwnReceipts(app, { studyId, accountId: unknownAccountId });
    expect(stranger).toMatchObject({ ballots: [], witnessCount: 0 });
  });
});

const unknownAccountId = "01980000-0000-7000-8000-0000000000ff";
