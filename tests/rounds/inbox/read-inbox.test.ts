import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { VerdictWord } from "#server/audit-log/verdicts.ts";
import { readStudy } from "#server/results/read-study.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { type InboxCursor, readInbox, readJudgedBefore } from "#server/rounds/inbox/read-inbox.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { addReader } from "#server/studies/seats.ts";
import { sealAll, threeRounds } from "#tests/results/policy/three-rounds.ts";
import { addAccount, type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import type { TestStudy } from "#tests/setup/study.ts";

const manyStudies = 1_000;

describeReads("an account's inbox", (openStore) => {
  let app: TestApp;
  let study: TestStudy;
  let otherStudy: TestStudy;
  let researcherId: string;
  const one = async (accountId: string) =>
    (await readInbox(app, accountId)).studies.find(({ id }) => id === study.studyId);
  const mine = () => one(study.operatorId);

  beforeAll(async () => {
    app = testApp(await openStore());
    study = await threeRounds(app, { settings: guardedSettings });
    otherStudy = await threeRounds(app);
    researcherId = await addAccount(app, "follower");
    await addReader(app, { studyId: study.studyId, accountId: researcherId, role: "researcher" });
    // Seals, picks and reports of another study are not counted here.
    await openRound(app, { studyId: otherStudy.studyId });
    await sealAll(app, otherStudy, 1, ["unfair", "unfair", "unfair"]);
  });

  it("shows the first round of a newly published study, and a draft to finish", async () => {
    const draft = await createDraft(app, study.operatorId, { name: "Not yet" });
    const { studies: desk } = await readInbox(app, study.operatorId);
    expect(desk.map(({ id, played }) => [id, played])).toEqual([
      [study.studyId, { closedCount: 0, plannedCount: null, reportCount: 0 }],
      [draft.studyId, null],
    ]);
    expect(desk.map(({ waiting }) => waiting.act)).toEqual([
      { kind: "open", round: 1 },
      { kind: "finish-draft" },
    ]);
  });

  it("counts sealed seats of the open round, each once, and shows no count to auditors", async () => {
    await openRound(app, { studyId: study.studyId, deadlineAt: app.now() + 86_400_000 });
    await sealAll(app, study, 1, ["unfair", "unfair"]);
    expect(await mine()).toMatchObject({
      waiting: {
        isMine: false,
        act: { kind: "being-judged", round: { number: 1, sealedCount: 2, seatCount: 3 } },
      },
    });
    const [first = "", , third = ""] = study.auditorIds;
    const save = (word: VerdictWord) =>
      saveVerdicts(app, { studyId: study.studyId, round: 1, accountId: first }, [[0, 1, word]]);
    await save("unsure");
    expect((await one(first))?.waiting).toMatchObject({ isMine: true, act: { kind: "seal-again" } });
    await save("unfair");
    const [sealed, missing, follower] = [await one(first), await one(third), await one(researcherId)];
    expect(sealed).toMatchObject({ played: null, waiting: { isMine: false, act: { kind: "sealed" } } });
    expect(missing).toMatchObject({ played: null, waiting: { isMine: true, act: { kind: "judge" } } });
    expect(JSON.stringify([sealed, missing])).not.toContain('"sealedCount":2');
    expect(follower?.waiting.act).toMatchObject({ kind: "being-judged", round: { sealedCount: 2 } });
  });

  it("shows the close once all have sealed, and the round's result after it", async () => {
    await sealAll(app, study, 1, ["unfair", "unfair", "acceptable"]);
    expect((await mine())?.waiting.act).toMatchObject({ kind: "close", why: "all-sealed" });
    expect((await readStudy(app, study.studyId)).lastRound).toBeNull();
    await closeRound(app, { studyId: study.studyId, round: 1 });
    await applyUpdates(app, study.studyId);
    const desk = await mine();
    expect(desk?.played).toEqual({ closedCount: 1, plannedCount: null, reportCount: 1 });
    expect(desk?.waiting.act).toEqual({ kind: "open", round: 2 });
    const { lastRound, waiting } = await readStudy(app, study.studyId);
    expect(waiting).toEqual(desk?.waiting);
    // tau falls from 0.1 by 0.2, so the limit is alpha, 0.1, and nothing can be judged.
    expect(lastRound).toEqual({ number: 1, isNextQuiet: true });
  });

  it("shows an awaited outcome for each picked person, once", async () => {
    const { people } = await readRoundDetails(app, study.studyId, 1);
    const picked = people.filter(({ selected }) => selected);
    // Chances 0.6 and 0.4 add up to one, and the draw is even.
    expect(picked).toHaveLength(1);
    expect((await mine())?.waiting.later).toEqual([
      { kind: "record-outcomes", awaited: [{ round: 1, count: 1 }] },
    ]);
    const [{ position = 0 } = {}] = picked;
    const batch = { studyId: study.studyId, accountId: study.operatorId, idempotencyKey: "outcomes" };
    await recordOutcomes(app, batch, [{ round: 1, position, value: "no" }]);
    expect((await mine())?.waiting.later).toEqual([]);

    await openRound(app, { studyId: study.studyId });
    expect((await mine())?.waiting).toMatchObject({ act: { kind: "close", why: "no-pairs" }, later: [] });
    await closeRound(app, { studyId: study.studyId, round: 2 });
    expect((await mine())?.waiting.act).toEqual({ kind: "open", round: 3 });
    const second = (await readRoundDetails(app, study.studyId, 2)).people.filter(({ selected }) => selected);
    const outcomes = second.map(({ position }) => ({ round: 2, position, value: "yes" as const }));
    if (outcomes.length > 0) await recordOutcomes(app, { ...batch, idempotencyKey: "second" }, outcomes);
  });

  it("no longer awaits an outcome of a picked person who was erased", async () => {
    const {
      studyId,
      operatorId: accountId,
      ...other
    } = await threeRounds(app, { settings: guardedSettings });
    await openRound(app, { studyId });
    await sealAll(app, { studyId, operatorId: accountId, ...other }, 1, ["unfair", "unfair", "unfair"]);
    await closeRound(app, { studyId, round: 1 });
    await applyUpdates(app, studyId);
    const later = async () =>
      (await readInbox(app, accountId)).studies.find(({ id }) => id === studyId)?.waiting.later;
    expect(await later()).toEqual([{ kind: "record-outcomes", awaited: [{ round: 1, count: 1 }] }]);
    const { people } = await readRoundDetails(app, studyId, 1);
    const personId = people.find(({ selected }) => selected)?.personId ?? "";
    // An outcome that will never arrive is recorded as lost.
    await erasePerson(app, { studyId, accountId, personId });
    expect(await later()).toEqual([]);
  });

  it("does not wait for a ballot of a seat that has ended", async () => {
    const small = await threeRounds(app, { settings: guardedSettings });
    const { studyId, operatorId, auditorIds } = small;
    const act = async () =>
      (await readInbox(app, operatorId)).studies.find(({ id }) => id === studyId)?.waiting.act;
    const end = (index: number) =>
      endMembershipOf(app, operatorId, { studyId, accountId: auditorIds[index] ?? "" });
    await openRound(app, { studyId });
    await end(2);
    expect(await act()).toMatchObject({ kind: "being-judged", round: { sealedCount: 0, seatCount: 2 } });
    await sealAll(app, small, 1, ["unfair", "unfair"]);
    const all = { kind: "close", why: "all-sealed", round: { sealedCount: 2, seatCount: 2 } };
    expect(await act()).toMatchObject(all);
    await cancelRound(app, { studyId, round: 1, reason: "operator" });
    await openRound(app, { studyId });
    for (const index of [0, 1]) await end(index);
    expect(await act()).toMatchObject({ kind: "close", why: "all-ended" });
  });

  it.each([
    ["the end of the study, if it ends then", "end", "end-study"],
    ["the next round, if the study continues", "anytime", "open"],
  ] as const)("shows after the planned rounds %s", async (_, afterHorizon, then) => {
    const settings = { epsPoints: "10", horizon: "1", afterHorizon } as const;
    const { studyId, operatorId } = await threeRounds(app, { settings });
    const desk = async () => (await readInbox(app, operatorId)).studies.find(({ id }) => id === studyId);
    expect((await desk())?.waiting.act).toEqual({ kind: "open", round: 1 });
    await openRound(app, { studyId });
    await closeRound(app, { studyId, round: 1 });
    const { played, waiting } = (await desk()) ?? {};
    expect(played).toEqual({ closedCount: 1, plannedCount: 1, reportCount: 0 });
    expect([waiting?.act, ...(waiting?.later ?? [])].map((act) => act?.kind)).toContain(then);
  });

  describe("with very many studies", () => {
    const names = (desk: { studies: readonly { name: string }[] }) => desk.studies.map(({ name }) => name);
    let operatorId: string;

    beforeAll(async () => {
      const made = await threeRounds(app, { name: "made-first" });
      operatorId = made.operatorId;
      // Auditors are judging in this one: its operator has nothing to do.
      await openRound(app, { studyId: made.studyId });
      await app.store.tx(async (tx) => {
        const { study, membership } = tx.t;
        const [like] = await tx.q.select().from(study).where(eq(study.id, made.studyId));
        if (like === undefined) throw new Error("no study");
        const rows = Array.from({ length: manyStudies }, (_, index) => ({
          ...like,
          id: app.newId(),
          name: `Sketch ${index}`,
          state: "draft" as const,
          settings: null,
          createdAt: like.createdAt + 1 + index,
        }));
        for (let first = 0; first < rows.length; first += 100)
          await tx.q.insert(study).values(rows.slice(first, first + 100));
        const member = { accountId: operatorId, role: "operator" as const, wayIn: "account" as const };
        const memberships = rows.map(({ id }) => ({ ...member, studyId: id, createdAt: 1 }));
        for (let first = 0; first < rows.length; first += 100)
          await tx.q.insert(membership).values(memberships.slice(first, first + 100));
      });
    });

    it("shows each once, page by page, studies with a task first, in small answers", async () => {
      const seen: string[] = [];
      let desk = await readInbox(app, operatorId);
      expect([desk.foundCount, desk.waitingCount]).toEqual([manyStudies + 1, manyStudies]);
      for (;;) {
        expect(JSON.stringify(desk).length).toBeLessThan(30_000);
        seen.push(...names(desk));
        if (desk.next === null) break;
        desk = await readInbox(app, operatorId, { after: desk.next });
      }
      const sketches = Array.from({ length: manyStudies }, (_, index) => `Sketch ${index}`);
      expect(seen).toEqual([...sketches, "made-first"]);
    });

    it("finds studies by part of a name, by id, and by state", async () => {
      const found = await readInbox(app, operatorId, { search: "MADE" });
      expect([names(found), found.foundCount, found.next]).toEqual([["made-first"], 1, null]);
      expect(names(await readInbox(app, operatorId, { search: "sketch 99" }))).toHaveLength(11);
      const drafts = await readInbox(app, operatorId, { search: "first", show: "drafts" });
      expect(drafts).toMatchObject({ studies: [], foundCount: 0, waitingCount: 0 });
      const only = (await readInbox(app, operatorId)).studies[3]?.id;
      expect(names(await readInbox(app, operatorId, { only }))).toEqual(["Sketch 3"]);
      expect(names(await readInbox(app, operatorId, { only, search: "made" }))).toEqual([]);
      const copyable = await readInbox(app, operatorId, { show: "copyable" });
      expect([names(copyable), copyable.next]).toEqual([["made-first"], null]);
    });

    it("ends after its last page, even if that page is full", async () => {
      const lengths: number[] = [];
      for (let after: InboxCursor | undefined; ; ) {
        const { studies, next } = await readInbox(app, operatorId, { show: "drafts", after });
        lengths.push(studies.length);
        if (next === null) break;
        after = next;
      }
      expect(lengths).toEqual(Array.from({ length: manyStudies / 25 }, () => 25));
    });

    it("continues from a study whose task is done in the meantime", async () => {
      const { next } = await readInbox(app, operatorId);
      if (next === null) throw new Error("there is one page only");
      const follows = names(await readInbox(app, operatorId, { after: next }));
      await app.store.tx(async (tx) => {
        const { study } = tx.t;
        const [like] = await tx.q.select().from(study).where(eq(study.name, "made-first"));
        const ended = { state: "ended" as const, settingsHash: like?.settingsHash ?? "" };
        await tx.q.update(study).set(ended).where(eq(study.id, next.studyId));
      });
      expect(names(await readInbox(app, operatorId, { after: next }))).toEqual(follows);
      expect(names(await readInbox(app, operatorId, { search: "Sketch 49" }))).toContain("Sketch 49");
    });
  });

  it("lists an auditor's earlier studies in pages, by name", async () => {
    const { studyId, auditorIds } = otherStudy;
    const [accountId = ""] = auditorIds;
    await app.store.tx(async (tx) => {
      const { study, membership, seat, round, roundSeat } = tx.t;
      const [like] = await tx.q.select().from(study).where(eq(study.id, studyId));
      if (like === undefined) throw new Error("no study");
      const members = await tx.q.select().from(membership).where(eq(membership.studyId, studyId));
      const seats = await tx.q.select().from(seat).where(eq(seat.studyId, studyId));
      const rounds = await tx.q.select().from(round).where(eq(round.studyId, studyId));
      const panel = await tx.q.select().from(roundSeat).where(eq(roundSeat.studyId, studyId));
      const ended = members.map((row) => (row.accountId === accountId ? { ...row, endedAt: 1 } : row));
      const of = <Row extends object>(id: string, rows: readonly Row[]) =>
        rows.map((row) => ({ ...row, studyId: id }));
      for (let index = 10; index < 62; index++) {
        const id = app.newId();
        await tx.q.insert(study).values({ ...like, id, name: `Earlier ${index}` });
        await tx.q.insert(membership).values(of(id, ended));
        await tx.q.insert(seat).values(of(id, seats));
        await tx.q.insert(round).values(of(id, rounds));
        await tx.q.insert(roundSeat).values(of(id, panel));
      }
    });
    const pages: string[][] = [];
    let next: string | null | undefined;
    do {
      const page = await readJudgedBefore(app, accountId, { after: next ?? undefined });
      pages.push(page.studies.map(({ name }) => name));
      next = page.next;
    } while (next !== null);
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 2]);
    expect(pages.flat()).toEqual(Array.from({ length: 52 }, (_, index) => `Earlier ${index + 10}`));
    const found = await readJudgedBefore(app, accountId, { search: "EARLIER 1" });
    expect([found.studies.length, found.next]).toEqual([10, null]);
    const whole = await readJudgedBefore(app, accountId, { after: found.studies[9]?.id, search: "earlier" });
    expect(whole.studies[0]?.name).toBe("Earlier 20");
  });

  it("shows no task once the study has ended", async () => {
    await endStudy(app, study.studyId);
    expect((await mine())?.waiting).toEqual({
      act: { kind: "ended" },
      isMine: false,
      later: [],
      meanwhile: [],
    });
    expect((await one(study.auditorIds[0] ?? ""))?.waiting.act).toEqual({ kind: "ended" });
  });
});
