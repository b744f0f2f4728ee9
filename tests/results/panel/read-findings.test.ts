import { expect, it } from "vitest";
import { saveRemark } from "#db/queries/remarks.ts";
import type { ReaderRole } from "#server/accounts/memberships.ts";
import { wilson } from "#server/analysis/findings/wilson.ts";
import { readFindings } from "#server/results/panel/read-findings.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { auditor, hidden, judgingStudy, save, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { countWorkerCalls } from "#tests/setup/worker-calls.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";
import { tableRows } from "../table-rows.ts";

/** Incomes 90, 80, 20 and 10, all renting; (0,2), (0,3), (1,2) and (1,3) can be judged, and 2 flags of 3 are needed. */
describeReads("findings", async (openStore) => {
  const read = (reader: ReaderRole = "researcher") => readFindings(app, studyId, { reader });
  const table = (name: string) => tableRows(app, studyId, name);

  const app = testApp(await openStore());
  const study = await judgingStudy(app);
  const studyId = study.studyId;

  it("has no findings before the first close, whatever was judged", async () => {
    await openRound(app, { studyId });
    const at = (index: number) => ({ studyId, round: 1, accountId: auditor(study, index) });
    await sealVerdicts(app, at(0), [
      [0, 2, "unfair"],
      [0, 3, "acceptable"],
    ]);
    await sealVerdicts(app, at(1), [
      [0, 2, "unfair"],
      [1, 2, "acceptable"],
    ]);
    await sealVerdicts(app, at(2), [[0, 2, "acceptable"]]);
    await save(app, at(2), [[1, 3, "unfair"]]);
    for (const [seatId, again] of [
      ["s1", "unfair"],
      ["s2", "acceptable"],
    ] as const) {
      const row = { studyId, round: 1, seatId, high: 0, low: 2, note: "", reasons: "[]", again, savedAt: 1 };
      await app.store.tx((tx) => saveRemark(tx, row));
    }
    expect(await read()).toMatchObject({ findings: null, openRounds: [1] });
    expect(await table("findings-seats")).toEqual([]);
    expect(await table("findings-disagreements")).toEqual([]);
  });

  it("counts a closed round as it was sealed", async () => {
    await closeRound(app, { studyId, round: 1 });
    await applyUpdates(app, studyId);
    const { findings, fields, openRounds: open } = await read();
    expect(open).toEqual([]);
    expect(findings?.reports).toEqual({ reports: 1, rounds: 1, annulledPairs: 0, ...wilson(1, 1) });
    expect(findings?.pairs).toEqual({ all: 4, reported: 1, flagged: 0, accepted: 2, unsure: 0, unseen: 1 });
    const reported = (await readRoundDetails(app, studyId, 1)).result?.violations;
    expect(reported?.map(({ high, low, flagCount }) => [high, low, flagCount])).toEqual([[0, 2, 2]]);
    expect(fields.map(({ label }) => label)).toEqual(["Income", "Housing"]);
    const nothing = { more: 0, equal: 0, less: 0, other: 0, blank: 0 };
    expect(
      findings?.fields.map(({ field, reported, accepted }) => [field, reported.of, accepted.of]),
    ).toEqual([
      [0, { ...nothing, less: 1 }, { ...nothing, less: 2 }],
      [1, { ...nothing, equal: 1 }, { ...nothing, equal: 2 }],
    ]);
    expect(findings?.seats).toEqual([
      { id: "s1", rounds: 1, asked: 4, unfair: 1, acceptable: 1, unsure: 0 },
      { id: "s2", rounds: 1, asked: 4, unfair: 1, acceptable: 1, unsure: 0 },
      { id: "s3", rounds: 1, asked: 4, unfair: 0, acceptable: 1, unsure: 0 },
    ]);
    expect(findings?.needed[0]?.by.map(({ reports, reportedPairs }) => [reports, reportedPairs])).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
    ]);
    // (0, 2): s1 and s2 flagged it, s3 did not; s1 flagged it again in the repeat, s2 did not.
    expect(findings?.twice).toEqual({ count: 1, total: 2, interval: wilson(1, 2) });
    expect(findings?.reliability.map(({ flagged }) => [flagged.count, flagged.total])).toEqual([
      [1, 2],
      [1, 2],
      [0, 1],
    ]);
    // One pair has at least two answers: u, u, a. n = 3, A = 2 (1)/2 = 1; 1 - 2 (3 - 1)/(9 - 4 - 1) = 0
    expect(findings?.agreement).toEqual({ alpha: 0, interval: null, rounds: 1 });
  });

  it("shows a disputed pair's cards and seats, and people's names only to the operator", async () => {
    const person = (position: number, cells: string[], name: string | null) => ({
      position,
      chance: expect.any(String),
      cells,
      identifiers: name && [name],
    });
    const pair = (names: readonly (string | null)[]) => ({
      ...{ round: 1, flagCount: 2, seatCount: 3, neededFlags: 2, isReported: true, isAnnulled: false },
      high: person(0, ["90", "rent"], names[0] ?? null),
      low: person(2, ["20", "rent"], names[1] ?? null),
      answers: [
        { seat: "s1", word: "unfair", tolerance: null },
        { seat: "s2", word: "unfair", tolerance: null },
        { seat: "s3", word: "acceptable", tolerance: null },
      ],
    });
    expect((await read("operator")).findings?.disputed).toEqual([pair(["case-1", "case-3"])]);
    const others = await read();
    expect(others.findings?.disputed).toEqual([pair([null, null])]);
    for (const word of Object.values(hidden)) expect(JSON.stringify(others)).not.toContain(word);
    const seen = Object.values({ ...hidden, person: "auditor-" });
    for (const word of seen) expect(JSON.stringify(await read("operator"))).not.toContain(word);
  });

  it("can be downloaded as tables, without names or hidden fields", async () => {
    expect(await table("findings-reports")).toEqual([`1,1,1,${wilson(1, 1).low},1,0`]);
    expect(await table("findings-fields")).toEqual([
      `Income,reported,0,0,1,0,0,0,0,${wilson(0, 1).high}`,
      `Income,accepted,0,0,2,0,0,0,0,${wilson(0, 2).high}`,
      `Housing,reported,0,1,0,0,0,1,${wilson(1, 1).low},1`,
      `Housing,accepted,0,2,0,0,0,1,${wilson(2, 2).low},1`,
    ]);
    expect(await table("findings-agreement")).toEqual(["0,,,1"]);
    expect(await table("findings-seats")).toEqual(["s1,1,4,2,1,1,0", "s2,1,4,2,1,1,0", "s3,1,4,1,0,1,0"]);
    expect(await table("findings-reliability")).toEqual([
      `s1,2,1,0.5,${wilson(1, 2).low},${wilson(1, 2).high}`,
      `s2,2,1,0.5,${wilson(1, 2).low},${wilson(1, 2).high}`,
      `s3,1,0,0,0,${wilson(0, 1).high}`,
    ]);
    expect((await table("findings-needed")).map((line) => line.split(",").slice(0, 5).join())).toEqual([
      "3,2,1,1,1",
      "3,2,2,1,1",
      "3,2,3,1,0",
    ]);
    expect(await table("findings-disagreements")).toEqual([
      "1,0,2,2,2,true,false,s1,unfair",
      "1,0,2,2,2,true,false,s2,unfair",
      "1,0,2,2,2,true,false,s3,acceptable",
    ]);
  });

  it("leaves out erased people, and counts the lost pairs", async () => {
    const { people } = await readRoundDetails(app, studyId, 1);
    await erasePerson(app, { studyId, personId: people[2]?.personId ?? "", accountId: study.operatorId });
    const { findings } = await read("operator");
    // (0,2) was reported and (1,2) accepted: only (0,3) can still be compared.
    expect(findings?.erased).toBe(2);
    expect(findings?.fields.map(({ reported, accepted }) => [reported.total, accepted.total])).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(findings?.pairs).toMatchObject({ reported: 1, accepted: 2 });
    // There is no share of zero pairs.
    expect((await table("findings-fields"))[0]?.split(",").slice(0, 8)).toEqual([
      ...["Income", "reported", "0", "0", "0", "0", "0", ""],
    ]);
    expect(findings?.disputed[0]?.low).toMatchObject({ cells: null, identifiers: null });
  });

  it("includes a second closed round, but no cancelled or open one", async () => {
    await openRound(app, { studyId });
    expect((await read()).findings?.reports.rounds).toBe(1);
    const at = (index: number) => ({ studyId, round: 2, accountId: auditor(study, index) });
    await sealVerdicts(app, at(0), [[0, 2, "unfair"]], "2");
    await sealVerdicts(app, at(1), [[0, 2, "acceptable"]], "2");
    await closeRound(app, { studyId, round: 2 });
    // Rounds not counted yet are counted at the next request, and only once.
    const { app: counting, callsOf, fail } = countWorkerCalls(app);
    const ask = () => readFindings(counting, studyId, { reader: "researcher" });
    fail("addUpFindings");
    await expect(ask()).rejects.toThrow("the worker was stopped");
    await ask();
    expect(await ask()).toEqual(await read());
    expect(callsOf("addUpFindings")).toBe(2);
    const { findings } = await read();
    expect(findings?.reports).toMatchObject({ reports: 1, rounds: 2 });
    expect(findings?.seats[0]).toMatchObject({ rounds: 2, unfair: 2 });
    expect(findings?.pairs.reported).toBe(1);
    // The newest round last: one flag is too few, and one seat judged nothing.
    expect((await table("findings-disagreements")).slice(-3)).toEqual([
      "2,0,2,1,2,false,false,s1,unfair",
      "2,0,2,1,2,false,false,s2,acceptable",
      "2,0,2,1,2,false,false,s3,not_looked_at",
    ]);
  });

  it("refuses a draft and a study that does not exist", async () => {
    const draft = await startDraft(app);
    await refused(readFindings(app, draft.studyId, { reader: "researcher" }), "study-not-ready");
    await refused(readFindings(app, app.newId(), { reader: "researcher" }), "not-found");
  });
});
