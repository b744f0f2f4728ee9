import { expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import { readFindings } from "#server/results/panel/read-findings.ts";
import { readOverview } from "#server/results/policy/read-overview.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { readWatchedRounds } from "#server/results/policy/read-watched-rounds.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { exportDecisions } from "#server/rounds/export-decisions.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readUploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { recordOutcomes, revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates, listStudiesBehind } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { furtherPeople } from "#server/studies/people/further-people.ts";
import { checkFile } from "#server/studies/uploads/waiting-file.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import {
  addPeople,
  madeUpPeople,
  publishedStudy,
  type StudyOptions,
  type TestStudy,
} from "#tests/setup/study.ts";

const chances = (count: number) => Array.from({ length: count }, (_, index) => String((index * 29) % 101));

/** An audit of 30 people, whose chances are written as percentages. */
function anAudit(app: TestApp, options: StudyOptions = {}): Promise<TestStudy> {
  return publishedStudy(app, {
    kind: "audit",
    people: madeUpPeople(30),
    chances: chances(30),
    columns: [{}, {}, {}, { chanceUnit: "percent" }],
    ...options,
  });
}

describeReads("an audit of the rule in force", async (openStore) => {
  const app = testApp(await openStore());

  it("judges the file's chances round by round, learns nothing, and replays from its two files", async () => {
    const study = await anAudit(app);
    const { studyId } = study;
    const first = await playRound(app, study, [() => true, () => true, () => false]);
    const { round: given } = await openRound(app, { studyId });
    await cancelRound(app, { studyId, round: given, reason: "trouble" });
    await addPeople(app, study, { people: madeUpPeople(12), chances: chances(12) });
    await erasePerson(app, {
      studyId,
      personId: first.people[0]?.personId ?? "",
      accountId: study.operatorId,
    });
    for (let more = 0; more < 2; more += 1) await playRound(app, study, [() => false, () => true]);
    for (const { studyId } of await listStudiesBehind(app)) await applyUpdates(app, studyId);

    const { log, features } = await exportStudy(app, studyId);
    const report = replay(log, features);
    expect(report.problems).toEqual([]);
    expect(report.rounds.map(({ round, t }) => [round, t])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
      [4, 3],
    ]);
    // Four a round, but one was erased.
    expect(report.chanceCount).toBe(15);
    const { isAudit, findings } = await readFindings(app, studyId, { reader: "researcher" });
    expect(isAudit).toBe(true);
    expect(findings?.reports).toMatchObject({ reports: 1, rounds: 3 });
    const entries = log.trimEnd().split("\n").map(readLine);
    const types = new Set(entries.map(({ type }) => type));
    expect(types).not.toContain("learner.updated");
    const closings = entries.filter((entry) => entry.type === "round.closed");
    expect(closings.every(({ body }) => !("draw" in body))).toBe(true);
    expect(first.result?.violations.length).toBeGreaterThan(0);
    expect(first.result?.violations.every(({ weight }) => weight === "1")).toBe(true);
    expect(first.people.every(({ selected }) => selected === null)).toBe(true);
  });

  it("has exactly the file's chances, given as shares or percentages", async () => {
    const people = madeUpPeople(4);
    const inHundred = await anAudit(app, { people, chances: ["1.1", "0.50", "100", "7e-7"] });
    const asShares = await anAudit(app, {
      people,
      chances: ["0.3333333333333333", "1.0", "0", "0.10"],
      columns: [],
    });
    expect(await openedChances(inHundred)).toEqual({ p1: "0.011", p2: "0.005", p3: "1", p4: "7e-9" });
    expect(await openedChances(asShares)).toEqual({ p1: "0.3333333333333333", p2: "1", p3: "0", p4: "0.1" });
  });

  it("draws a round's people by lot, and refuses chosen people", async () => {
    const { studyId } = await anAudit(app);
    const error = await refused(openRound(app, { studyId, personIds: ["p1"] }), "bad-input");
    expect(error.message).toContain("drawn by lot");
    const { round } = await openRound(app, { studyId });
    const { people } = await readRoundDetails(app, studyId, round);
    expect(people).toHaveLength(4);
    expect(people.map(({ personId }) => personId)).not.toEqual(["p1", "p2", "p3", "p4"]);
  });

  it("ends when all people were judged, with fewer in the last round", async () => {
    const study = await anAudit(app, { people: madeUpPeople(5), chances: chances(5) });
    const sizes = [await playRound(app, study, []), await playRound(app, study, [])];
    expect(sizes.map(({ people }) => people.length)).toEqual([4, 1]);
    await refused(openRound(app, { studyId: study.studyId }), "not-enough-people");
  });

  it("refuses outcomes, has no decisions, and shows no learner", async () => {
    const study = await anAudit(app);
    const { studyId, operatorId: accountId } = study;
    await playRound(app, study, [() => true, () => true]);
    const batch = { studyId, accountId, idempotencyKey: "outcomes" };
    const error = await refused(
      recordOutcomes(app, batch, [{ round: 1, position: 0, value: "yes" }]),
      "study-audits",
    );
    expect(error.message).toContain("takes no outcomes");
    expect(await revealSealedOutcomes(app, { studyId, accountId, round: 1 })).toEqual([]);
    await refused(readUploadedOutcomes(app, studyId), "study-audits");
    await refused(exportDecisions(app, studyId), "study-audits");
    await refused(readOverview(app, studyId), "study-audits");
    await refused(readPolicyView(app, studyId), "study-audits");
    const { rounds } = await readWatchedRounds(app, { studyId });
    expect(rounds[0]?.result?.draw).toBeNull();
    const result = await readResult(app, { studyId, round: 1, accountId: study.auditorIds[0] ?? "" });
    expect(result.pairRule).toBeNull();
  });

  it("names row and column of each invalid chance, in the first file and in a later one", async () => {
    const bad = { people: madeUpPeople(4), chances: ["0.5", "", "1.2", "often"] };
    await expect(anAudit(app, { ...bad, columns: [] })).rejects.toThrow(
      /Row 3, column “score”: found nothing, expected a chance from 0 to 1\..*Row 4, .*found “1.2”.*Row 5, .*“often”/,
    );
    const study = await anAudit(app);
    const more = { people: madeUpPeople(2), chances: ["100", "100.5"] };
    await expect(addPeople(app, study, more)).rejects.toThrow();
    const plan = await checkFile(app, furtherPeople, study.studyId);
    expect(plan?.problems.map(({ message }) => message)).toEqual([
      "Row 3, column “score”: found “100.5”, expected a chance from 0 to 100.",
    ]);
  });

  async function openedChances({ studyId }: TestStudy): Promise<Record<string, string>> {
    const { round } = await openRound(app, { studyId });
    const { people } = await readRoundDetails(app, studyId, round);
    return Object.fromEntries(people.map(({ personId, chance }) => [personId, chance]));
  }
});
