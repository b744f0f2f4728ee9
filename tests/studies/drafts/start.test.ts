import { expect, it } from "vitest";
import { readStudy } from "#server/results/read-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { readPublishing, startPublishing } from "#server/studies/drafts/publish-job.ts";
import { readStart } from "#server/studies/drafts/start.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { learningOf } from "#server/studies/settings.ts";
import type { PriorDraft } from "#server/study/draft.ts";
import { rulesContext } from "#server/study/rules/rules.ts";
import { cureParts } from "#server/study/start/cures.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { allUsed } from "#tests/study/drafts.ts";
import { completeDraft, type Drafting, startDraft } from "./drafting.ts";

const scores = [0.1, 0.2, 0.39, 0.75, 1];

describeReads("where a study starts", async (openStore) => {
  const app = testApp(await openStore());

  async function startingWith(prior: Partial<PriorDraft>): Promise<Drafting> {
    const drafting = await completeDraft(app);
    const { settings } = (await drafting.view()).draft;
    await drafting.save({
      settings: {
        ...settings,
        roundSize: "12",
        picks: { rule: "free", count: "" },
        prior: { ...settings.prior, ...prior },
      },
    });
    return drafting;
  }

  async function publish({ studyId, operatorId, view }: Drafting) {
    const { revision } = (await view()).draft;
    const { finished } = await startPublishing(app, { studyId, accountId: operatorId, revision });
    await finished;
    return readPublishing(app, studyId);
  }

  it("is not shown before file, rules and settings are complete", async () => {
    const { studyId, upload } = await startDraft(app);
    expect(await readStart(app, studyId)).toBeNull();
    await upload("months\n3\n4\n9\n");
    expect(await readStart(app, studyId)).toBeNull();
  });

  it("gives a quarter to each constant rule and half to the others, in both directions", async () => {
    const { studyId } = await startingWith({ kind: "usual" });
    // Six cuts in both directions: six of twelve rules accept each person.
    const half = expect.closeTo(0.5, 12);
    expect(await readStart(app, studyId)).toMatchObject({
      lookedAt: 12,
      count: 12,
      mean: half,
      smallest: half,
      largest: half,
      score: null,
    });
  });

  it("warns that no pair can be judged, and its suggested change fixes this as predicted", async () => {
    const drafting = await startingWith({ kind: "usual" });
    const { studyId, view, save } = drafting;
    const start = await readStart(app, studyId);
    expect(start?.warnings.map(({ kind }) => kind)).toEqual(["alike"]);
    expect(start?.cures.map(({ name }) => name)).toEqual(["directions"]);
    const said = start?.cures.find(({ name }) => name === "directions")?.figures;
    const { draft, reading } = await view();
    const context = rulesContext(draft, reading);
    if (context === null) throw new Error("a complete draft");
    await save(cureParts("directions", draft, context) ?? {});
    const mended = await readStart(app, studyId);
    expect(mended?.warnings).toEqual([]);
    expect(said).toEqual({
      smallest: mended?.smallest,
      largest: mended?.largest,
      picks: mended?.picked.reduce((sum, share, count) => sum + share * count, 0),
      none: mended?.picked[0],
      all: mended?.picked.at(-1),
      pairs: mended?.pairs.at(-1)?.pairs,
    });
    // The highest passes every cut, the lowest none: 1/4 to 3/4.
    expect([mended?.smallest, mended?.largest]).toEqual([0.25, 0.75].map((end) => expect.closeTo(end, 12)));
    expect(mended?.columns.reduce((sum, people) => sum + people, 0)).toBe(12);
    expect(mended?.highest[0]?.chance).toBe(mended?.largest);
    expect(mended?.lowest.at(-1)?.chance).toBe(mended?.smallest);
  });

  it("warns of rounds that pick no one, and predicts the effect of an even draw", async () => {
    const drafting = await startingWith({ kind: "constants" });
    const { settings } = (await drafting.view()).draft;
    await drafting.save({ settings: { ...settings, draw: "one-rule" } });
    const start = await readStart(app, drafting.studyId);
    expect(start?.warnings.map(({ kind }) => kind)).toEqual(["alike", "all-or-none"]);
    const even = start?.cures.find(({ name }) => name === "even")?.figures;
    // Each person at one half, rounds of all twelve: six are always picked.
    expect(even).toMatchObject({ none: 0, all: 0, picks: expect.closeTo(6, 9) });
    expect(start?.picked[0]).toBeGreaterThanOrEqual(0.25);
  });

  it("stops when the request is aborted", async () => {
    const { studyId } = await startingWith({ kind: "usual" });
    const waiting = new AbortController();
    const aborted = refused(readStart(app, studyId, waiting.signal), "busy");
    waiting.abort();
    await aborted;
    expect(await readStart(app, studyId)).not.toBeNull();
  });

  it("matches the requested share, in the spec and in the first round", async () => {
    const drafting = await startingWith({ kind: "share", share: "37.5" });
    const { studyId } = drafting;
    expect((await readStart(app, studyId))?.mean).toBeCloseTo(0.375, 9);
    expect(await publish(drafting)).toEqual({ state: "done" });
    const { learner } = learningOf((await readStudy(app, studyId)).settings);
    expect(learner.prior).toEqual({ kind: "constants", none: "0.375", all: "0.125" });
    await seatAuditor(app, { studyId, accountId: await addAccount(app, `auditor-${studyId}`) });
    await openRound(app, { studyId });
    const { people } = await readRoundDetails(app, studyId, 1);
    const mean = people.reduce((sum, { chance }) => sum + Number(chance), 0) / people.length;
    expect(people).toHaveLength(12);
    expect(mean).toBeCloseTo(0.375, 9);
  });

  it("has the number of picks that the file's outcomes suggest, in spec and first round", async () => {
    const drafting = await startingWith({ kind: "usual" });
    const { studyId } = drafting;
    const { settings } = (await drafting.view()).draft;
    await drafting.save({ settings: { ...settings, picks: { rule: "usual", count: "" } } });
    const start = await readStart(app, studyId);
    expect(await publish(drafting)).toEqual({ state: "done" });
    const { learner } = learningOf((await readStudy(app, studyId)).settings);
    const count = Number(learner.picks?.count);
    expect(learner.picks).toEqual({ rule: "exactly", count: expect.stringMatching(/^([1-9]|1[01])$/) });
    expect(start?.picked[count]).toBeCloseTo(1, 9);
    await seatAuditor(app, { studyId, accountId: await addAccount(app, `auditor-${studyId}`) });
    await openRound(app, { studyId });
    const { people } = await readRoundDetails(app, studyId, 1);
    expect(people.reduce((sum, { chance }) => sum + Number(chance), 0)).toBeCloseTo(count, 12);
  });

  it("is refused with a number of picks above the people in a round, and nothing is published", async () => {
    const drafting = await startingWith({ kind: "usual" });
    const { settings, revision } = (await drafting.view()).draft;
    await drafting.save({ settings: { ...settings, picks: { rule: "exactly", count: "13" } } });
    const { studyId, operatorId: accountId } = drafting;
    const problem = await refused(
      startPublishing(app, { studyId, accountId, revision: revision + 1 }),
      "bad-input",
    );
    expect(problem.problems).toMatchObject([{ field: "settings.picks.count" }]);
    expect(await readStart(app, studyId)).toBeNull();
  });

  it("approximates a score in use, reports the distance, and the first round starts there", async () => {
    const drafting = await startDraft(app);
    const { studyId, upload, view, save } = drafting;
    await upload(`score,age\n${scores.map((score, index) => `${score},${20 + index}`).join("\n")}\n`);
    const { people, rules, settings } = (await view()).draft;
    if (people === null) throw new Error("no people");
    await save({
      purpose: { name: "Scores", purpose: "Who gets a loan?", guidelines: "Judge what you see." },
      people: allUsed(people),
      rules: {
        ...rules,
        thresholds: [{ source: 0, direction: "both", by: "typed", count: "", values: "0.2 0.4 0.6 0.8" }],
      },
      settings: {
        ...settings,
        // Without a limit, so that the first chances are the base chances.
        mode: "known",
        roundSize: "5",
        prior: { ...settings.prior, kind: "score", source: 0 },
      },
    });
    // 0.8 of the score, rounded down to a cut below it, and 0.2 of 1/2: every pair of rules accepts each person once.
    const expected = [0, 0, 0.2, 0.6, 0.8].map((grid) => 0.8 * grid + 0.1);
    const gaps = expected.map((chance, index) => Math.abs(chance - (scores[index] ?? 0)));
    const near = (value: number) => expect.closeTo(value, 12);
    expect(await readStart(app, studyId)).toMatchObject({
      count: 5,
      mean: near(expected.reduce((sum, each) => sum + each, 0) / 5),
      score: { mean: near(gaps.reduce((sum, each) => sum + each, 0) / 5), largest: near(Math.max(...gaps)) },
    });
    expect(await publish(drafting)).toEqual({ state: "done" });
    await seatAuditor(app, { studyId, accountId: await addAccount(app, `auditor-${studyId}`) });
    await openRound(app, { studyId });
    const { people: inRound } = await readRoundDetails(app, studyId, 1);
    expect(inRound.map(({ chance }) => Number(chance))).toEqual(expected.map(near));
  });

  it("is refused if no start has the requested share, and nothing is published", async () => {
    const drafting = await startingWith({ kind: "share", share: "80" });
    const { studyId } = drafting;
    const message = "With these rules and people, the share can be from 25 to 75 in 100.";
    const { problems } = await refused(readStart(app, studyId), "bad-input");
    expect(problems).toEqual([{ field: "prior.share", message }]);
    expect(await publish(drafting)).toMatchObject({ state: "failed", message });
    expect((await drafting.view()).draft.settings.prior.share).toBe("80");
  });
});
