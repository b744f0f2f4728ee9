import { expect, it } from "vitest";
import { findRound } from "#db/queries/rounds.ts";
import { queueOrder } from "#server/audit-log/queue-order.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import type { StudyOptions } from "#tests/setup/study.ts";
import { alike, auditor, judgingStudy, save, sealVerdicts } from "./judging-study.ts";

describeReads("what an auditor sees of a round", async (openStore) => {
  const app = testApp(await openStore());

  async function opened({ deadlineAt, ...made }: StudyOptions & { deadlineAt?: number } = {}) {
    const study = await judgingStudy(app, made);
    await openRound(app, { studyId: study.studyId, ...(deadlineAt && { deadlineAt }) });
    const at = (index: number) => ({ studyId: study.studyId, round: 1, accountId: auditor(study, index) });
    return { study, at };
  }

  it("is the people with their chances and visible fields, and every pair that can be judged", async () => {
    const { at } = await opened();
    const view = await readJudging(app, at(0));
    expect(view.people.map(({ cells }) => cells)).toEqual(
      ["90", "80", "20", "10"].map((income) => [income, "rent"]),
    );
    expect(view.people.map(({ chance }) => Number(chance).toFixed(3))).toEqual([
      "0.941",
      "0.941",
      "0.118",
      "0.059",
    ]);
    expect(new Set(view.pairs.map(String))).toEqual(new Set(["0,2", "0,3", "1,2", "1,3"]));
    expect(view.fields).toEqual([
      { name: "income", label: "Income", unit: "", type: "number", isDate: false, words: {} },
      { name: "housing", label: "Housing", unit: "", type: "category", isDate: false, words: {} },
    ]);
    expect(view.panel).toEqual({ seatCount: 3, neededFlags: 2, rule: null, seats: [] });
    expect(view).toMatchObject({
      trouble: null,
      savedAt: null,
      msPerPair: null,
      repeatCount: 0,
      nextVersion: 1,
    });
    expect(view.guideline).toEqual({
      purpose: "Small loans",
      body: "Judge what you see.",
      language: "en",
      version: 1,
      latest: 1,
    });
  });

  it("contains no pair if all chances are equal, and an empty ballot can be sealed", async () => {
    const { at } = await opened({ people: alike });
    expect((await readJudging(app, at(0))).pairs).toEqual([]);
    await sealVerdicts(app, at(0), []);
    expect((await readJudging(app, at(0))).sealed).toMatchObject({ version: 1, verdicts: [] });
  });

  it("names the fields as the operator named them", async () => {
    const words = [{ word: "rent", label: "Rents a flat" }];
    const { at } = await opened({ columns: [{ label: "Monthly income", unit: "€" }, {}, { words }] });
    const { fields } = await readJudging(app, at(0));
    expect(fields[0]).toMatchObject({ name: "income", label: "Monthly income", unit: "€" });
    expect(fields[1]).toMatchObject({ label: "Housing", unit: "", words: { rent: "Rents a flat" } });
  });

  it("accepts verdicts until the deadline, and names the entry that ended judging", async () => {
    const { study, at } = await opened({ deadlineAt: app.now() + 1_000 });
    expect((await readJudging(app, at(0))).round).toMatchObject({
      state: "open",
      takesVerdicts: true,
      closedSeq: null,
    });
    const deadline = (await readJudging(app, at(0))).round.deadlineAt ?? 0;
    for (const [now, isInTime] of [
      [deadline - 1, true],
      [deadline, false],
    ] as const) {
      const then = { ...app, now: () => now };
      expect((await readJudging(then, at(0))).round.takesVerdicts).toBe(isInTime);
      const saved = save(then, at(0), [[0, 2, "unfair"]]);
      await (isInTime ? saved : refused(saved, "deadline-passed"));
    }
    app.clock.advance(2_000);
    expect((await readJudging(app, at(0))).round).toMatchObject({ state: "open", takesVerdicts: false });
    const { seq } = await closeRound(app, { studyId: study.studyId, round: 1 });
    expect((await readJudging(app, at(0))).round).toMatchObject({
      state: "closed",
      takesVerdicts: false,
      closedSeq: seq,
    });
  });

  it("contains the auditor's own saved verdicts and ballot, and no other auditor's", async () => {
    const { at } = await opened();
    const [high, low] = [0, 2];
    await save(app, at(0), [[high, low, "unfair"]]);
    await sealVerdicts(app, at(1), [[high, low, "unsure"]]);
    const mine = await readJudging(app, at(0));
    expect(mine.saved).toEqual([[high, low, "unfair"]]);
    expect(mine.savedAt).toBeGreaterThan(0);
    await save(app, at(0), [[1, 3, "unsure"]]);
    const { savedAt } = await readJudging(app, at(0));
    await save(app, at(0), [[0, 3, "unsure"]]);
    expect((await readJudging(app, at(0))).savedAt).toBeGreaterThan(savedAt ?? 0);
    expect(mine.sealed).toBeNull();
    const theirs = await readJudging(app, at(1));
    expect(theirs.saved).toEqual([]);
    expect(theirs.sealed).toMatchObject({ version: 1, verdicts: [[high, low, "unsure"]] });
    const third = JSON.stringify(await readJudging(app, at(2)));
    expect(third).not.toMatch(/unfair|unsure/);
  });

  it("lists the same pairs for every auditor, each in a different order", async () => {
    const { study, at } = await opened();
    const round = await app.store.read((db) => findRound(db, study.studyId, 1));
    const pairs = [
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
    ] as const;
    for (const index of [0, 1, 2]) {
      const view = await readJudging(app, at(index));
      expect(view.seat).toBe(`s${index + 1}`);
      expect(view.pairs).toEqual(queueOrder(pairs, round?.noiseSeed ?? "", view.seat));
    }
  });

  it("refuses a verdict given on another seat's page, so it never counts for another auditor", async () => {
    const { at } = await opened();
    const [high, low] = [0, 2];
    const verdicts: Verdict[] = [[high, low, "unfair"]];
    await expect(saveVerdicts(app, { ...at(1), seat: "s1" }, verdicts)).rejects.toMatchObject({
      code: "not-on-panel",
    });
    expect((await readJudging(app, at(1))).saved).toEqual([]);
    await saveVerdicts(app, { ...at(0), seat: "s1" }, verdicts);
    expect((await readJudging(app, at(0))).saved).toHaveLength(1);
  });

  it("keeps the last of two verdicts on a pair sent in one request", async () => {
    const { at } = await opened();
    const [one, other] = (await readJudging(app, at(0))).pairs.toSorted();
    if (one === undefined || other === undefined) throw new Error("too few pairs");
    const on = ([high, low]: Pair, word: "unfair" | "unsure"): Verdict => [high, low, word];
    await saveVerdicts(app, at(0), [on(other, "unfair"), on(one, "unfair"), on(other, "unsure")]);
    const saved = async () => (await readJudging(app, at(0))).saved;
    expect(await saved()).toEqual([
      [...one, "unfair"],
      [...other, "unsure"],
    ]);
    await saveVerdicts(app, at(0), [on(one, "unsure")], [one, other]);
    expect(await saved()).toEqual([[...one, "unsure"]]);
  });

  it("saves the other verdicts if a pair cannot be judged, and says which and why", async () => {
    const { at } = await opened();
    const given = [
      [0, 2],
      [4, 0],
      [0, 4],
      [1, 1],
      [2, 3],
      [3, 0],
    ] as const;
    const verdicts = given.map(([high, low]): Verdict => [high, low, "unfair"]);
    const { refused } = await saveVerdicts(app, at(0), verdicts);
    const near = (high: number, low: number) =>
      `Position ${high} does not have a chance more than 0.1 above position ${low}.`;
    const messages = [
      "The round has positions 0 to 3, not 4.",
      "The round has positions 0 to 3, not 4.",
      "A pair needs two people, not position 1 twice.",
      near(2, 3),
      near(3, 0),
    ];
    const pairs = given.slice(1);
    expect(refused).toEqual(pairs.map(([high, low], index) => ({ high, low, message: messages[index] })));
    expect((await readJudging(app, at(0))).saved).toEqual([[0, 2, "unfair"]]);
  });

  it("is refused to an auditor without a seat on its panel", async () => {
    const { at } = await opened();
    const other = await judgingStudy(app);
    await expect(readJudging(app, { ...at(0), accountId: auditor(other, 0) })).rejects.toMatchObject({
      code: "not-on-panel",
    });
  });
});
