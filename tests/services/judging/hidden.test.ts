import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readJudging } from "#server/services/judging/read-judging.ts";
import { readMyRounds } from "#server/services/judging/read-my-rounds.ts";
import { readOwnReceipts } from "#server/services/judging/read-own-receipts.ts";
import { readPractice } from "#server/services/judging/read-practice.ts";
import { readReceiptProof } from "#server/services/judging/read-receipt-proof.ts";
import { readReceipts } from "#server/services/judging/read-receipts.ts";
import { readResult } from "#server/services/judging/read-result.ts";
import { closeRound } from "#server/services/rounds/close-round.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { readBoard } from "#server/services/rounds/read-board.ts";
import { readDecisions } from "#server/services/rounds/read-decisions.ts";
import { readWaiting } from "#server/services/rounds/read-waiting.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { auditor, hidden, judgingStudy, save, sealVerdicts, type Where } from "./judging-study.ts";

/** All that an auditor can ask of the judging services. */
const queries = {
  readJudging,
  readMyRounds,
  readOwnReceipts,
  readPractice: (app: TestApp, { studyId }: Where) => readPractice(app, studyId),
  readReceiptProof: proofsOfOwn,
  readReceipts,
  readResult,
};

async function proofsOfOwn(app: TestApp, where: Where) {
  const { ballots } = await readOwnReceipts(app, where);
  return Promise.all(ballots.map(({ seq }) => readReceiptProof(app, { ...where, seq })));
}

describeEngines("a column that is not shown", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });
  afterAll(() => app.close());

  const answers = async (where: Where) =>
    Promise.all(
      Object.entries(queries).map(async ([name, query]) => [
        name,
        JSON.stringify(await query(app, { ...where, before: undefined })),
      ]),
    );

  it("is in no answer to an auditor: not its name, its label, its unit or a cell, nor what names a person", async () => {
    const study = await judgingStudy(app);
    const { studyId } = study;
    await openRound(app, { studyId });
    const where = { studyId, round: 1, accountId: auditor(study, 0) };
    const seen = await answers(where);
    await save(app, where, [[0, 2, "unfair"]]);
    await sealVerdicts(app, where, [[0, 2, "unfair"]]);
    seen.push(...(await answers(where)));
    await closeRound(app, { studyId, round: 1 });
    seen.push(...(await answers(where)));
    for (const [query, answer] of seen) {
      for (const word of Object.values(hidden)) expect(answer, `${query}: ${word}`).not.toContain(word);
    }
    expect(
      seen.filter(([, answer]) => answer?.includes('"90","rent"')),
      "the shown cells: of the page each time, of the result once it is closed",
    ).toHaveLength(4);
  });

  it("is known to the study all the same, as are the people's names to its operator", async () => {
    const { studyId } = await judgingStudy(app);
    const waiting = await readWaiting(app, { studyId, after: 0, search: "" });
    expect(waiting.people[0]?.identifiers).toEqual([`${hidden.person}1`]);
    await openRound(app, { studyId });
    const [asOperator, others] = [
      await readBoard(app, studyId, 1, { withIdentifiers: true }),
      await readBoard(app, studyId, 1),
    ];
    expect(asOperator.people[0]).toMatchObject({ cells: ["90", "rent"], identifiers: [`${hidden.person}1`] });
    expect(others.people[0]).toMatchObject({ cells: ["90", "rent"], identifiers: null });
    const { person: _, ...column } = hidden;
    for (const word of Object.values(column)) expect(JSON.stringify(asOperator), word).not.toContain(word);
    for (const word of Object.values(hidden)) expect(JSON.stringify(others), word).not.toContain(word);
    await closeRound(app, { studyId, round: 1 });
    const decisions = (await Array.fromAsync(await readDecisions(app, studyId, 1))).join("").split("\r\n");
    expect(decisions[0]).toBe(
      "round,person,in the log,identifier 1,field: Income,field: Housing,chance,decision,outcome",
    );
    expect(decisions[1]).toMatch(/^1,1,p1,case-1,90,rent,0\./);
    for (const word of Object.values(column)) expect(decisions.join(), word).not.toContain(word);
    const data = await app.store.read((db) =>
      db.q
        .select({ studyId: db.t.personData.studyId, features: db.t.personData.features })
        .from(db.t.personData),
    );
    const mine = data.filter((row) => row.studyId === studyId);
    expect(mine.every(({ features }) => features.includes(hidden.cell))).toBe(true);
  });

  it("was looked for in every query there is", async () => {
    const files = await readdir("server/services/judging");
    const readers = files.filter((file) => file.startsWith("read-"));
    const camel = (file: string) =>
      file.replace(".ts", "").replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    expect(readers.map(camel).sort()).toEqual(Object.keys(queries).sort());
  });
});
