import { once } from "node:events";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { connectStore } from "#db/open-store.ts";
import type { MigratableStore } from "#db/store/store.ts";
import { closingGrace, sealedGrace } from "#server/audit-log/closing.ts";
import { closeDueRound, listDueRounds } from "#server/rounds/close-due.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { extendRound } from "#server/rounds/extend-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { linesOf, startChild } from "#tests/db/children/start.ts";
import { replay } from "#tests/replay/replay.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { startBeacon } from "#tests/setup/beacon.ts";
import { roundRow } from "#tests/setup/beacon-study.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { madeUpPeople, publishedStudy, type StudyOptions } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

const hour = 3_600_000;

describeEngines("a deadline", (openStore, { newPlace }) => {
  let store: MigratableStore;
  let app: TestApp;
  beforeAll(async () => {
    store = await openStore();
    app = testApp(store);
  });

  async function opened(options: StudyOptions = {}, on = app) {
    const { studyId } = await publishedStudy(on, options);
    const { round } = await openRound(on, { studyId, deadlineAt: on.now() + hour });
    const isDue = async () => (await listDueRounds(on)).some((key) => key.studyId === studyId);
    return { where: { studyId, round }, isDue };
  }

  it("closes its round automatically a minute later, once, as announced at the opening", async () => {
    const { where, isDue } = await opened();
    const { closing, closesAt, deadlineAt } = (await readRoundDetails(app, where.studyId, where.round)).round;
    expect([closing, closesAt]).toEqual(["deadline", (deadlineAt ?? 0) + closingGrace]);
    app.clock.advance(hour + closingGrace / 2);
    expect(await isDue()).toBe(false);
    expect(await closeDueRound(app, where)).toBe(false);
    app.clock.advance(closingGrace / 2);
    expect(await isDue()).toBe(true);
    const both = await Promise.all([closeDueRound(app, where), closeDueRound(app, where)]);
    expect(both.sort()).toEqual([false, true]);
    expect(await isDue()).toBe(false);
    expect(await roundRow(app, where.studyId, where.round)).toMatchObject({
      state: "closed",
      closeReason: "deadline",
    });
    const parts = await exportStudy(app, where.studyId);
    expect(replay(parts.log, parts.features)).toMatchObject({ problems: [], closedOtherwise: [] });
    expect(verified(parts).problems).toEqual([]);
  });

  it("closes its round late if no server was running", async () => {
    const { where, isDue } = await opened();
    app.clock.advance(48 * hour);
    expect(await isDue()).toBe(true);
    expect(await closeDueRound(app, where)).toBe(true);
    expect((await roundRow(app, where.studyId, where.round)).closeReason).toBe("deadline");
  });

  it("does not close a round that was extended or closed in the meantime", async () => {
    const { where, isDue } = await opened();
    app.clock.advance(hour + closingGrace);
    expect(await isDue()).toBe(true);
    await extendRound(app, { ...where, deadlineAt: app.now() + hour });
    expect(await closeDueRound(app, where)).toBe(false);
    expect((await roundRow(app, where.studyId, where.round)).state).toBe("open");
    await closeRound(app, where);
    app.clock.advance(2 * hour);
    expect([await isDue(), await closeDueRound(app, where)]).toEqual([false, false]);
    expect((await roundRow(app, where.studyId, where.round)).closeReason).toBe("operator");
  });

  it("closes a round ten minutes after its last auditor sealed, as announced at the opening", async () => {
    const study = await judgingStudy(app);
    const { studyId } = study;
    const { round } = await openRound(app, { studyId, deadlineAt: app.now() + hour });
    const where = { studyId, round };
    const isDue = async () => (await listDueRounds(app)).some((key) => key.studyId === studyId);
    const seal = (index: number, attempt = "1") =>
      sealVerdicts(app, { ...where, accountId: auditor(study, index) }, [], attempt);
    await endMembershipOf(app, study.operatorId, { studyId, accountId: auditor(study, 1) });
    await seal(0);
    app.clock.advance(sealedGrace);
    expect(await isDue()).toBe(false);
    await seal(2);
    app.clock.advance(sealedGrace - 1_000);
    expect([await isDue(), await closeDueRound(app, where)]).toEqual([false, false]);
    // A replaced ballot restarts the time.
    await seal(0, "2");
    const { round: read, panel } = await readRoundDetails(app, studyId, round);
    expect(read.closesAt).toBe(Math.max(...panel.map(({ sealedAt }) => sealedAt ?? 0)) + sealedGrace);
    app.clock.advance(sealedGrace - 1_000);
    expect([await isDue(), await closeDueRound(app, where)]).toEqual([false, false]);
    app.clock.advance(1_000);
    expect([await isDue(), await closeDueRound(app, where), await isDue()]).toEqual([true, true, false]);
    expect((await roundRow(app, studyId, round)).closeReason).toBe("all-sealed");
    const parts = await exportStudy(app, studyId);
    expect(replay(parts.log, parts.features)).toMatchObject({ problems: [], closedOtherwise: [] });
    expect(verified(parts).problems).toEqual([]);
  });

  it("waits for the operator if the study's settings say so, as announced at the opening", async () => {
    const { where, isDue } = await opened({ settings: { closesAtDeadline: false } });
    app.clock.advance(2 * hour);
    expect([await isDue(), await closeDueRound(app, where)]).toEqual([false, false]);
    const { round } = await readRoundDetails(app, where.studyId, where.round);
    expect(round).toMatchObject({ closing: "from-deadline", closesAt: null, state: "open" });
    await closeRound(app, where);
    const parts = await exportStudy(app, where.studyId);
    expect(replay(parts.log, parts.features)).toMatchObject({ problems: [], closedOtherwise: [] });
    expect(verified(parts).problems).toEqual([]);
  });

  it("freezes the ballots in a study with a beacon, whose draw awaits its number", async () => {
    const beacon = await startBeacon(app.clock.now);
    onTestFinished(beacon.close);
    const { where } = await opened({ people: madeUpPeople(40) }, { ...app, beacon });
    app.clock.advance(hour + closingGrace);
    expect(await closeDueRound({ ...app, beacon }, where)).toBe(true);
    expect(await closeDueRound({ ...app, beacon }, where)).toBe(false);
    expect(await roundRow(app, where.studyId, where.round)).toMatchObject({
      state: "closing",
      closeReason: "deadline",
    });
  });

  it("leaves a round of a study with a beacon open if it was extended", async () => {
    const beacon = await startBeacon(app.clock.now);
    onTestFinished(beacon.close);
    const withBeacon = { ...app, beacon };
    const { where } = await opened({ people: madeUpPeople(40) }, withBeacon);
    app.clock.advance(hour + closingGrace);
    await extendRound(withBeacon, { ...where, deadlineAt: app.now() + hour });
    expect(await closeDueRound(withBeacon, where)).toBe(false);
    expect(await roundRow(app, where.studyId, where.round)).toMatchObject({
      state: "open",
      beaconRound: null,
    });
  });

  it("freezes a round of a study with a beacon once, however many servers close it", async () => {
    const beacon = await startBeacon(app.clock.now);
    onTestFinished(beacon.close);
    const withBeacon = { ...app, beacon };
    const { where } = await opened({ people: madeUpPeople(40) }, withBeacon);
    const [receipt, ...others] = await Promise.all([1, 2, 3].map(() => closeRound(withBeacon, where)));
    expect(others).toEqual([receipt, receipt]);
    const { log } = await exportStudy(app, where.studyId);
    expect(log.split('"type":"round.closing"')).toHaveLength(2);
  });

  describe("with several servers", () => {
    it("closes each round once, whichever server is first", async () => {
      const place = await newPlace();
      const shared = testApp(await connectStore(place));
      onTestFinished(shared.close);
      const studies = [];
      for (let index = 0; index < 4; index += 1) studies.push((await opened({}, shared)).where);
      shared.clock.advance(2 * hour);
      const now = String(shared.now());
      const servers = [1, 2].map(() =>
        startChild("../../rounds/children/close-due.ts", [JSON.stringify(place), now]),
      );
      await Promise.all(servers.map(({ stdout }) => once(stdout, "data")));
      const answers = servers.map(linesOf);
      for (const { stdin } of servers) stdin.write("go\n");
      const closed = (await Promise.all(answers)).map(([line = "[]"]) => JSON.parse(line) as boolean[]);
      expect(closed.flat().filter((isNew) => isNew)).toHaveLength(studies.length);
      for (const { studyId } of studies) {
        const { log, features } = await exportStudy(shared, studyId);
        expect(log.split('"type":"round.closed"')).toHaveLength(2);
        expect(replay(log, features).problems).toEqual([]);
      }
    });
  });
});
