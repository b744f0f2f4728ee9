import { expect, it } from "vitest";
import { readStudy } from "#server/results/read-study.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { extendRound } from "#server/rounds/extend-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { openRounds } from "#server/rounds/open-rounds.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readWaiting, waitingPageLength } from "#server/rounds/read-people.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { reviseGuidelines } from "#server/studies/guidelines.ts";
import { replay } from "#tests/replay/replay.ts";
import { fixedBytes, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { disturbed } from "#tests/setup/worker-calls.ts";

describeEngines("opening a round", async (openStore) => {
  const app = testApp(await openStore());

  /** Returns a person picked in the first round, or plays further rounds until one is picked. */
  async function firstPick(study: TestStudy): Promise<{ round: number; position: number }> {
    let board = await readRoundDetails(app, study.studyId, 1);
    for (;;) {
      const picked = board.people.find(({ selected }) => selected);
      if (picked !== undefined) return { round: board.round.number, position: picked.position };
      board = await playRound(app, study, []);
    }
  }

  it("takes the next people in file order and publishes a chance for each", async () => {
    const { studyId } = await publishedStudy(app);
    await openRound(app, { studyId });
    const board = await readRoundDetails(app, studyId, 1);
    expect(board.people.map(({ personId }) => personId)).toEqual(["p1", "p2", "p3", "p4"]);
    // Eight cut points make ten or more rules of equal weight: no person's first chance is 0 or 1.
    for (const { chance } of board.people) expect(Number(chance)).toBeGreaterThan(0);
    expect(board.result).toBeNull();
    expect((await readStudy(app, studyId)).state).toBe("running");
  });

  it("takes named people, and refuses people who are not waiting", async () => {
    const { studyId } = await publishedStudy(app);
    await openRound(app, { studyId, personIds: ["p7", "p3"] });
    const board = await readRoundDetails(app, studyId, 1);
    expect(board.people.map(({ personId }) => personId)).toEqual(["p3", "p7"]);
    await closeRound(app, { studyId, round: 1 });
    const opening = (...personIds: string[]) => openRound(app, { studyId, personIds });
    const error = await refused(opening("p8", "p3", "p7"), "bad-input");
    expect(error).toMatchObject({
      message: "Not waiting for a round: p3.",
      problems: [{ field: "personIds", message: "Not waiting for a round: p3." }],
    });
    const twice = await refused(opening("p8", "p8"), "bad-input");
    expect(twice.message).toBe("Not waiting for a round: twice the same person.");
    for (const ids of [[], ["p8", "p9", "p10", "p11", "p12"]]) {
      const { message } = await refused(opening(...ids), "bad-input");
      expect(message).toBe(`A round of this study takes 1 to 4 people, not ${ids.length}.`);
    }
    await opening("p8", "p9", "p10", "p11");
    expect((await readRoundDetails(app, studyId, 2)).people).toHaveLength(4);
  });

  it("lists waiting people as auditors will see them, page by page", async () => {
    const { studyId } = await publishedStudy(app, { people: madeUpPeople(30) });
    await openRound(app, { studyId, personIds: ["p2"] });
    const first = await readWaiting(app, { studyId, after: 0, search: "" });
    expect(first.count).toBe(29);
    expect(first.people.map(({ id }) => id).slice(0, 3)).toEqual(["p1", "p3", "p4"]);
    expect(first.people).toHaveLength(waitingPageLength);
    expect(first.people[0]).toMatchObject({ cells: madeUpPeople(1)[0], identifiers: ["#2"] });
    expect(JSON.stringify(first)).not.toContain("chance");
    const second = await readWaiting(app, { studyId, after: first.next ?? 0, search: "" });
    expect(second.next).toBeNull();
    expect([...first.people, ...second.people].map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, i) => `p${i + 1}`).filter((id) => id !== "p2"),
    );
    const found = await readWaiting(app, { studyId, after: 0, search: "P7" });
    expect([found.count, found.people.map(({ id }) => id)]).toEqual([1, ["p7"]]);
  });

  it("lists waiting or found people in pages as long as a round, with the next cursor", async () => {
    const { studyId } = await publishedStudy(app, {
      people: madeUpPeople(53),
      settings: { roundSize: "24" },
    });
    const page = async (after: number, search: string) => {
      const { count, next, people } = await readWaiting(app, { studyId, after, search });
      return { count, next, people: people.map(({ ordinal }) => ordinal) };
    };
    const from = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(await page(0, "")).toEqual({ count: 53, next: 24, people: from(1, 24) });
    expect(await page(29, "")).toEqual({ count: 53, next: null, people: from(30, 53) });
    expect(await page(28, "")).toEqual({ count: 53, next: 52, people: from(29, 52) });
    // Every identifier begins with "#".
    expect(await page(5, "#")).toEqual({ count: 53, next: 29, people: from(6, 29) });
    expect(await page(29, "#")).toEqual({ count: 53, next: null, people: from(30, 53) });
  });

  it("finds waiting people by part of an identifier, and matches wildcards literally", async () => {
    const { studyId } = await publishedStudy(app, {
      people: madeUpPeople(5),
      identifiers: [null, null, "Ana 50%", "Bo_b", "Boxb"],
    });
    const idsFor = async (search: string) =>
      (await readWaiting(app, { studyId, after: 0, search })).people.map(({ id }) => id);
    expect(await idsFor("ana")).toEqual(["p3"]);
    expect(await idsFor("%")).toEqual(["p3"]);
    expect(await idsFor("bo_B")).toEqual(["p4"]);
    expect(await idsFor("b")).toEqual(["p4", "p5"]);
    expect(await idsFor("!")).toEqual([]);
  });

  it("retries up to five times if an input changed meanwhile", async () => {
    const study = await publishedStudy(app, { people: madeUpPeople(80) });
    const { studyId, operatorId: accountId } = study;
    /** Opens a round with this many changes while the chances are computed. */
    const openedDespite = (times: number, disturb: () => Promise<unknown>, personIds?: string[]) => {
      const { app: busy, calls } = disturbed(app, "openRound", times, disturb);
      return { opened: openRound(busy, { studyId, ...(personIds && { personIds }) }), calls };
    };
    let basedOn = 0;
    const revise = () => {
      basedOn += 1;
      return reviseGuidelines(app, { studyId, accountId, basedOn, purpose: "Small", body: `${basedOn}` });
    };
    const often = openedDespite(9, revise);
    const { message } = await refused(often.opened, "learner-busy");
    expect(message).toBe("Outcomes arrive faster than a round can open: try again in a minute.");
    expect(often.calls()).toBe(5);
    const seldom = openedDespite(4, revise);
    expect(await seldom.opened).toMatchObject({ round: 1, isClosed: false });
    expect(seldom.calls()).toBe(5);
    await closeRound(app, { studyId, round: 1 });

    // New guidelines do not change the inputs of a round of named people; outcomes do.
    const { round, position } = await firstPick(study);
    const outcome = { round, position, value: "no" as const };
    const report = () => recordOutcomes(app, { studyId, accountId, idempotencyKey: "late" }, [outcome]);
    const revised = openedDespite(1, revise, ["p80"]);
    await revised.opened;
    expect(revised.calls()).toBe(1);
    await cancelRound(app, { studyId, round: round + 1, reason: "operator" });
    const reported = openedDespite(1, report, ["p80"]);
    await reported.opened;
    expect(reported.calls()).toBe(2);
    const { log, features } = await exportStudy(app, studyId);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("opens nothing if the next round has another number by now, as after a double click", async () => {
    const { studyId } = await publishedStudy(app, { people: madeUpPeople(20) });
    const press = () => openRounds(app, { studyId, nextRound: 1, count: 2 });
    const pressed = await Promise.allSettled([press(), press()]);
    expect(pressed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { message } = await refused(openRounds(app, { studyId, nextRound: 1, count: 1 }), "draft-outdated");
    expect(message).toContain("the next round is no longer round 1.");
    expect((await openRounds(app, { studyId, nextRound: 3, count: 1 })).rounds).toMatchObject([{ round: 3 }]);
  });

  it("refuses without people, without seats, and with a deadline in the past", async () => {
    const { studyId } = await publishedStudy(app, { people: madeUpPeople(1) });
    const { problems } = await refused(openRound(app, { studyId, deadlineAt: 1_000 }), "bad-input");
    expect(problems).toEqual([{ field: "deadlineAt", message: "The deadline must lie in the future." }]);
    // In the future when requested, past when the entry is written.
    await refused(openRound(app, { studyId, deadlineAt: app.now() + 2 }), "bad-input");
    const present = app.now() + 60_000;
    const frozenClock = { ...app, now: () => present };
    await refused(openRound(frozenClock, { studyId, deadlineAt: present }), "bad-input");
    await openRound(frozenClock, { studyId, deadlineAt: present + 1 });
    await closeRound(frozenClock, { studyId, round: 1 });
    await refused(openRound(frozenClock, { studyId }), "not-enough-people");
    const empty = await publishedStudy(app, { auditors: 0 });
    await refused(openRound(app, { studyId: empty.studyId }), "no-seats");
    await refused(openRound(app, { studyId: app.newId() }), "not-found");
  });

  it("is refused after the horizon if the study's settings say so", async () => {
    const { studyId } = await publishedStudy(app, { settings: { horizon: "1", afterHorizon: "end" } });
    await openRound(app, { studyId });
    await closeRound(app, { studyId, round: 1 });
    const { message } = await refused(openRound(app, { studyId }), "horizon-passed");
    expect(message).toBe("This study was planned for 1 round, which is over.");
  });

  it("returns the people of a cancelled round, which the learner does not count", async () => {
    const { studyId } = await publishedStudy(app);
    await openRound(app, { studyId });
    const first = await cancelRound(app, { studyId, round: 1, reason: "wrong-people" });
    expect(await cancelRound(app, { studyId, round: 1, reason: "wrong-people" })).toEqual(first);
    await refused(closeRound(app, { studyId, round: 1 }), "round-closed");
    expect((await readRoundDetails(app, studyId, 1)).round.closeReason).toBe("wrong-people");
    expect((await exportStudy(app, studyId)).log).toMatch(
      /"link":"[0-9a-f]{64}","linkProof":\[[^\]]*\],"reason":"wrong-people"/,
    );
    await openRound(app, { studyId });
    const board = await readRoundDetails(app, studyId, 2);
    expect(board.round.t).toBe(1);
    expect(board.people.map(({ personId }) => personId)).toEqual(["p1", "p2", "p3", "p4"]);
    await closeRound(app, { studyId, round: 2 });
    const late = await refused(cancelRound(app, { studyId, round: 2, reason: "operator" }), "round-closed");
    expect(late.message).toBe("Round 2 is closed already.");
  });

  it("prevents cancelling a round that drew at opening, and hides the draw until the close", async () => {
    const { studyId } = await publishedStudy(app, { settings: { drawAt: "opening" } });
    await openRound(app, { studyId });
    expect((await readRoundDetails(app, studyId, 1)).people.every(({ selected }) => selected === null)).toBe(
      true,
    );
    const reason = "wrong-people";
    const { message } = await refused(cancelRound(app, { studyId, round: 1, reason }), "round-not-open");
    expect(message).toBe(
      "The draw was made when this round opened, so the only way to end it is to close it.",
    );
    await closeRound(app, { studyId, round: 1 });
    expect((await readRoundDetails(app, studyId, 1)).people.every(({ selected }) => selected !== null)).toBe(
      true,
    );
  });

  it("moves a deadline only to a later time, even a past deadline, and logs it", async () => {
    const { studyId } = await publishedStudy(app);
    const deadlineAt = app.now() + 10_000;
    await openRound(app, { studyId, deadlineAt });
    const { message, problems } = await refused(
      extendRound(app, { studyId, round: 1, deadlineAt }),
      "bad-input",
    );
    expect(problems).toEqual([{ field: "deadlineAt", message }]);
    await extendRound(app, { studyId, round: 1, deadlineAt: deadlineAt + 1 });
    app.clock.advance(20_000);
    await refused(extendRound(app, { studyId, round: 1, deadlineAt: deadlineAt + 2 }), "bad-input");
    const present = app.now();
    const frozenClock = { ...app, now: () => present };
    await refused(extendRound(frozenClock, { studyId, round: 1, deadlineAt: present }), "bad-input");
    await extendRound(frozenClock, { studyId, round: 1, deadlineAt: present + 1 });
    const later = app.now() + 60_000;
    await extendRound(app, { studyId, round: 1, deadlineAt: later });
    expect((await readRoundDetails(app, studyId, 1)).round.deadlineAt).toBe(later);
    expect((await exportStudy(app, studyId)).log).toContain('"type":"round.extended"');
    await closeRound(app, { studyId, round: 1 });
    await refused(extendRound(app, { studyId, round: 1, deadlineAt: later + 1 }), "round-not-open");
  });

  it("refuses a study that was created with other secrets", async () => {
    const { studyId } = await publishedStudy(app);
    const seedMaster = fixedBytes("another server's seed");
    await refused(
      openRound({ ...app, secrets: { ...app.secrets, seedMaster } }, { studyId }),
      "secret-mismatch",
    );
  });
});
