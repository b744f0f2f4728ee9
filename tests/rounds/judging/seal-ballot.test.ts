import { beforeEach, expect, it } from "vitest";
import { orderVerdicts } from "#server/audit-log/ballots.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { type SealInput, sealBallot } from "#server/rounds/judging/seal-ballot.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { ballotLimits } from "#server/schemas/ballot-limits.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { replay } from "#tests/replay/replay.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { ballotOf, keyOfSeat, sealFrom } from "#tests/setup/browser.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, publishedStudy, type TestStudy } from "#tests/setup/study.ts";

/** Rules whose first chances lie far apart: four conditions, so 1 to 16 of 17 rules accept a person. */
const rules = { kind: "conjunctions", predicates: incomeAbove(20, 40, 60, 80) } as const;

describeEngines("sealing a ballot", async (openStore) => {
  let study: TestStudy;
  let where: { studyId: string; round: number; accountId: string };
  let pairs: readonly (readonly [number, number])[];
  const app = testApp(await openStore());
  beforeEach(async () => {
    study = await publishedStudy(app, { rules });
    const { round } = await openRound(app, { studyId: study.studyId, deadlineAt: app.now() + 600_000 });
    where = { studyId: study.studyId, round, accountId: study.auditorIds[0] ?? "" };
    pairs = (await readJudging(app, where)).pairs;
    expect(pairs.length).toBeGreaterThan(2);
  });

  const seal = (idempotencyKey: string, verdicts: readonly Verdict[], accountId = where.accountId) =>
    sealFrom(app, { ...where, accountId }, { idempotencyKey, verdicts });
  const judged = (word: Verdict[2]): Verdict[] => pairs.map(([high, low]) => [high, low, word]);

  it("returns the same receipt for a retry with the same key, also after the close", async () => {
    const seals = async () => (await metrics().seals.get()).values[0]?.value ?? 0;
    const before = await seals();
    const receipt = await seal("first try", judged("unfair"));
    expect(receipt).toMatchObject({ seat: "s1", version: 1, round: where.round });
    expect(await seals()).toBe(before + 1);
    expect(await seal("first try", [...judged("unfair")].reverse())).toEqual(receipt);
    await closeRound(app, { ...where });
    expect(await seal("first try", judged("unfair"))).toEqual(receipt);
    expect(await seals(), "a retry is no further ballot").toBe(before + 1);
    await refused(seal("second try", judged("unfair")), "round-closed");
  });

  it.each([
    ["unfair", "acceptable"],
    ["acceptable", "unfair"],
  ] as const)("keeps every version, and counts the last one: %s, then %s", async (first, last) => {
    // Two of three must flag a pair: next to the second auditor's flags, the first auditor's last verdict decides each.
    await seal("first try", judged(first));
    await seal("another's", judged("unfair"), study.auditorIds[1]);
    expect((await seal("second try", judged(last))).version).toBe(2);
    expect((await readJudging(app, where)).sealed?.version).toBe(2);
    await closeRound(app, { ...where });
    const { result } = await readRoundDetails(app, study.studyId, where.round);
    const counted = result?.violations.map(({ high, low, flagCount }) => `${high}>${low}: ${flagCount}`);
    const flagged = last === "unfair" ? pairs.map(([high, low]) => `${high}>${low}: 2`) : [];
    expect(counted?.sort()).toEqual(flagged.sort());
    const { log, features } = await exportStudy(app, study.studyId);
    expect(log.match(/"type":"ballot.sealed"/g)).toHaveLength(3);
    const opened = log.split("\n").filter((line) => line.includes('"type":"ballot.opened"'));
    expect(opened.map((line) => JSON.parse(line).body)).toMatchObject([
      { seat: "s1", version: 2, verdicts: orderVerdicts(judged(last)) },
      { seat: "s2", version: 1, verdicts: orderVerdicts(judged("unfair")) },
    ]);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("limits the versions of a ballot in a round, and counts the last one", async () => {
    for (let version = 1; version <= ballotLimits.versions; version += 1) {
      app.clock.advance(10_000);
      await seal(`version ${version}`, judged("acceptable"));
    }
    app.clock.advance(10_000);
    const { message } = await refused(seal("one more", judged("unfair")), "too-many-ballots");
    expect(message).toContain(`${ballotLimits.versions} ballots`);
    expect((await readJudging(app, where)).sealed?.version).toBe(ballotLimits.versions);
    expect((await seal("version 3", judged("acceptable"))).version).toBe(3);
    expect((await seal("another's", judged("unfair"), study.auditorIds[1])).version).toBe(1);
  });

  it("limits the versions of a ballot within a minute", async () => {
    const begun = app.now() + 1_000;
    const sealAt = (now: number, key: string) =>
      sealFrom({ ...app, now: () => now }, where, { idempotencyKey: key, verdicts: [] });
    for (let version = 1; version <= ballotLimits.aMinute; version += 1) await sealAt(begun, `v${version}`);
    const { message } = await refused(sealAt(begun + 59_999, "at once"), "too-many-attempts");
    expect(message).toContain(`${ballotLimits.aMinute} ballots within a minute`);
    expect((await sealAt(begun + 60_000, "later")).version).toBe(ballotLimits.aMinute + 1);
  });

  it("refuses a key that was used for other verdicts", async () => {
    await seal("first try", judged("unfair"));
    await refused(seal("first try", judged("acceptable")), "key-reused");
  });

  it("refuses a ballot that its author's browser did not sign for this round", async () => {
    const judging = await readJudging(app, where);
    const ballot = await ballotOf(where.studyId, judging, {
      idempotencyKey: "mine",
      verdicts: judged("unfair"),
    });
    const send = (change: Partial<SealInput>) => sealBallot(app, { ...where, ...ballot, ...change });
    const other = "a".repeat(64);
    await refused(send({ key: other }), "key-unknown");
    const { key: theirs } = await keyOfSeat(where.studyId, "s2");
    await refused(send({ key: theirs }), "key-unknown");
    await refused(send({ shown: other }), "shown-wrong");
    for (const change of [
      { commitment: other },
      { salt: other },
      { nonce: other },
      { verdicts: judged("unsure") },
    ]) {
      await refused(send(change), "commitment-wrong");
    }
    await refused(send({ signature: other + other }), "signature-wrong");
    await refused(send({ version: 2 }), "ballot-outdated");
    expect((await readJudging(app, where)).sealed).toBeNull();
    const receipt = await send({});
    expect(await send({})).toEqual(receipt);
    await refused(send({ commitment: other }), "key-reused");
    await refused(send({ verdicts: judged("unsure") }), "key-reused");
    await refused(send({ idempotencyKey: "another" }), "ballot-outdated");
  });

  it("refuses a ballot signed over different cells than the round's", async () => {
    const judging = await readJudging(app, where);
    const people = judging.people.map((one) => ({ ...one, cells: ["1", "1", "rent"] }));
    const given = { idempotencyKey: "not mine", verdicts: [] };
    const ballot = await ballotOf(where.studyId, { ...judging, people }, given);
    await refused(sealBallot(app, { ...where, ...ballot }), "shown-wrong");
    const opening = "a".repeat(64);
    const elsewhere = await ballotOf(where.studyId, { ...judging, opening }, given);
    await refused(sealBallot(app, { ...where, ...elsewhere }), "commitment-wrong");
  });

  it("accepts an empty ballot as a complete answer", async () => {
    expect((await seal("looked at all", [])).version).toBe(1);
  });

  it("refuses pairs that cannot be judged, and says which", async () => {
    const [[high, low] = [0, 1]] = pairs;
    const wrong = await refused(seal("other way round", [[low, high, "unfair"]]), "pair-not-eligible");
    expect(wrong.problems[0]).toMatchObject({ row: 1, field: "pair" });
    await refused(seal("with oneself", [[high, high, "unfair"]]), "pair-not-eligible");
    await refused(seal("not there", [[high, 99, "unfair"]]), "pair-not-eligible");
    const judging = await readJudging(app, where);
    const twice: Verdict[] = [
      [high, low, "unfair"],
      [high, low, "acceptable"],
    ];
    const empty = await ballotOf(where.studyId, judging, { idempotencyKey: "twice", verdicts: [] });
    await refused(sealBallot(app, { ...where, ...empty, verdicts: twice }), "bad-input");
    expect((await readJudging(app, where)).sealed).toBeNull();
  });

  it("refuses a pair that differs by alpha or less, since a panel could not decide it", async () => {
    const { people, alpha } = await readJudging(app, where);
    const gap = ([high, low]: readonly [number, number]) =>
      Number(people[high]?.chance) - Number(people[low]?.chance);
    const all = people.flatMap((_, high) => people.map((_, low) => [high, low] as const));
    const near = all.filter((pair) => gap(pair) > 0 && gap(pair) <= Number(alpha));
    expect(near.length).toBeGreaterThan(0);
    for (const [high, low] of near) {
      await refused(seal(`near ${high} ${low}`, [[high, low, "unfair"]]), "pair-not-eligible");
      expect((await saveVerdicts(app, where, [[high, low, "unfair"]])).refused).toHaveLength(1);
      expect(pairs.map(String)).not.toContain(String([high, low]));
    }
    await seal("the others", judged("unfair"));
    await closeRound(app, { ...where });
  });

  it("refuses auditors outside the round's panel, also one seated later", async () => {
    const late = await addAccount(app, `late-${app.newId()}`);
    await refused(seal("not seated", judged("unfair"), late), "not-on-panel");
    await seatAuditor(app, { studyId: study.studyId, accountId: late });
    await refused(seal("seated too late", judged("unfair"), late), "not-on-panel");
    await refused(seatAuditor(app, { studyId: study.studyId, accountId: study.operatorId }), "role-conflict");
  });

  it("refuses a ballot after the deadline, even if the round is still open", async () => {
    await seal("in time", judged("unfair"));
    app.clock.advance(600_000);
    await refused(seal("too late", judged("unfair")), "deadline-passed");
    await refused(saveVerdicts(app, where, [[0, 1, "unfair"]]), "deadline-passed");
  });

  it("checks the deadline by the clock, not the entry's time, after the clock was set back", async () => {
    app.clock.advance(600_000);
    await seatAuditor(app, {
      studyId: study.studyId,
      accountId: await addAccount(app, `late-${app.newId()}`),
    });
    app.clock.advance(-600_000);
    const { at } = await seal("set back", judged("unfair"));
    expect(at).toBeGreaterThan(app.now() + 500_000);
    app.clock.advance(600_000);
    await refused(seal("too late", judged("unfair")), "deadline-passed");
  });

  it("saves verdicts only for their author, who can withdraw them", async () => {
    const [[high, low] = [0, 1], [otherHigh, otherLow] = [0, 2]] = pairs;
    await saveVerdicts(app, where, [
      [high, low, "unfair"],
      [otherHigh, otherLow, "unsure"],
    ]);
    await saveVerdicts(app, where, [[high, low, "acceptable"]], [[otherHigh, otherLow]]);
    expect((await readJudging(app, where)).saved).toEqual([[high, low, "acceptable"]]);
    const other = { ...where, accountId: study.auditorIds[1] ?? "" };
    expect((await readJudging(app, other)).saved).toEqual([]);
    expect((await saveVerdicts(app, where, [[low, high, "unfair"]])).refused).toHaveLength(1);
  });

  it("logs only a commitment before the round is closed", async () => {
    await seal("first try", judged("unfair"));
    const { log } = await exportStudy(app, study.studyId);
    expect(log).toContain('"commitment"');
    expect(log).not.toContain("unfair");
    await closeRound(app, { ...where });
    expect((await exportStudy(app, study.studyId)).log).toContain("unfair");
  });
});
