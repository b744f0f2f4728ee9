import { expect, it } from "vitest";
import { closeForWriting } from "#server/platform/integrity/damaged.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { answerObjection } from "#server/rounds/judging/answer-objection.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { saveGivenRemark } from "#server/rounds/judging/remarks.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { forwardObjection } from "#server/rounds/objections/forward-objection.ts";
import { receiveObjection } from "#server/rounds/objections/receive-objection.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { reviseGuidelines } from "#server/studies/guidelines.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { auditor, judgingStudy, sealVerdicts } from "./judging-study.ts";

const minute = 60_000;
const year = 365 * 24 * 60 * minute;
const asks = {
  docket: "everything",
  minutes: "10",
  lookFirst: false,
  repeat: false,
  tolerance: false,
} as const;

captureLog();

describeReads("what an auditor sends", async (openStore) => {
  const app = testApp(await openStore());

  /** Opens a round with a deadline in an hour, whose panel is asked about an objection to the previous round. */
  async function opened() {
    const settings = { asking: { ...asks, reasons: true, notes: true } };
    const study = await judgingStudy(app, { settings });
    const { studyId } = study;
    await openRound(app, { studyId });
    await closeRound(app, { studyId, round: 1 });
    const person = { studyId, round: 1, position: 0 };
    const { seq: objection } = await receiveObjection(app, person, { text: "No.", by: "operator" });
    await forwardObjection(app, { studyId, objection, question: "Is it so?" });
    const { round } = await openRound(app, { studyId, deadlineAt: app.now() + 60 * minute });
    const where = { studyId, round, accountId: auditor(study, 0), seat: "s1" };
    const answer = (seat = "s1") => answerObjection(app, { ...where, seat }, { objection, answer: "yes" });
    const save = (seat = "s1") => saveVerdicts(app, { ...where, seat }, [[0, 2, "unfair"]]);
    const given = { high: 0, low: 2, note: "hm", reasons: [], again: null } as const;
    const remark = (seat = "s1") => saveGivenRemark(app, { ...where, seat }, given);
    return { ...study, where, writes: [answer, save, remark] };
  }

  it("is saved only from the seat of its page, until the deadline", async () => {
    const { where, writes } = await opened();
    for (const write of writes) {
      const other = await refused(write("s2"), "not-on-panel");
      expect(other.message).toContain("signed in");
      await write();
    }
    app.clock.advance(60 * minute);
    for (const write of writes) await refused(write(), "deadline-passed");
    expect((await readJudging(app, where)).saved).toHaveLength(1);
  });

  it("is refused while the server's clock is far behind the record, and the page says why", async () => {
    const { where, writes, studyId, operatorId: accountId } = await opened();
    app.clock.advance(year);
    await reviseGuidelines(app, { studyId, accountId, basedOn: 1, purpose: "Loans", body: "Judge." });
    app.clock.advance(-year);
    const refusals = [];
    for (const write of writes) refusals.push((await refused(write(), "clock-behind")).message);
    expect((await readJudging(app, where)).trouble).toBe(refusals[0]);
    expect((await readJudging(app, where)).saved).toEqual([]);
  });

  it("is refused if the study's record is damaged, and the pages say so", async () => {
    const { where, writes, studyId, operatorId } = await opened();
    expect((await readMyRounds(app, where)).damage).toBeNull();
    closeForWriting(app.store, studyId, { kind: "altered", seq: 3 });
    const [answer, save] = writes;
    for (const write of [answer, save]) {
      const error = await refused(write?.() ?? Promise.resolve(), "study-damaged");
      expect(error.message).toContain("3");
    }
    await refused(sealVerdicts(app, where, []), "study-damaged");
    expect((await readMyRounds(app, where)).damage).toContain("3");
    const own = (await readInbox(app, operatorId)).studies.find(({ id }) => id === studyId);
    expect(own?.waiting.act).toEqual({ kind: "closed-for-writing" });
  });
});
