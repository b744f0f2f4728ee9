import { beforeEach, expect, it, onTestFinished } from "vitest";
import { openRound } from "#server/rounds/open-round.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { alike, auditor, judgingStudy, save, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { startBeacon } from "#tests/setup/beacon.ts";
import { freshSession } from "#tests/setup/context.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, store, as, person } = makeStage();
let study: TestStudy;
let studyId: string;
let neighbour: Neighbour;

const operator = () => as({ id: study.operatorId }).rounds;
const auditors = (index: number) => as({ id: auditor(study, index) }).rounds;

/** How many entries the newest checkpoint covers. */
const covered = async () => (await as({ id: study.operatorId }).checkpoints.status({ studyId })).newest?.size;
/** How many entries there are. */
const written = async () => (await as({ id: study.operatorId }).studies.read({ studyId })).head.seq;

beforeEach(async () => {
  study = await judgingStudy(app());
  studyId = study.studyId;
});

it("a round is opened with the next people, or with those who are named, until a deadline", async () => {
  neighbour = await addNeighbour(store(), studyId);
  const deadlineAt = app().now() + 60_000;
  await operator().open({ studyId, personIds: ["p7", "p2"], deadlineAt });
  const board = await operator().board({ studyId, round: 1 });
  expect(board.round).toMatchObject({ state: "open", deadlineAt });
  expect(board.people.map(({ personId }) => personId).sort()).toEqual(["p2", "p7"]);
  expect(board.people.map(({ identifiers }) => identifiers)).toEqual([["case-2"], ["case-7"]]);
  // Not awaited by the procedure.
  await expect.poll(covered).toBe(board.round.openedSeq);
  await operator().close({ studyId, round: 1 });
  await operator().open({ studyId });
  const second = await operator().board({ studyId, round: 2 });
  expect(second.round.deadlineAt).toBeNull();
  expect(second.people.map(({ personId }) => personId)).toEqual(["p1", "p3", "p4", "p5"]);
  await applyUpdates(app(), studyId);
  await neighbour.expectUntouched();
});

it("those who wait are listed, found and paged", async () => {
  const { waiting } = operator();
  const idsOf = ({ people }: Awaited<ReturnType<typeof waiting>>) => people.map(({ id }) => id);
  const all = await waiting({ studyId });
  expect(all).toMatchObject({ count: 8, next: null });
  expect(idsOf(all)).toEqual(["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"]);
  expect(idsOf(await waiting({ studyId, search: "p4" }))).toEqual(["p4"]);
  expect(idsOf(await waiting({ studyId, after: 6 }))).toEqual(["p7", "p8"]);
});

it("a panel is asked for tolerances where no pair can be judged", async () => {
  const asked = await publishedStudy(app());
  const { open, askTolerances, board } = as({ id: asked.operatorId }).rounds;
  await open({ studyId: asked.studyId });
  const { pairs } = await askTolerances({ studyId: asked.studyId, round: 1 });
  expect(pairs.length).toBeGreaterThan(1);
  const { round } = await board({ studyId: asked.studyId, round: 1 });
  expect(round.toleranceCount).toBe(pairs.length);
});

it("a round is closed by the operator, and the learner follows", async () => {
  await openRound(app(), { studyId });
  const receipt = await operator().close({ studyId, round: 1 });
  expect(receipt).toMatchObject({ study: studyId, round: 1 });
  const { round } = await operator().board({ studyId, round: 1 });
  expect(round).toMatchObject({ state: "closed", closeReason: "operator" });
  // Not awaited by the procedure.
  await expect.poll(written).toBe(receipt.seq + 1);
});

it("a round without a pair to judge is closed in the act of opening it, and the learner follows", async () => {
  study = await judgingStudy(app(), { people: alike, settings: { closesWithoutPairs: true } });
  studyId = study.studyId;
  expect(await operator().open({ studyId })).toMatchObject({ rounds: [{ round: 1, isClosed: true }] });
  const { round } = await operator().board({ studyId, round: 1 });
  expect(round).toMatchObject({ state: "closed", closeReason: "no-pairs" });
  await expect.poll(written).toBe((round.closedSeq ?? 0) + 1);
});

it("a round whose draw awaits a public number is closing, and the server closes it by itself", async () => {
  const beacon = await startBeacon(app().now, { delay: 0 });
  onTestFinished(beacon.close);
  Object.assign(app(), { beacon });
  onTestFinished(() => void Object.assign(app(), { beacon: null }));
  study = await judgingStudy(app());
  const { studyId: id, operatorId } = study;
  const where = { studyId: id, round: 1 };
  const running = as({ id: operatorId });
  await running.rounds.open({ studyId: id });
  const receipt = await running.rounds.close(where);
  const board = await running.rounds.board(where);
  expect(board).toMatchObject({
    round: { state: "closing" },
    result: null,
    publicNumber: { signature: null },
  });
  const mine = auditors(0);
  expect((await mine.mine({ studyId: id })).open[0]).toMatchObject({ state: "closing", owed: null });
  expect((await mine.result(where)).result).toBeNull();
  expect((await running.studies.read({ studyId: id })).waiting.act.kind).toBe("being-drawn");
  app().clock.advance(2_000);
  await expect.poll(async () => (await running.rounds.board(where)).round.state).toBe("closed");
  expect((await mine.result(where)).publicNumber?.signature).toHaveLength(96);
  expect(await running.rounds.close(where)).toEqual(receipt);
  await applyUpdates(app(), id);
  const settings = { drawAt: "opening", closesWithoutPairs: true } as const;
  const atOnce = await judgingStudy(app(), { people: alike, settings });
  const { rounds } = as({ id: atOnce.operatorId });
  await rounds.open({ studyId: atOnce.studyId });
  app().clock.advance(2_000);
  await expect
    .poll(async () => (await rounds.board({ ...where, studyId: atOnce.studyId })).round.state)
    .toBe("closed");
  await applyUpdates(app(), atOnce.studyId);
});

it("what became of a reported pair is told to its panel once the round is closed", async () => {
  await openRound(app(), { studyId });
  const where = { studyId, round: 1 };
  for (const index of [0, 1]) {
    await sealVerdicts(app(), { ...where, accountId: auditor(study, index) }, [[0, 2, "unfair"]]);
  }
  expect(await auditors(0).changed(where)).toBeNull();
  await operator().close(where);
  await applyUpdates(app(), studyId);
  const pair = { round: 1, high: 0, low: 2, flagCount: 2 };
  expect(await auditors(0).changed(where)).toMatchObject({ policyOf: null, pairs: [pair] });
  await operator().open({ studyId });
  expect(await auditors(0).changed(where)).toMatchObject({ policyOf: 2, pairs: [pair] });
});

it("a round gets more time, or is cancelled for a reason; an auditor turns the pages of past rounds", async () => {
  await openRound(app(), { studyId });
  neighbour = await addNeighbour(store(), studyId);
  const deadlineAt = app().now() + 120_000;
  expect(await operator().extend({ studyId, round: 1, deadlineAt })).toMatchObject({ deadlineAt });
  await operator().cancel({ studyId, round: 1, reason: "too-few-auditors" });
  const { round } = await operator().board({ studyId, round: 1 });
  expect(round).toMatchObject({ state: "cancelled", closeReason: "too-few-auditors", deadlineAt });
  await expect.poll(covered).toBe(await written());
  await neighbour.expectUntouched();
  await openRound(app(), { studyId });
  await operator().cancel({ studyId, round: 2, reason: "wrong-people" });
  const numbers = async (before?: number) =>
    (await auditors(0).mine({ studyId, ...(before && { before }) })).past.map(({ number }) => number);
  expect([await numbers(), await numbers(2)]).toEqual([[2, 1], [1]]);
});

it("an auditor sees the own page, receipts, results and rounds", async () => {
  await openRound(app(), { studyId });
  const where = { studyId, round: 1 };
  await save(app(), { ...where, accountId: auditor(study, 0) }, [[0, 2, "unsure"]]);
  await sealVerdicts(app(), { ...where, accountId: auditor(study, 1) }, [[0, 3, "unfair"]]);

  const [first, second] = [await auditors(0).judging(where), await auditors(1).judging(where)];
  expect([first.seat, first.saved, first.sealed]).toEqual(["s1", [[0, 2, "unsure"]], null]);
  expect([second.seat, second.saved, second.sealed?.verdicts]).toEqual(["s2", [], [[0, 3, "unfair"]]]);

  const practice = await auditors(0).practice({ studyId });
  expect(practice.fields).toHaveLength(first.fields.length);

  expect((await auditors(0).receipts(where)).receipts).toEqual([]);
  expect((await auditors(1).receipts(where)).receipts).toMatchObject([{ verdicts: [[0, 3, "unfair"]] }]);
  expect((await auditors(0).mine({ studyId })).open[0]).toMatchObject({ number: 1, sealed: null });
  expect((await auditors(1).mine({ studyId })).open[0]).toMatchObject({ sealed: { verdictCount: 1 } });
  expect((await auditors(1).result(where)).result).toBeNull();

  await operator().close(where);
  await applyUpdates(app(), studyId);
  const pairOf = async (index: number) =>
    (await auditors(index).result(where)).result?.pairs.find(({ high, low }) => high === 0 && low === 3);
  expect(await pairOf(1)).toMatchObject({ mine: "unfair", counts: { unfair: 1, acceptable: 0, unsure: 0 } });
  expect(await pairOf(0)).toMatchObject({ mine: null, counts: { unfair: 1 } });
});

it("an auditor has a list of receipts, and the proof of each once its round has ended", async () => {
  await openRound(app(), { studyId });
  const where = { studyId, round: 1 };
  const { seq } = await sealVerdicts(app(), { ...where, accountId: auditor(study, 1) }, [[0, 3, "unfair"]]);
  expect(await auditors(1).ownReceipts({ studyId })).toMatchObject({ ballots: [{ seq, state: "open" }] });
  expect(await auditors(1).receiptProof({ studyId, seq })).toBeNull();
  await operator().close(where);
  await keepCheckpoints(app(), studyId);
  expect(await auditors(1).receiptProof({ studyId, seq })).toMatchObject({
    note: expect.stringContaining(studyId),
  });
  await refused(cause(auditors(0).receiptProof({ studyId, seq })), "not-on-panel");
  expect(await auditors(0).ownReceipts({ studyId })).toMatchObject({ ballots: [] });
});

it("closing early asks again who is there, closing what all have sealed or whose time is over does not", async () => {
  const account = { ...(await person("operator of rounds")), id: study.operatorId };
  const stale = () => as(account, { session: { ...freshSession(app(), account), confirmedAt: 0 } }).rounds;
  const where = { studyId, round: 1 };
  await openRound(app(), { studyId });
  await refused(cause(stale().close(where)), "step-up-needed");
  for (let index = 0; index < 3; index += 1) {
    await refused(cause(stale().close(where)), "step-up-needed");
    await sealVerdicts(app(), { ...where, accountId: auditor(study, index) }, []);
  }
  expect(await stale().close(where)).toMatchObject({ round: 1 });
  await applyUpdates(app(), studyId);
  await openRound(app(), { studyId, deadlineAt: app().now() + 60_000 });
  await refused(cause(stale().close({ studyId, round: 2 })), "step-up-needed");
  app().clock.advance(61_000);
  await stale().close({ studyId, round: 2 });
});
