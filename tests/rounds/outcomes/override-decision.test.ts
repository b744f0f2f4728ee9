import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listOutcomes } from "#db/queries/outcomes.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { readOverrides } from "#server/results/read-overrides.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { exportDecisions } from "#server/rounds/export-decisions.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { overrideDecision } from "#server/rounds/outcomes/override-decision.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { type Board, readRoundDetails } from "#server/rounds/read-round-details.ts";
import { exportData } from "#server/studies/exports/export-data.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { verifyInPython } from "#tests/setup/python.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { recordOf, verified } from "#tests/setup/verify.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-overrides-"));
afterAll(() => rmSync(folder, { recursive: true }));

describeEngines("an override", async (openStore) => {
  const app = testApp(await openStore());
  let study: TestStudy;
  /** A closed round in which at least two people were picked and two were not. */
  let board: Board;
  let picked: number[];
  let rejected: number[];

  beforeAll(async () => {
    study = await publishedStudy(app, { settings: { roundSize: "10" } });
    do {
      board = await playRound(app, study, []);
      const places = (isPicked: boolean) =>
        board.people.flatMap(({ selected, position }) => (selected === isPicked ? [position] : []));
      [picked, rejected] = [places(true), places(false)];
    } while (picked.length < 3 || rejected.length < 2);
  });

  type Override = Partial<Parameters<typeof overrideDecision>[1]>;
  const override = (change: Override) =>
    overrideDecision(app, {
      ...{ studyId: study.studyId, accountId: study.operatorId, round: board.round.number, position: 0 },
      ...{ decision: 0, reason: "safety", decidedBy: "head of office", ...change },
    });
  const batch = (idempotencyKey: string) => ({
    ...{ studyId: study.studyId, accountId: study.operatorId, idempotencyKey },
  });
  const where = (position: number | undefined) => ({ round: board.round.number, position: position ?? -1 });

  it("is refused if it changes nothing, comes too late, or names an unknown person", async () => {
    const [first, second] = picked;
    const { message } = await refused(override({ ...where(first), decision: 1 }), "decision-unchanged");
    expect(message).toContain(`about person ${(first ?? 0) + 1} of round ${board.round.number}: picked.`);
    await refused(override({ ...where(rejected[0]), decision: 0 }), "decision-unchanged");
    await refused(override(where(99)), "not-found");
    await recordOutcomes(app, batch("known outcome"), [{ ...where(second), value: "yes" }]);
    await refused(override(where(second)), "outcome-exists");
    await recordOutcomes(app, batch("lost again"), [{ ...where(second), value: "lost", isCorrection: true }]);
    await refused(override(where(second)), "outcome-exists");
    const erased = board.people[rejected[1] ?? 0];
    await erasePerson(app, {
      studyId: study.studyId,
      accountId: study.operatorId,
      personId: erased?.personId ?? "",
    });
    await refused(override({ ...where(rejected[1]), decision: 1 }), "person-erased");
    expect((await readOverrides(app, study.studyId)).overrides).toEqual([]);
  });

  it("marks the outcome of a picked person as lost, once, and no other outcome follows", async () => {
    const [first] = picked;
    const { seq } = await override(where(first));
    const outcomes = await app.store.read((db) => listOutcomes(db, study.studyId, [board.round.number]));
    expect(outcomes.filter(({ position }) => position === first)).toEqual([
      expect.objectContaining({ version: 1, value: "lost", seq: seq - 1 }),
    ]);
    await refused(override(where(first)), "decision-overridden");
    await refused(override({ ...where(first), decision: 1 }), "decision-overridden");
    const correction = { ...where(first), value: "yes" as const, isCorrection: true };
    await refused(recordOutcomes(app, batch("after the override"), [correction]), "decision-overridden");
  });

  it("may follow an outcome already recorded as lost", async () => {
    await recordOutcomes(app, batch("lost at once"), [{ ...where(picked[2]), value: "lost" }]);
    await override({ ...where(picked[2]), reason: "new-information" });
  });

  it("picks a person whom the draw did not pick, without an outcome", async () => {
    await override({ ...where(rejected[0]), decision: 1, reason: "legal-duty", decidedBy: "court" });
    const outcome = { ...where(rejected[0]), value: "yes" as const };
    await refused(recordOutcomes(app, batch("of a person picked so"), [outcome]), "decision-overridden");
  });

  it("appears on the round, in the decisions to carry out, in the tables and in the counts", async () => {
    const { people } = await readRoundDetails(app, study.studyId, board.round.number);
    expect(people[rejected[0] ?? 0]).toMatchObject({
      selected: false,
      override: { decision: 1, reason: "legal-duty", decidedBy: "court" },
    });
    const lines = (await Array.fromAsync(await exportDecisions(app, study.studyId, board.round.number)))
      .join("")
      .split("\r\n");
    expect(lines[(picked[0] ?? 0) + 1]).toMatch(/,not picked,safety,lost$/);
    expect(lines[(rejected[0] ?? 0) + 1]).toMatch(/,picked,legal-duty,will never be known$/);
    const { counts, overrides } = await readOverrides(app, study.studyId);
    expect(counts.all).toEqual({ picked: 1, notPicked: 2 });
    expect(counts.byReason.filter(({ picked, notPicked }) => picked + notPicked > 0)).toEqual([
      { reason: "legal-duty", picked: 1, notPicked: 0 },
      { reason: "safety", picked: 0, notPicked: 1 },
      { reason: "new-information", picked: 0, notPicked: 1 },
    ]);
    const table = await textOf("decisions.csv");
    for (const { seq, reason } of overrides) expect(table).toContain(`,${reason},${seq}\r\n`);
    expect(await textOf("datasheet.md")).toContain(
      "A person with authority decided otherwise than the draw about 3 people: 2 whom it had selected, whose outcomes are lost, and 1 others.",
    );
  });

  async function textOf(name: string): Promise<string> {
    const file = await exportData(app, study.studyId, name);
    const pieces = await Array.fromAsync(file?.pieces ?? []);
    return pieces.join("");
  }

  it("is refused in an open round and in a cancelled one", async () => {
    const { round } = await openRound(app, { studyId: study.studyId });
    const { message } = await refused(override({ round, decision: 1 }), "round-not-open");
    expect(message).toBe(`Round ${round} is open: only decisions of closed rounds can be overridden.`);
    await cancelRound(app, { studyId: study.studyId, round, reason: "operator" });
    await refused(override({ round, decision: 1 }), "round-not-open");
  });

  it("may come after the end of the study, and all three verifiers accept the record", async () => {
    const { round } = await playRound(app, study, []);
    await endStudy(app, study.studyId);
    const { people } = await readRoundDetails(app, study.studyId, round.number);
    const decision = people[0]?.selected ? 0 : 1;
    await override({ round: round.number, decision, reason: "other" });
    await applyUpdates(app, study.studyId);
    const record = await exportStudy(app, study.studyId);
    expect(
      record.log
        .trimEnd()
        .split("\n")
        .map(readLine)
        .filter(({ type }) => type === "decision.overridden"),
    ).toHaveLength(4);
    expect(replay(record.log, record.features, record.totals).problems).toEqual([]);
    expect(verified(record).problems).toEqual([]);
    const file = join(folder, `${app.newId()}.jsonl`);
    writeFileSync(file, recordOf(record));
    const [inPython] = await verifyInPython([file]);
    expect(inPython?.problems).toEqual([]);
  });
});
