import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { auditor, judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { ballotOf, fixedKey } from "#tests/setup/browser.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, store, as } = makeStage();
let study: TestStudy;
let neighbour: Neighbour;
beforeAll(async () => {
  study = await judgingStudy(app());
  await openRound(app(), { studyId: study.studyId });
  neighbour = await addNeighbour(store(), study.studyId);
});

const where = () => ({ studyId: study.studyId, round: 1 });
const ballots = () =>
  store().read((db) =>
    db.q
      .select({ seatId: db.t.ballot.seatId, key: db.t.ballot.idempotencyKey, nonce: db.t.ballot.nonce })
      .from(db.t.ballot)
      .where(eq(db.t.ballot.studyId, study.studyId)),
  );

it("verdicts are saved for the auditor who sends them, in this study, and withdrawn", async () => {
  const caller = as({ id: auditor(study, 1) });
  await caller.ballots.save({
    ...where(),
    verdicts: [
      [0, 2, "unfair"],
      [1, 3, "unsure"],
    ],
  });
  await caller.ballots.save({ ...where(), verdicts: [], withdrawn: [[1, 3]] });
  const savedBy = async (index: number) =>
    (await readJudging(app(), { ...where(), accountId: auditor(study, index) })).saved;
  expect(await savedBy(1)).toEqual([[0, 2, "unfair"]]);
  expect(await savedBy(0)).toEqual([]);
  await neighbour.expectUntouched();
});

it("a ballot is sealed for the auditor who sends it, as it was sent", async () => {
  const accountId = auditor(study, 2);
  const ballot = await ballotOf(study.studyId, await readJudging(app(), { ...where(), accountId }), {
    idempotencyKey: "my ballot",
    nonce: "7".repeat(64),
    verdicts: [[0, 3, "acceptable"]],
  });
  const sent = { ...where(), ...ballot, verdicts: [...ballot.verdicts] };
  const receipt = await as({ id: accountId }).ballots.seal(sent);
  expect(receipt).toMatchObject({ study: study.studyId, round: 1, seat: "s3", version: 1 });
  expect(await ballots()).toEqual([{ seatId: "s3", key: "my ballot", nonce: "7".repeat(64) }]);
  await neighbour.expectUntouched();
});

it("a remark is saved if the study asks for remarks, and read back only by its auditor", async () => {
  const asking = { ...newDraft("", 0).settings.asking, notes: true };
  const askingStudy = await judgingStudy(app(), { settings: { asking } });
  await openRound(app(), { studyId: askingStudy.studyId });
  const here = { studyId: askingStudy.studyId, round: 1 };
  const remark = { high: 0, low: 2, note: " a note ", reasons: [], again: null };
  await as({ id: auditor(askingStudy, 0) }).ballots.remark({ ...here, ...remark });
  expect(await as({ id: auditor(askingStudy, 0) }).ballots.remarks(here)).toEqual({
    own: [{ ...remark, note: "a note" }],
    panel: null,
  });
  expect((await as({ id: auditor(askingStudy, 1) }).ballots.remarks(here)).own).toEqual([]);
  await neighbour.expectUntouched();
});

it("a key is added to the seat of the auditor who sends it", async () => {
  const { key } = await fixedKey("another device");
  const accountId = auditor(study, 2);
  const input = { studyId: study.studyId, seat: "s3", key, by: null };
  expect(await as({ id: accountId }).ballots.addKey(input)).toEqual({ isProven: false });
  const { keys } = await readJudging(app(), { ...where(), accountId });
  expect(keys.map((one) => [one.key === key, one.isProven])).toEqual([
    [false, true],
    [true, false],
  ]);
  await neighbour.expectUntouched();
  await refused(cause(as({ id: auditor(study, 1) }).ballots.addKey(input)), "not-on-panel");
});

it("verdicts given from another seat are refused", async () => {
  const caller = as({ id: auditor(study, 0) });
  const verdicts: Verdict[] = [[0, 2, "unfair"]];
  await refused(cause(caller.ballots.save({ ...where(), seat: "s2", verdicts })), "not-on-panel");
  const judging = await readJudging(app(), { ...where(), accountId: auditor(study, 0) });
  const ballot = await ballotOf(study.studyId, judging, { idempotencyKey: "my ballot", verdicts: [] });
  const sent = { ...where(), ...ballot, verdicts: [...ballot.verdicts], seat: "s2" };
  await refused(cause(caller.ballots.seal(sent)), "not-on-panel");
});
