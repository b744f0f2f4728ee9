import { beforeEach, expect, it } from "vitest";
import { readPanel } from "#server/accounts/invitations/panel.ts";
import { vouchedKey } from "#server/audit-log/sealing.ts";
import { panelBrowser } from "#server/cli/demo/panel-browser.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { readOwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { addSeatKey } from "#server/rounds/judging/seat-keys.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { ballotLimits } from "#server/schemas/ballot-limits.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { replay } from "#tests/replay/replay.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { fixedKey, keyOfSeat, sealFrom } from "#tests/setup/browser.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { auditor, judgingStudy } from "./judging-study.ts";

describeEngines("the keys of a seat", async (openStore) => {
  let study: TestStudy;
  let round: number;
  const app = testApp(await openStore());
  beforeEach(async () => {
    study = await judgingStudy(app);
    ({ round } = await openRound(app, { studyId: study.studyId }));
  });

  type By = { key: string; signature: string } | null;
  const add = (key: string, by: By = null, index = 0, seat = `s${index + 1}`) =>
    addSeatKey(app, { studyId: study.studyId, accountId: auditor(study, index), seat, key, by });
  const keysOf = async (index = 0) => {
    const where = { studyId: study.studyId, round, accountId: auditor(study, index) };
    return (await readJudging(app, where)).keys.map(({ key, isProven }) => [key, isProven]);
  };
  const vouch = async (key: string, device: Awaited<ReturnType<typeof fixedKey>>, seat = "s1") =>
    vouchedKey({ study: study.studyId, seat, key }, device);
  const lines = async (type: string) =>
    (await exportStudy(app, study.studyId)).log
      .split("\n")
      .filter((line) => line.includes(`"type":"${type}"`));

  it("begin with the key of the browser that accepted the invitation", async () => {
    expect(await keysOf()).toEqual([[(await keyOfSeat(study.studyId, "s1")).key, true]]);
    const [first] = await lines("seat.added");
    expect(JSON.parse(first ?? "").body.key).toBe((await keyOfSeat(study.studyId, "s1")).key);
  });

  it("are unproven on another device, and registering one again changes nothing", async () => {
    const { key } = await fixedKey("telephone");
    expect(await add(key)).toEqual({ isProven: false });
    expect(await add(key)).toEqual({ isProven: false });
    expect((await keysOf())[1]).toEqual([key, false]);
    expect(await lines("seat.key-added")).toHaveLength(1);
    const accountId = auditor(study, 0);
    expect(await securityEventsOf(app, accountId)).toEqual([
      { kind: "seat.key-added", actorId: accountId, studyId: study.studyId },
    ]);
  });

  it("are proven by a proven device, at once or later, and stay proven", async () => {
    const [first, telephone, tablet] = [
      await keyOfSeat(study.studyId, "s1"),
      await fixedKey("telephone"),
      await fixedKey("tablet"),
    ];
    await add(telephone.key);
    const where = { studyId: study.studyId, round, accountId: auditor(study, 0) };
    const addedAt = async () => (await readJudging(app, where)).keys[1]?.addedAt;
    const before = await addedAt();
    expect(before).toBeGreaterThan(0);
    expect(await add(telephone.key, await vouch(telephone.key, first))).toEqual({ isProven: true });
    expect(await addedAt(), "a proof makes no new key").toBe(before);
    expect(await add(tablet.key, await vouch(tablet.key, telephone))).toEqual({ isProven: true });
    // Each of several devices seals.
    await sealFrom(app, where, { idempotencyKey: "one of three", verdicts: [] });
    expect(await add(telephone.key)).toEqual({ isProven: true });
    expect((await keysOf()).slice(1)).toEqual([
      [telephone.key, true],
      [tablet.key, true],
    ]);
    const { log, features } = await exportStudy(app, study.studyId);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("cannot seal on a new device until the seat's device or another auditor confirms it", async () => {
    const { key } = await fixedKey("telephone");
    const { studyId } = study;
    const where = { studyId, round, accountId: auditor(study, 0) };
    const telephone = panelBrowser(() => fixedKey("telephone"));
    const seal = (idempotencyKey: string) => telephone.seal(app, where, { idempotencyKey, verdicts: [] });
    await refused(seal("early"), "key-unproven");
    expect(await keysOf()).toContainEqual([key, false]);
    const waiting = async () =>
      (await readOwnReceipts(app, { studyId, accountId: auditor(study, 1) })).waiting;
    expect(await waiting()).toMatchObject([{ seat: "s1", key }]);

    const second = await keyOfSeat(studyId, "s2");
    const confirm = async (index: number, device: typeof second) =>
      add(key, await vouch(key, device), index, "s1");
    const third = auditor(study, 2);
    await refused(confirm(2, second), "key-unproven");
    const new2 = await fixedKey("another telephone");
    await add(new2.key, null, 1);
    await refused(confirm(1, new2), "key-unproven");
    await refused(add(new2.key, await vouch(new2.key, second), 1, "s3"), "not-on-panel");
    const { operatorId } = study;
    await refused(
      addSeatKey(app, { studyId, accountId: operatorId, seat: "s1", key, by: await vouch(key, second) }),
      "not-on-panel",
    );
    expect(await lines("seat.key-added"), "refused calls write nothing").toHaveLength(2);

    expect(await confirm(1, second)).toEqual({ isProven: true });
    expect(await waiting(), "its own new device is not among those of others").toEqual([]);
    expect(await securityEventsOf(app, auditor(study, 0))).toContainEqual({
      kind: "seat.key-added",
      actorId: auditor(study, 1),
      studyId,
    });
    await seal("confirmed");
    await sealFrom(app, { ...where, accountId: third }, { idempotencyKey: "of s3", verdicts: [] });
    await closeRound(app, { studyId, round });
    const files = await exportStudy(app, studyId);
    expect(replay(files.log, files.features, files.totals)).toMatchObject({
      ...{ problems: [], unprovenBallots: 0, confirmedBallots: 1 },
    });
    const { problems, reservations } = verified(files);
    expect(problems).toEqual([]);
    expect(reservations).toContainEqual({ kind: "confirmed-ballots", count: 1 });

    const seen = await readResult(app, { studyId, round, accountId: third });
    expect(seen.result?.confirmedBallots).toEqual([{ seat: "s1", by: "s2" }]);
    const board = await readRoundDetails(app, studyId, round);
    expect(board.result?.confirmedBallots).toEqual([{ seat: "s1", by: "s2" }]);
  });

  it("are shown to the operator and the panel with their proof from the log", async () => {
    const { studyId } = study;
    const names = ["telephone", "tablet", "laptop"];
    const [telephone, tablet, laptop] = await Promise.all(names.map((name) => fixedKey(name)));
    if (!telephone || !tablet || !laptop) throw new Error("three devices");
    await add(telephone.key);
    await add(telephone.key, await vouch(telephone.key, await keyOfSeat(studyId, "s2")), 1, "s1");
    await add(tablet.key, await vouch(tablet.key, telephone));
    await add(laptop.key);
    const { seats } = await readPanel(app, studyId);
    const [own] = seats;
    expect(own?.devices.map(({ key, confirmedBy, beganWith }) => [key, confirmedBy, beganWith])).toEqual([
      [(await keyOfSeat(studyId, "s1")).key, null, null],
      [telephone.key, "s2", "s2"],
      [tablet.key, "s1", "s2"],
    ]);
    expect(own?.waiting.map(({ key }) => key)).toEqual([laptop.key]);
    const mine = await readMyRounds(app, { studyId, accountId: auditor(study, 1) });
    const shown = mine.seats[0]?.devices ?? [];
    expect(shown).toEqual([...(own?.devices ?? []), ...(own?.waiting ?? [])]);
    const entries = (await exportStudy(app, studyId)).log.split("\n");
    for (const { key, seq, provenSeq } of shown) {
      expect(entries[seq - 1]).toContain(key);
      if (provenSeq !== null) expect(entries[provenSeq - 1]).toContain(key);
    }
    // A ballot from the tablet also counts as one that rests on another auditor's confirmation.
    const where = { studyId, round, accountId: auditor(study, 0) };
    await panelBrowser(() => fixedKey("tablet")).seal(app, where, { idempotencyKey: "tablet", verdicts: [] });
    await closeRound(app, { studyId, round });
    const board = await readRoundDetails(app, studyId, round);
    expect(board.result?.confirmedBallots).toEqual([{ seat: "s1", by: "s2" }]);
    const { reservations } = verified(await exportStudy(app, studyId));
    expect(reservations).toContainEqual({ kind: "confirmed-ballots", count: 1 });
  });

  it("count ballots of a seat without a proven key, and mark them", async () => {
    const accountId = await addAccount(app, `later-${app.newId()}`);
    await closeRound(app, { studyId: study.studyId, round });
    // Assigned by the server: no browser could make a key.
    await seatAuditor(app, { studyId: study.studyId, accountId });
    const next = await openRound(app, { studyId: study.studyId });
    const where = { studyId: study.studyId, round: next.round };
    await sealFrom(app, { ...where, accountId }, { idempotencyKey: "unproven", verdicts: [] });
    await sealFrom(
      app,
      { ...where, accountId: auditor(study, 0) },
      { idempotencyKey: "proven", verdicts: [] },
    );
    await closeRound(app, { ...where });
    const files = await exportStudy(app, study.studyId);
    expect(replay(files.log, files.features, files.totals)).toMatchObject({
      problems: [],
      unprovenBallots: 1,
    });
    const { problems, reservations } = verified(files);
    expect(problems).toEqual([]);
    expect(reservations).toContainEqual({ kind: "unproven-ballots", count: 1 });
  });

  it("are refused without a valid proof, for another seat, or beyond the limit", async () => {
    const [first, telephone, tablet] = [
      await keyOfSeat(study.studyId, "s1"),
      await fixedKey("telephone"),
      await fixedKey("tablet"),
    ];
    await add(telephone.key);
    await refused(add(tablet.key, await vouch(tablet.key, telephone)), "key-unproven");
    const second = await keyOfSeat(study.studyId, "s2");
    await refused(add(tablet.key, await vouch(tablet.key, second)), "key-unproven");
    await refused(add(tablet.key, await vouch(telephone.key, first)), "signature-wrong");
    await refused(add(tablet.key, await vouch(tablet.key, first, "s2")), "signature-wrong");
    await refused(add(telephone.key, null, 1), "key-taken");
    await refused(add(tablet.key, null, 0, "s2"), "not-on-panel");
    for (let count = 2; count < ballotLimits.keys; count += 1)
      await add((await fixedKey(`device ${count}`)).key);
    await refused(add(tablet.key), "too-many-keys");
    expect(await add(telephone.key, await vouch(telephone.key, first))).toEqual({ isProven: true });
    await closeRound(app, { studyId: study.studyId, round });
    await endStudy(app, study.studyId);
    await refused(add(tablet.key), "study-ended");
  });
});
