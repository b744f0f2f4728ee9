import { expect, it } from "vitest";
import { openRound } from "#server/rounds/open-round.ts";
import { readOutcomeStatuses } from "#server/rounds/outcomes/read-outcome-statuses.ts";
import {
  type NewOutcome,
  recordOutcomes,
  revealSealedOutcomes,
} from "#server/rounds/outcomes/record-outcomes.ts";
import { type Board, readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeEngines("recording outcomes", async (openStore) => {
  /** A closed round with a person picked and a person not picked. */
  let board: Board;
  const app = testApp(await openStore());
  const study = await publishedStudy(app);
  do board = await playRound(app, study, []);
  while (board.people.every(({ selected }) => selected) || !board.people.some(({ selected }) => selected));
  const picked = board.people.findIndex(({ selected }) => selected);
  const rejected = board.people.findIndex(({ selected }) => !selected);

  const record = (idempotencyKey: string, ...outcomes: Omit<NewOutcome, "round">[]) =>
    recordOutcomes(
      app,
      { studyId: study.studyId, accountId: study.operatorId, idempotencyKey },
      outcomes.map((outcome) => ({ ...outcome, round: board.round.number })),
    );

  it("refuses a batch with an outcome for a person not picked, and names the line", async () => {
    const error = await refused(
      record("mixed batch", { position: picked, value: "yes" }, { position: rejected, value: "yes" }),
      "outcome-of-rejected",
    );
    expect(error.problems).toEqual([
      { row: 2, field: "outcome", message: expect.stringContaining(`Person ${rejected + 1} of round`) },
    ]);
    expect(
      (await readRoundDetails(app, study.studyId, board.round.number)).people[picked]?.outcome,
    ).toBeNull();
    const { message } = await refused(record("none", { position: 4, value: "yes" }), "not-found");
    expect(message).toBe(`Round ${board.round.number} has positions 0 to 3, not 4.`);
    const both = await refused(
      record("both", { position: rejected, value: "yes" }, { position: 99, value: "yes" }),
      "outcome-of-rejected",
    );
    expect(both.problems.map(({ row }) => row)).toEqual([1, 2]);
  });

  it("refuses to correct an outcome that does not exist", async () => {
    const { message } = await refused(
      record("too early", { position: picked, value: "yes", isCorrection: true }),
      "outcome-missing",
    );
    const who = `Person ${picked + 1} of round ${board.round.number}`;
    expect(message).toBe(`${who} has no outcome yet, so there is nothing to correct.`);
  });

  it("records an outcome once however often it is sent, and keeps corrections next to it", async () => {
    const first = await record("the first", { position: picked, value: "yes" });
    const where = { round: board.round.number, position: picked };
    expect(first).toEqual([{ ...where, version: 1, value: "yes", seq: expect.any(Number) }]);
    expect(await record("the first", { position: picked, value: "yes" })).toEqual(first);
    await refused(record("the first", { position: picked, value: "no" }), "key-reused");
    await refused(record("the first", { position: rejected, value: "yes" }), "key-reused");
    await refused(record("again", { position: picked, value: "yes" }), "outcome-exists");
    await refused(
      record("same", { position: picked, value: "yes", isCorrection: true }),
      "outcome-unchanged",
    );
    const [corrected] = await record("corrected", { position: picked, value: "lost", isCorrection: true });
    expect(corrected).toMatchObject({ version: 2, value: "lost" });
    const [again] = await record("once more", { position: picked, value: "no", isCorrection: true });
    expect(again).toMatchObject({ version: 3, value: "no" });
  });

  it("adds to each person's chance of an observed outcome, once", async () => {
    const pages = await readOutcomeStatuses(app, study.studyId);
    const people = pages.flatMap((page) => JSON.parse(new TextDecoder().decode(page)));
    expect(people).toHaveLength(120);
    const inRound = people.filter(({ round }) => round === board.round.number);
    expect(inRound.map(({ selected }) => selected)).toEqual(board.people.map(({ selected }) => selected));
    expect(people.at(-1)).toMatchObject({ round: null, selected: null });
  });

  it("refuses an outcome in an open round", async () => {
    const { round } = await openRound(app, { studyId: study.studyId });
    const batch = { studyId: study.studyId, accountId: study.operatorId, idempotencyKey: "still open" };
    await refused(recordOutcomes(app, batch, [{ round, position: 0, value: "yes" }]), "round-not-open");
  });

  it("reveals outcomes from the file only for picked people, and once", async () => {
    const people = madeUpPeople(41);
    const outcomes = people.map((_, index) => (index === 0 ? null : index % 2 === 0 ? "yes" : "no"));
    const history = await publishedStudy(app, { people, outcomes });
    const where = { studyId: history.studyId, accountId: history.operatorId };
    let revealed = 0;
    let selected = 0;
    for (let round = 1; round <= 3; round += 1) {
      const { people } = await playRound(app, history, []);
      // The file has no outcome for the first person.
      selected += people.filter((person) => person.selected && person.personId !== "p1").length;
      const inFile = async () => (await readRoundDetails(app, where.studyId, round)).inFileCount;
      const before = await inFile();
      const added = await revealSealedOutcomes(app, { ...where, round });
      expect([before, await inFile()]).toEqual([added.length, 0]);
      revealed += added.length;
      const expected = people.flatMap(({ selected, position, personId }) =>
        selected && personId !== "p1" ? [[position, outcomes[Number(personId.slice(1)) - 1]]] : [],
      );
      expect(added.map(({ position, value }) => [position, value])).toEqual(expected);
      expect(await revealSealedOutcomes(app, { ...where, round })).toEqual([]);
    }
    expect(revealed).toBe(selected);
    expect(selected).toBeGreaterThan(0);
    await applyUpdates(app, history.studyId);
  });
});
