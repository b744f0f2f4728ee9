import { beforeEach, expect, it } from "vitest";
import { listDrawnUnmailed } from "#db/queries/notifications.ts";
import type { MigratableStore } from "#db/store/store.ts";
import { takeNumbers } from "#server/rounds/await-public-number.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { saveAttributes } from "#server/studies/member-attributes.ts";
import { restSeat } from "#server/studies/rest-seat.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { startBeacon, type TestBeacon } from "#tests/setup/beacon.ts";
import { roundRow } from "#tests/setup/beacon-study.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, judge } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, madeUpPeople, publishedStudy, type StudyOptions } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

const rules = { kind: "conjunctions", predicates: incomeAbove(20, 40, 60) } as const;

const chosen = (how: SettingsDraft["panelSelection"]["how"]) => ({ how, quotas: [] });

describeReads("a panel whose lot awaits a public number", (openStore) => {
  let store: MigratableStore;
  let app: TestApp;
  let beacon: TestBeacon;

  beforeEach(async () => {
    store = await openStore();
    app = testApp(store);
    beacon = await startBeacon(app.clock.now);
    Object.assign(app, { beacon });
    return async () => {
      await beacon.close();
      await app.close();
    };
  });

  /** A study of six members, of whom three judge a round. */
  const studyOf = (settings: StudyOptions["settings"] = {}) =>
    publishedStudy(app, { rules, auditors: 6, settings: { panelSelection: chosen("by-lot"), ...settings } });
  const draw = async (studyId: string) => {
    app.clock.advance(10_000);
    return takeNumbers(app, studyId);
  };
  const seatsOf = async (studyId: string, round = 1) =>
    (await readRoundDetails(app, studyId, round)).round.seats;
  const play = async (study: Awaited<ReturnType<typeof studyOf>>) => {
    const { studyId, auditorIds } = study;
    const { round } = await openRound(app, { studyId });
    await draw(studyId);
    const seats = await seatsOf(studyId, round);
    for (const seat of seats) {
      const accountId = auditorIds[Number(seat.slice(1)) - 1] ?? "";
      await judge(app, { studyId, round, accountId }, () => true);
    }
    await closeRound(app, { studyId, round });
    await draw(studyId);
    expect((await roundRow(app, studyId, round)).state).toBe("closed");
    return seats;
  };
  const holds = async (studyId: string) => {
    const record = await exportStudy(app, studyId);
    const report = replay(record.log, record.features, record.totals);
    expect(report.problems).toEqual([]);
    const { problems, reservations } = verified(record);
    expect(problems).toEqual([]);
    const entries = record.log
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    return { report, entries, reservations };
  };

  it("is drawn once the number is published, and judges only then", async () => {
    const study = await studyOf();
    const { studyId, auditorIds, operatorId } = study;
    const { round } = await openRound(app, { studyId });
    const before = await readRoundDetails(app, studyId, round);
    expect(before).toMatchObject({
      round: { state: "open", seats: [], seatCount: 3, neededFlags: null },
      ...{ panel: [], publicNumber: { isForPanel: true, isNamedAtOpening: true, signature: null } },
    });
    const actOf = async (accountId: string) => (await readInbox(app, accountId)).studies[0]?.waiting.act.kind;
    expect(await actOf(operatorId)).toBe("awaits-panel");
    expect(await actOf(auditorIds[0] ?? "")).toBe("wait-for-round");
    const unmailed = () => app.store.read((db) => listDrawnUnmailed(db, { since: 0, ways: ["by-lot"] }));
    expect(await unmailed()).toEqual([]);
    await refused(closeRound(app, { studyId, round }), "draw-awaited");
    expect(await takeNumbers(app, studyId)).toBeGreaterThan(0);
    expect((await readRoundDetails(app, studyId, round)).people).toEqual(before.people);
    expect(await draw(studyId)).toBeNull();
    const { publicNumber, round: drawn } = await readRoundDetails(app, studyId, round);
    expect([publicNumber?.isForPanel, drawn.seats.length, drawn.neededFlags]).toEqual([false, 3, 2]);
    expect(await actOf(operatorId)).toBe("being-judged");
    expect(await unmailed()).toMatchObject([{ accountId: operatorId, number: round }]);
    // Another server that gets the number a moment later finds the panel already drawn.
    expect(await takeNumbers(app, studyId)).toBeNull();
    await closeRound(app, { studyId, round });
    const frozen = await roundRow(app, studyId, round);
    expect(frozen).toMatchObject({ state: "closing", beaconSignature: null });
    await draw(studyId);
    const { report, entries, reservations } = await holds(studyId);
    const types = entries.map(({ type }) => type);
    expect(types.slice(types.indexOf("round.opened"))).toEqual([
      ...["round.opened", "round.drawn", "round.closing", "round.closed"],
    ]);
    // The lot and the draw.
    expect(report.unseenDraws).toEqual([1, 1]);
    expect(reservations).toContainEqual(expect.objectContaining({ kind: "unwitnessed-draws", count: 2 }));
  });

  it("shares its number with a draw at opening, and takes turns", async () => {
    const study = await studyOf({ panelSelection: chosen("rotation"), drawAt: "opening" });
    const first = await play(study);
    expect((await play(study)).filter((seat) => first.includes(seat))).toEqual([]);
    const { entries } = await holds(study.studyId);
    const drawn = entries.filter(({ type }) => type === "round.drawn").map(({ body }) => body);
    expect(drawn.map(({ panel, drawCommitment }) => [panel.length, drawCommitment.length])).toEqual([
      [3, 64],
      [3, 64],
    ]);
  });

  it("is drawn from the members at the opening, and empty places go to the next by lot", async () => {
    const { studyId } = await studyOf();
    await openRound(app, { studyId });
    for (const seatId of ["s1", "s3", "s5"]) await restSeat(app, { studyId, seatId, reason: "unavailable" });
    await draw(studyId);
    const { entries } = await holds(studyId);
    const { panel } = entries.find(({ type }) => type === "round.drawn").body;
    const away = panel.filter((seat: string) => ["s1", "s3", "s5"].includes(seat));
    expect(away.length).toBeGreaterThan(0);
    expect(entries.filter(({ type }) => type === "round.seat-replaced")).toHaveLength(away.length);
    expect((await seatsOf(studyId)).toSorted()).toEqual(["s2", "s4", "s6"]);
    const { replacements } = await readRoundDetails(app, studyId, 1);
    expect(replacements.map(({ left }) => left)).toEqual(away);
  });

  it("meets the quotas by the attributes at the opening", async () => {
    const study = await studyOf();
    const { studyId } = study;
    const living = (value: string, ...seats: string[]) =>
      seats.map((seatId) => ({ seatId, attributes: [{ name: "region", value }] }));
    await saveAttributes(app, {
      studyId,
      members: [...living("north", "s1", "s2"), ...living("south", "s3", "s4", "s5", "s6")],
    });
    const quotas = [{ attribute: "region", value: "north", least: 1, most: 1 }];
    await changeSelection(app, { studyId, selection: { how: "stratified", size: 3, quotas } });
    await openRound(app, { studyId });
    await saveAttributes(app, { studyId, members: living("north", "s3", "s4", "s5", "s6") });
    await draw(studyId);
    expect((await seatsOf(studyId)).filter((seat) => ["s1", "s2"].includes(seat))).toHaveLength(1);
    await holds(studyId);
  });

  it("is not drawn in a cancelled round, and every verifier counts it", async () => {
    const { studyId } = await studyOf();
    const { round } = await openRound(app, { studyId });
    await cancelRound(app, { studyId, round, reason: "operator" });
    expect(await draw(studyId)).toBeNull();
    const again = await openRound(app, { studyId });
    await draw(studyId);
    expect(await seatsOf(studyId, again.round)).toHaveLength(3);
    const { entries, reservations } = await holds(studyId);
    expect(entries.filter(({ type }) => type === "round.drawn")).toHaveLength(1);
    expect(reservations).toContainEqual(expect.objectContaining({ kind: "reopened-rounds", count: 1 }));
  });

  it("closes a round without pairs once it is drawn", async () => {
    const settings = { panelSelection: chosen("by-lot"), closesWithoutPairs: true };
    const { studyId } = await publishedStudy(app, { people: madeUpPeople(20), auditors: 6, settings });
    const { round } = await openRound(app, { studyId });
    await draw(studyId);
    expect((await roundRow(app, studyId, round)).state).toBe("closing");
    await draw(studyId);
    expect((await roundRow(app, studyId, round)).state).toBe("closed");
    await holds(studyId);
  });

  it("is drawn at once in a study without a beacon", async () => {
    const { studyId } = await studyOf({ restsOnBeacon: false });
    await openRound(app, { studyId });
    expect(await seatsOf(studyId)).toHaveLength(3);
    await holds(studyId);
  });
});
