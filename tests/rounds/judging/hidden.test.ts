import { expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { exportDecisions } from "#server/rounds/export-decisions.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readWaiting } from "#server/rounds/read-people.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { hidden, judgingStudy } from "./judging-study.ts";

/** No answer to an auditor contains this text: see tests/http/hidden-columns.test.ts. */
describeEngines("a column that is not shown", async (openStore) => {
  const app = testApp(await openStore());

  it("is stored in the study, and its operator sees the people's names", async () => {
    const { studyId } = await judgingStudy(app);
    const waiting = await readWaiting(app, { studyId, after: 0, search: "" });
    expect(waiting.people[0]?.identifiers).toEqual([`${hidden.person}1`]);
    await openRound(app, { studyId });
    const [asOperator, others] = [
      await readRoundDetails(app, studyId, 1, { reader: "operator" }),
      await readRoundDetails(app, studyId, 1),
    ];
    expect(asOperator.people[0]).toMatchObject({ cells: ["90", "rent"], identifiers: [`${hidden.person}1`] });
    expect(others.people[0]).toMatchObject({ cells: ["90", "rent"], identifiers: null });
    const { person: _, ...column } = hidden;
    for (const word of Object.values(column)) expect(JSON.stringify(asOperator), word).not.toContain(word);
    for (const word of Object.values(hidden)) expect(JSON.stringify(others), word).not.toContain(word);
    await closeRound(app, { studyId, round: 1 });
    const decisions = (await Array.fromAsync(await exportDecisions(app, studyId, 1))).join("").split("\r\n");
    expect(decisions[0]).toBe(
      "round,person,in the log,identifier 1,field: Income,field: Housing,chance,decision,overridden because,outcome",
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
});
