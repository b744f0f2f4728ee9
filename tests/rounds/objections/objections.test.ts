import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import { keyedHash } from "#server/audit-log/hash.ts";
import type { ObjectionAnswer } from "#server/audit-log/objection-answers.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { answerObjection } from "#server/rounds/judging/answer-objection.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { forwardObjection } from "#server/rounds/objections/forward-objection.ts";
import { readObjections } from "#server/rounds/objections/read-objections.ts";
import { receiveObjection } from "#server/rounds/objections/receive-objection.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { replay } from "#tests/replay/replay.ts";
import { auditor, hidden, judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { verifyInPython } from "#tests/setup/python.ts";
import { refused } from "#tests/setup/refusal.ts";
import { recordOf, verified } from "#tests/setup/verify.ts";
import { addWaiting } from "#tests/setup/waiting.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-objections-"));
afterAll(() => rmSync(folder, { recursive: true }));

const incomes = [90, 80, 20, 10].map((income) => [String(income), hidden.cell, "rent"]);

describeEngines("an objection", async (openStore) => {
  const app = testApp(await openStore());

  /** A study whose round 1 is closed, with a panel of three. */
  async function played() {
    const people = Array.from({ length: 5 }, () => incomes).flat();
    const study = await judgingStudy(app, { auditors: 3, people });
    const { studyId } = study;
    await openRound(app, { studyId });
    await closeRound(app, { studyId, round: 1 });
    const person = { studyId, round: 1, position: 2 };
    const object = (text = "My income was higher.") =>
      receiveObjection(app, person, { text, by: "operator" });
    const answer = async (round: number, seat: number, objection: number, answer: ObjectionAnswer) => {
      const accountId = auditor(study, seat);
      const judging = await readJudging(app, { studyId, round, accountId });
      const of = { studyId, round, accountId, seat: judging.seat };
      await answerObjection(app, of, { objection, answer });
    };
    const askedIn = async (round: number, seat = 0) =>
      (await readJudging(app, { studyId, round, accountId: auditor(study, seat) })).objections;
    const log = async () => (await exportStudy(app, studyId)).log.trimEnd().split("\n").map(readLine);
    return { study, studyId, person, object, answer, askedIn, log };
  }

  it("is forwarded and answered by the next panel, and all three verifiers accept it", async () => {
    const { study, studyId, object, answer, askedIn, log } = await played();
    const { seq } = await object();
    const inbox = async () =>
      (await readInbox(app, study.operatorId)).studies.find(({ id }) => id === studyId)?.waiting.later ?? [];
    expect(await inbox()).toContainEqual({ kind: "read-objections", count: 1 });
    await forwardObjection(app, { studyId, objection: seq, question: "The income was higher." });
    expect(await inbox()).not.toContainEqual({ kind: "read-objections", count: 1 });
    const { round } = await openRound(app, { studyId });
    const [question] = await askedIn(round);
    expect(question).toMatchObject({
      objection: seq,
      round: 1,
      question: "The income was higher.",
      answer: null,
    });
    expect(question?.cells).toEqual(["20", "rent"]);
    expect(JSON.stringify(question)).not.toContain(hidden.cell);
    await answer(round, 0, seq, "no");
    await answer(round, 0, seq, "yes");
    await answer(round, 1, seq, "unsure");
    expect((await askedIn(round))[0]?.answer).toBe("yes");
    expect((await askedIn(round, 2))[0]?.answer).toBeNull();
    await refused(forwardObjection(app, { studyId, objection: seq, question: "?" }), "objection-forwarded");
    await refused(object(), "objection-pending");
    await closeRound(app, { studyId, round });
    const entries = await log();
    const received = entries.find(({ type }) => type === "objection.received");
    expect(received?.body).toEqual({
      round: 1,
      position: 2,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(entries.find(({ type }) => type === "objection.answered")?.body).toEqual({
      ...{ round: 1, position: 2, askedIn: round, yes: 1, no: 0, unsure: 1 },
    });
    const [row] = (await readObjections(app, studyId)).objections;
    expect(row).toMatchObject({ state: "answered", askedIn: round, yes: 1, no: 0, unsure: 1 });
    await refused(answer(round, 2, seq, "yes"), "round-closed");
    await object("Once more.");
    await applyUpdates(app, studyId);
    const record = await exportStudy(app, studyId);
    expect(record.log).not.toContain("income was");
    expect(replay(record.log, record.features, record.totals).problems).toEqual([]);
    expect(verified(record).problems).toEqual([]);
    const file = join(folder, `${app.newId()}.jsonl`);
    writeFileSync(file, recordOf(record));
    const [inPython] = await verifyInPython([file]);
    expect(inPython?.problems).toEqual([]);
  });

  it("waits for the next round after a cancelled one, whose answers are dropped", async () => {
    const { studyId, person, object, answer, askedIn, log } = await played();
    const { seq } = await object();
    await forwardObjection(app, { studyId, objection: seq, question: "First words." });
    await forwardObjection(app, { studyId, objection: seq, question: "Better words." });
    const { round } = await openRound(app, { studyId });
    await answer(round, 0, seq, "yes");
    // Its panel is not asked about an objection that came later.
    const later = await receiveObjection(
      app,
      { ...person, position: 0 },
      { text: "Me too.", by: "operator" },
    );
    await refused(answer(round, 0, later.seq, "yes"), "not-found");
    await cancelRound(app, { studyId, round, reason: "trouble" });
    const next = await openRound(app, { studyId });
    expect(await askedIn(next.round)).toMatchObject([{ question: "Better words.", answer: null }]);
    await closeRound(app, { studyId, round: next.round });
    expect((await log()).filter(({ type }) => type === "objection.answered")).toMatchObject([
      { body: { askedIn: next.round, yes: 0, no: 0, unsure: 0 } },
    ]);
  });

  it("is refused for an open round, an unknown person, after an erasure and after the end", async () => {
    const { study, studyId, person, object } = await played();
    await openRound(app, { studyId });
    const by = { text: "Unfair.", by: "person" } as const;
    await refused(receiveObjection(app, { ...person, round: 2 }, by), "objection-too-early");
    await refused(receiveObjection(app, { ...person, position: 9 }, by), "not-found");
    await refused(receiveObjection(app, { ...person, round: 9 }, by), "not-found");
    const { seq } = await object();
    await refused(forwardObjection(app, { studyId, objection: 1, question: "?" }), "not-found");
    await closeRound(app, { studyId, round: 2 });
    await applyUpdates(app, studyId);
    const [{ personId = "" } = {}] = (await readObjections(app, studyId)).objections;
    await erasePerson(app, { studyId, personId, accountId: study.operatorId });
    expect((await readObjections(app, studyId)).objections[0]).toMatchObject({ text: null, question: null });
    await refused(forwardObjection(app, { studyId, objection: seq, question: "?" }), "person-erased");
    await refused(object(), "person-erased");
    await endStudy(app, studyId);
    await refused(receiveObjection(app, { ...person, position: 0 }, by), "study-ended");
  });

  it("is one of at most five that a round with pairs asks about, oldest first", async () => {
    const { studyId, person, answer, askedIn, log } = await played();
    await openRound(app, { studyId });
    await closeRound(app, { studyId, round: 2 });
    const seqs: number[] = [];
    for (const [round, position] of [1, 2].flatMap((round) => [0, 1, 2].map((at) => [round, at] as const))) {
      const { seq } = await receiveObjection(
        app,
        { ...person, round, position },
        { text: "No.", by: "person" },
      );
      await forwardObjection(app, { studyId, objection: seq, question: `About ${round}/${position}` });
      seqs.push(seq);
    }
    const alone = await openRound(app, { studyId, personIds: ["p20"] });
    expect(await askedIn(alone.round)).toEqual([]);
    const third = await openRound(app, { studyId });
    const questions = await askedIn(third.round);
    expect(questions.map(({ objection }) => objection)).toEqual(seqs.slice(0, 5));
    expect(questions.map(({ question, chance }) => [question, Number(chance) > 0])).toContainEqual([
      ...["About 2/1", true],
    ]);
    await answer(third.round, 0, seqs[1] ?? 0, "no");
    const own = (await askedIn(third.round)).map((each) => each.answer);
    expect(own).toEqual([null, "no", null, null, null]);
    await closeRound(app, { studyId, round: third.round });
    const fourth = await openRound(app, { studyId });
    expect((await askedIn(fourth.round)).map(({ objection }) => objection)).toEqual(seqs.slice(5));
    const answered = (await log()).filter(({ type }) => type === "objection.answered");
    expect(answered).toMatchObject([0, 1, 0, 0, 0].map((no) => ({ body: { no } })));
  });

  it("does not count an answer of a seat that was replaced later", async () => {
    const { study, studyId, object, answer, log } = await played();
    const { seq } = await object();
    await forwardObjection(app, { studyId, objection: seq, question: "?" });
    const { round } = await openRound(app, { studyId });
    await answer(round, 0, seq, "yes");
    await answer(round, 1, seq, "no");
    const accountId = await addWaiting(app, studyId, `new-${studyId}`);
    await replaceSeat(app, study.operatorId, { studyId, seatId: "s1", accountId });
    await closeRound(app, { studyId, round });
    expect((await log()).find(({ type }) => type === "objection.answered")?.body).toMatchObject({
      ...{ yes: 0, no: 1, unsure: 0 },
    });
  });

  it("is bound to its text by its digest", async () => {
    const { studyId, object, log } = await played();
    await object("My words.");
    const { digestKey } = await app.store.read(async (db) => {
      const rows = await db.q.select({ digestKey: db.t.objection.digestKey }).from(db.t.objection);
      return rows.at(-1) ?? { digestKey: null };
    });
    const received = (await log()).findLast(({ type }) => type === "objection.received");
    expect(received?.body).toMatchObject({ digest: keyedHash(digestKey ?? "", "My words.") });
    expect((await readObjections(app, studyId)).objections[0]?.identifiers).toEqual([`${hidden.person}3`]);
  });
});
