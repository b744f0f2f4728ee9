import { setImmediate } from "node:timers/promises";
import { isTrackedEnvelope, type TrackedEnvelope } from "@trpc/server";
import { and, eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { insertGuideline } from "#db/queries/guidelines.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { prepareSession } from "#server/accounts/sessions.ts";
import { appRouter } from "#server/http/root.ts";
import { logger } from "#server/platform/process/logger.ts";
import { countStreams, streamPlaces } from "#server/results/events/stream-places.ts";
import { watchStudy } from "#server/results/events/study-watch.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { extendRound } from "#server/rounds/extend-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { addReader, seatAuditor } from "#server/studies/seats.ts";
import { addAccount, fixedBytes, type TestApp, testApp } from "#tests/setup/app.ts";
import { freshSession, testContext } from "#tests/setup/context.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { addWaiting } from "#tests/setup/waiting.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";
import { sealAll, threeRounds } from "../policy/three-rounds.ts";

type Change = {
  head: number | null;
  round: { number: number; state: string; deadlineAt: number | null } | null;
  own: { seat: string | null; guidelineVersion: number } | null;
};

/** Listens like a browser, through the procedure; records the events and how the stream ended. */
async function listen(app: TestApp, studyId: string, accountId: string) {
  const { sessionId, insert } = prepareSession(app, accountId, "a test");
  await app.store.tx(insert);
  const ref = hashToken(sessionId);
  const account = {
    id: accountId,
    email: "x@example.org",
    displayName: "X",
    platformRole: "member",
  } as const;
  const context = testContext(app, account, { session: { ...freshSession(app, account), ref } });
  const gone = new AbortController();
  const heard: { id: string; change: Change }[] = [];
  const events = await appRouter.createCaller(context, { signal: gone.signal }).results.events({ studyId });
  const end = (async () => {
    for await (const event of events as AsyncIterable<TrackedEnvelope<Change>>) {
      if (!isTrackedEnvelope(event)) throw new Error("an event without an id");
      heard.push({ id: event[0], change: event[1] });
    }
    return "ended";
  })().catch((error: { code?: string }) => error.code ?? "no code");
  return { heard, end, ref, leave: () => gone.abort() };
}

describeEngines("a study's events", async (openStore) => {
  const leaving: (() => void)[] = [];
  let studies = 0;

  const app = testApp(await openStore());

  afterEach(() => {
    for (const leave of leaving.splice(0)) leave();
  });

  async function opened() {
    studies += 1;
    const study = await threeRounds(app, { name: `events-${studies}` });
    await openRound(app, { studyId: study.studyId, deadlineAt: app.now() + 60_000_000 });
    const as = async (accountId: string) => {
      const listener = await listen(app, study.studyId, accountId);
      leaving.push(listener.leave);
      return listener;
    };
    return { study, studyId: study.studyId, as };
  }

  it("notify an operator of each change, and an auditor only of openings, deadlines and endings", async () => {
    const { study, studyId, as } = await opened();
    const [operator, auditor] = [await as(study.operatorId), await as(study.auditorIds[0] ?? "")];
    await expect.poll(() => [operator.heard.length, auditor.heard.length]).toEqual([1, 1]);
    const before = operator.heard[0]?.change.head ?? 0;

    await sealAll(app, study, 1, ["unfair", "unfair", "acceptable"]);
    await expect.poll(() => operator.heard.at(-1)?.change.head).toBe(before + 3);
    // Others sealed three times: the auditor gets no event for that, and no event contains a count of them.
    expect(auditor.heard[0]?.change.head).toBeNull();
    expect(auditor.heard[0]?.id).toMatch(/^1-open-\d{13}-s1-1$/);

    const deadlineAt = app.now() + 90_000_000;
    await extendRound(app, { studyId, round: 1, deadlineAt });
    await expect.poll(() => auditor.heard.length).toBe(2);
    expect(auditor.heard[1]?.change).toEqual({
      head: null,
      round: { number: 1, state: "open", deadlineAt },
      own: { seat: "s1", guidelineVersion: 1 },
    });
    expect(operator.heard[0]?.change.own).toBeNull();

    await closeRound(app, { studyId, round: 1 });
    await expect.poll(() => auditor.heard.length).toBe(3);
    expect(auditor.heard[2]?.change.round?.state).toBe("closed");

    const open = countStreams();
    auditor.leave();
    expect(await auditor.end).toBe("ended");
    expect(countStreams()).toBe(open - 1);
  });

  it("end on shutdown with an error after which the browser reconnects", async () => {
    const slots = globalThis as { [slot: symbol]: AbortController | undefined };
    const slot = Symbol.for("evenhand.stopping");
    const previous = slots[slot];
    const stop = new AbortController();
    slots[slot] = stop;
    try {
      const { study, as } = await opened();
      const operator = await as(study.operatorId);
      await expect.poll(() => operator.heard.length).toBe(1);
      stop.abort();
      expect(await operator.end).toBe("SERVICE_UNAVAILABLE");
    } finally {
      slots[slot] = previous;
    }
  });

  it("are limited per account: with one page more, the oldest ends with the reason", async () => {
    const { study, as } = await opened();
    const other = await as(study.auditorIds[0] ?? "");
    const pages: Awaited<ReturnType<typeof as>>[] = [];
    for (let page = 0; page <= streamPlaces.ofAnAccount; page += 1) pages.push(await as(study.operatorId));
    await expect.poll(() => pages.every(({ heard }) => heard.length > 0)).toBe(true);
    expect(await pages[0]?.end).toBe("TOO_MANY_REQUESTS");
    const ended: string[] = [];
    for (const { end } of [...pages.slice(1), other]) void end.then((how) => ended.push(how));
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(ended).toEqual([]);
  });

  it("notify an auditor of their seat, their panel's rounds, and new guidelines", async () => {
    const { study, studyId, as } = await opened();
    const [first = "", second = ""] = study.auditorIds;
    const newcomer = await addAccount(app, `newcomer-${studyId}`);
    await seatAuditor(app, { studyId, accountId: newcomer });
    const [leaver, stayer, late] = [await as(first), await as(second), await as(newcomer)];
    await expect.poll(() => [leaver, stayer, late].map(({ heard }) => heard.length)).toEqual([1, 1, 1]);
    // Seated after the opening: the auditor is not on the round's panel.
    expect(late.heard[0]?.change).toMatchObject({ round: null, own: { seat: "s4" } });
    expect(late.heard[0]?.id).toBe("none-s4-1");

    const heir = `heir-${studyId}`;
    const accountId = await addWaiting(app, studyId, heir);
    await replaceSeat(app, study.operatorId, { studyId, seatId: "s1", accountId });
    expect(await leaver.end).toBe("FORBIDDEN");
    expect(leaver.heard).toHaveLength(1);
    expect(stayer.heard).toHaveLength(1);

    await app.store.tx((tx) =>
      insertGuideline(tx, {
        ...{ studyId, version: 2, purpose: "Small loans", body: "Look twice.", hash: fixedBytes("2") },
        ...{ createdBy: study.operatorId, createdAt: app.now() },
      }),
    );
    await expect
      .poll(() => stayer.heard.at(-1)?.change.own)
      .toEqual({
        seat: "s2",
        guidelineVersion: 2,
      });
  });

  it("are equal for an auditor whether or not others seal", async () => {
    const [one, two] = [await opened(), await opened()];
    const listeners = [
      await one.as(one.study.auditorIds[0] ?? ""),
      await two.as(two.study.auditorIds[0] ?? ""),
    ];
    const operator = await one.as(one.study.operatorId);
    await expect.poll(() => operator.heard.length).toBe(1);
    const before = operator.heard[0]?.change.head ?? 0;
    await sealAll(app, one.study, 1, ["unfair", "unfair", "unfair"]);
    await expect.poll(() => operator.heard.at(-1)?.change.head).toBe(before + 3);
    // Both receive this event; any events caused by the seals would come before it.
    const deadlineAt = app.now() + 90_000_000;
    for (const { studyId } of [one, two]) await extendRound(app, { studyId, round: 1, deadlineAt });
    const last = () => listeners.map(({ heard }) => heard.at(-1)?.change.round?.deadlineAt);
    await expect.poll(last).toEqual([deadlineAt, deadlineAt]);
    const [inOne, inTwo] = listeners.map(({ heard }) => JSON.stringify(heard).replace(/\d{13}/g, "time"));
    expect(inOne).toBe(inTwo);
  });

  it("end when the membership ends, without another event", async () => {
    const { study, studyId, as } = await opened();
    const auditorId = study.auditorIds[0] ?? "";
    const auditor = await as(auditorId);
    await expect.poll(() => auditor.heard.length).toBe(1);
    await app.store.tx(async (tx) => {
      const { membership } = tx.t;
      await tx.q
        .update(membership)
        .set({ endedAt: app.now() })
        .where(and(eq(membership.studyId, studyId), eq(membership.accountId, auditorId)));
    });
    await closeRound(app, { studyId, round: 1 });
    expect(await auditor.end).toBe("FORBIDDEN");
    expect(auditor.heard).toHaveLength(1);
  });

  it("end with the session or the role, without an event, and polling stops", async () => {
    const { study, studyId, as } = await opened();
    const left = leftAlone(studyId, study.operatorId);
    const draft = await startDraft(app);
    const quiet = watchStudy(app, {
      ...{ studyId: draft.studyId, accountId: draft.operatorId, sessionRef: "none" },
    });
    leaving.push(quiet.close);
    const seen = await quiet.now();
    expect(seen).toMatchObject({
      head: 0,
      round: null,
      guidelineVersion: 0,
      isSignedIn: false,
      role: "operator",
    });
    const researcherId = await addAccount(app, `researcher-${studyId}`);
    await addReader(app, { studyId, accountId: researcherId, role: "researcher" });
    const [operator, researcher] = [await as(study.operatorId), await as(researcherId)];
    await expect.poll(() => [operator.heard.length, researcher.heard.length]).toEqual([1, 1]);
    await endMembershipOf(app, study.operatorId, { studyId, accountId: researcherId });
    await app.store.tx(async (tx) => {
      const { session } = tx.t;
      await tx.q.update(session).set({ revokedAt: app.now() }).where(eq(session.idHash, operator.ref));
    });
    expect(await operator.end).toBe("UNAUTHORIZED");
    expect(await researcher.end).toBe("FORBIDDEN");
    expect([operator.heard.length, researcher.heard.length]).toEqual([1, 1]);
    // Meanwhile the other server's first poll was due.
    expect(left.looks()).toBe(0);
    // Without changes, all polls returned the same as the first one.
    expect(await quiet.now()).toBe(seen);
    const nowhere = watchStudy(app, { studyId: "none", accountId: draft.operatorId, sessionRef: "none" });
    leaving.push(nowhere.close);
    await expect(nowhere.now()).rejects.toThrow("there is no study none");
    // A page reconnects to the other server, which polls again, also after a failed poll.
    const warn = vi.spyOn(logger(), "warn").mockImplementation(() => undefined);
    const back = left.comeBack();
    const known = await back.now();
    left.failOnce();
    const deadlineAt = app.now() + 95_000_000;
    await extendRound(app, { studyId, round: 1, deadlineAt });
    await back.changed(known, new AbortController().signal);
    expect((await back.now()).round?.deadlineAt).toBe(deadlineAt);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
    back.close();
  });

  /** Another server of the same database, to which one page connected and left at once. */
  function leftAlone(studyId: string, accountId: string) {
    let looks = 0;
    let isFailing = false;
    const store: typeof app.store = Object.create(app.store);
    store.read = (work) => {
      looks += 1;
      const fails = isFailing;
      isFailing = false;
      return fails ? Promise.reject(new Error("the database is away")) : app.store.read(work);
    };
    const come = () => watchStudy({ ...app, store }, { studyId, accountId, sessionRef: "none" });
    come().close();
    return {
      looks: () => looks,
      comeBack: come,
      failOnce: () => {
        isFailing = true;
      },
    };
  }
});
