import { beforeAll, expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import { readWhatIf } from "#server/results/what-if/read-what-if.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { readRecord, replayRecord } from "#tests/replay/record.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { listedStudy, testList } from "#tests/setup/listed-study.ts";
import { playRound } from "#tests/setup/play.ts";
import { recordOf, verified } from "#tests/setup/verify.ts";

describeReads("the record of a study whose rules lie in a list", (openStore) => {
  let app: TestApp;
  let studyId: string;
  let operatorId: string;
  let text: Uint8Array;
  beforeAll(async () => {
    app = testApp(await openStore());
    const study = await listedStudy(app);
    ({ studyId, operatorId, text } = study);
    for (const round of [1, 2, 3]) {
      const { people, result } = await playRound(app, study, [() => true, () => round % 2 === 0, () => true]);
      expect(result?.rule).toMatch(/accept/);
      const picked = people.filter(({ selected }) => selected);
      const outcomes = picked.map(({ position }) => ({ round, position, value: "no" as const }));
      const batch = { studyId, accountId: operatorId, idempotencyKey: `outcomes ${round}` };
      if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
    }
  });

  const exported = async () => {
    const { lines } = await exportRecord(app, studyId);
    return (await Array.fromAsync(lines)).join("");
  };
  const computedOf = (log: string) => {
    const entries = log.trimEnd().split("\n").map(readLine);
    const count = (type: string) => entries.filter((entry) => entry.type === type).length;
    const chances = log.match(/"chance":"/g)?.length;
    return { chances, panels: 3, draws: 3, states: count("learner.updated") };
  };

  it("begins with the list, and both implementations verify it to the bit", async () => {
    const record = await exported();
    const { rules, log, ...rest } = readRecord(record);
    expect(record.startsWith('{"rules":"[{')).toBe(true);
    expect(JSON.parse(rules).rules).toBe(new TextDecoder().decode(text));
    expect(JSON.parse(record.trimEnd().split("\n").at(-1) ?? "").manifest).toMatchObject({ rules: 1 });
    expect(log).not.toContain(JSON.stringify(testList.predicates[1]));
    const { problems, computed, reservations } = verified({ rules, log, ...rest });
    expect(problems).toEqual([]);
    expect(computed).toEqual(computedOf(log));
    expect(computed.states).toBeGreaterThan(1);
    expect(reservations.map(({ kind }) => kind)).toEqual(["no-beacon", "no-witness"]);
    expect(new Set(log.match(/"chance":"[^"]*"/g)).size).toBeGreaterThan(6);
    const second = replayRecord(record);
    expect(second.problems).toEqual([]);
    expect(second.chanceCount).toBe(computed.chances);
  });

  it("is verified in mode guarded too; the explorer does not replay it", async () => {
    const study = await listedStudy(app, { settings: guardedSettings });
    const { result } = await playRound(app, study, [() => true, () => true, () => true]);
    expect(result).not.toBeNull();
    await playRound(app, study, []);
    const record = (await Array.fromAsync((await exportRecord(app, study.studyId)).lines)).join("");
    const parts = readRecord(record);
    const { problems, computed } = verified(parts);
    expect(problems).toEqual([]);
    expect(computed).toMatchObject({ panels: 2, draws: 2 });
    expect(computed.states).toBeGreaterThan(0);
    expect(replayRecord(record).problems).toEqual([]);
    expect(verified({ ...parts, features: "", totals: "" }).problems).toEqual([]);
    const { learner } = await readWhatIf(app, study.studyId);
    expect(learner).toMatchObject({ isListAside: true, ruleCount: 2 + testList.rules.length });
  });

  it("is refused with another list, and is checked only in part without the list", async () => {
    const parts = readRecord(await exported());
    const rules = parts.rules.replace("\\n0\\n", "\\n1\\n");
    expect(rules).not.toBe(parts.rules);
    const { answer, problems, reservations } = verified({ ...parts, rules });
    expect(answer).toBe("fails");
    expect(reservations.map(({ kind }) => kind)).toEqual(["no-rules", "no-beacon", "no-witness"]);
    expect(problems.map(({ what }) => what)).toEqual(["list of rules: hash"]);
    expect(replayRecord(recordOf({ ...parts, rules })).ok).toBe(false);
    const alone = verified({ ...parts, features: "", totals: "" });
    expect(alone.problems).toEqual([]);
    expect(alone.answer).toBe("holds-in-part");
  });

  it("also holds after an erasure", async () => {
    await erasePerson(app, { studyId, accountId: operatorId, personId: "p1" });
    const record = await exported();
    const { problems, reservations } = verified(readRecord(record));
    expect(problems).toEqual([]);
    expect(reservations.map(({ kind }) => kind)).toContain("fitting-totals");
    expect(replayRecord(record).problems).toEqual([]);
  });
});
