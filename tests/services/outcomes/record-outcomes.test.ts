import { beforeAll, expect, it } from "vitest";
import { applyUpdates } from "#server/services/learner/apply-updates.ts";
import {
  type NewOutcome,
  recordOutcomes,
  revealSealedOutcomes,
} from "#server/services/outcomes/record-outcomes.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import type { Board } from "#server/services/rounds/read-board.ts";
import { readBoard } from "#server/services/rounds/read-board.ts";
import { type TestApp, testApp } from "../../setup/app.ts";
import { describeEngines } from "../../setup/engines.ts";
import { playRound } from "../../setup/play.ts";
import { refused } from "../../setup/refusal.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "../../setup/study.ts";

describeEngines("recording outcomes", (openStore) => {
  let app: TestApp;
  let study: TestStudy;
  /** A closed round with somebody picked and somebody not. */
  let board: Board;
  let picked: number;
  let rejected: number;
  beforeAll(async () => {
    app = testApp(await openStore());
    study = await publishedStudy(app);
    do board = await playRound(app, study, []);
    while (board.people.every(({ selected }) => selected) || !board.people.some(({ selected }) => selected));
    picked = board.people.findIndex(({ selected }) => selected);
    rejected = board.people.findIndex(({ selected }) => !selected);
  });

  const record = (idempotencyKey: string, ...outcomes: Omit<NewOutcome, "round">[]) =>
    recordOutcomes(
      app,
      { studyId: study.studyId, accountId: study.operatorId, idempotencyKey },
      outcomes.map((outcome) => ({ ...outcome, round: board.round.number })),
    );

  it("refuses an outcome for somebody who was not picked, names the line, and records nothing of the batch", async () => {
    const error = await refused(
      record("mixed batch", { position: picked, value: "yes" }, { position: rejected, value: "yes" }),
      "outcome-of-rejected",
    );
    expect(error.problems).toEqual([
      { row: 2, field: "outcome", message: expect.stringContaining(`Person ${rejected + 1} of round`) },
    ]);
    expect((await readBoard(app, study.studyId, board.round.number)).people[picked]?.outcome).toBeNull();
    await refused(record("no such position", { position: 99, value: "yes" }), "not-found");
  });

  it("refuses to correct what is not there", async () => {
    await refused(
      record("too early", { position: picked, value: "yes", isCorrection: true }),
      "outcome-missing",
    );
  });

  it("records an outcome once however often it is sent, and corrections beside it", async () => {
    const first = await record("the first", { position: picked, value: "yes" });
    expect(await record("the first", { position: picked, value: "yes" })).toEqual(first);
    await refused(record("the first", { position: picked, value: "no" }), "key-reused");
    await refused(record("again", { position: picked, value: "yes" }), "outcome-exists");
    await refused(
      record("same", { position: picked, value: "yes", isCorrection: true }),
      "outcome-unchanged",
    );
    const [corrected] = await record("corrected", { position: picked, value: "lost", isCorrection: true });
    expect(corrected).toMatchObject({ version: 2, value: "lost" });
  });

  it("refuses an outcome in a round that is still open", async () => {
    const { round } = await openRound(app, { studyId: study.studyId });
    const batch = { studyId: study.studyId, accountId: study.operatorId, idempotencyKey: "still open" };
    await refused(recordOutcomes(app, batch, [{ round, position: 0, value: "yes" }]), "round-not-open");
  });

  it("reveals from the file only what belongs to people who were picked, and once", async () => {
    const people = madeUpPeople(41);
    const outcomes = people.map((_, index) => (index === 0 ? null : index % 2 === 0 ? "yes" : "no"));
    const history = await publishedStudy(app, { people, outcomes });
    const where = { studyId: history.studyId, accountId: history.operatorId };
    let revealed = 0;
    let selected = 0;
    for (let round = 1; round <= 3; round += 1) {
      const { people } = await playRound(app, history, []);
      // The file does not say what became of the first person.
      selected += people.filter((person) => person.selected && person.personId !== "p1").length;
      revealed += (await revealSealedOutcomes(app, { ...where, round })).length;
      expect(await revealSealedOutcomes(app, { ...where, round })).toEqual([]);
    }
    expect(revealed).toBe(selected);
    expect(selected).toBeGreaterThan(0);
    await applyUpdates(app, history.studyId);
  });
});
