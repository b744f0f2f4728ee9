import { expect, it } from "vitest";
import { readPublishing, startPublishing } from "#server/studies/drafts/publish-job.ts";
import { draftRecords, readRecordsFile } from "#server/studies/drafts/records-file.ts";
import { readStart } from "#server/studies/drafts/start.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { checkFile, chooseFile, discardFile, takeFile } from "#server/studies/uploads/waiting-file.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { allUsed } from "#tests/study/drafts.ts";
import { type Drafting, startDraft } from "./drafting.ts";

const people = `income,years\n${Array.from({ length: 6 }, (_, i) => `${10 * (i + 1)},${i + 1}`).join("\n")}\n`;
/** Columns in another order, two of them new (one may be an outcome); one row without outcome, one with an error. */
const records =
  "repaid,years,note,income,late\nno,1,a,20,yes\nyes,2,b,50,no\nyes,3,c,60,no\n,4,d,10,yes\nyes,5,e,much,no\n";

const conditionOf = (cut: number) => ({ source: 0, test: "above" as const, value: String(cut) });

describeEngines("past records as the start of a study", async (openStore) => {
  const app = testApp(await openStore());

  /** A complete draft with one condition, income > 30: nobody, everybody, income > 30. */
  async function drafted(cuts: readonly number[] = [30]): Promise<Drafting> {
    const drafting = await startDraft(app);
    await drafting.upload(people);
    const { draft } = await drafting.view();
    await drafting.save({
      purpose: { ...draft.purpose, purpose: "Who gets a loan?" },
      people: draft.people && allUsed(draft.people),
      rules: {
        ...draft.rules,
        kind: "conjunctions",
        predicates: cuts.map(conditionOf),
      },
      settings: { ...draft.settings, roundSize: "2", prior: { ...draft.settings.prior, kind: "records" } },
    });
    return drafting;
  }
  const take = ({ studyId, operatorId: accountId }: Drafting, text: string) =>
    takeFile(app, draftRecords, {
      studyId,
      accountId,
      name: "past.csv",
      bytes: new TextEncoder().encode(text),
    });

  it("are counted with guessed outcome words, which the operator can change", async () => {
    const drafting = await drafted();
    const { studyId } = drafting;
    expect(await readRecordsFile(app, studyId)).toEqual({ file: null });
    await refused(readStart(app, studyId), "bad-input");
    await take(drafting, records);
    const { file } = await readRecordsFile(app, studyId);
    const check = await checkFile(app, draftRecords, studyId);
    expect(file?.choices).toMatchObject({ outcome: 0, yes: ["yes"], no: ["no"] });
    expect(check).toMatchObject({ yesCount: 2, noCount: 1, unknownCount: 1, leftOut: 1 });
    if (file === null) throw new Error("the file was not taken");
    const choices = { ...file.choices, yes: ["no"], no: ["yes"] };
    await chooseFile(app, draftRecords, { studyId, fileId: file.id, choices });
    expect(await checkFile(app, draftRecords, studyId)).toMatchObject({ yesCount: 1, noCount: 2 });
    await take(drafting, "years,income,note\n1,20,no\n2,50,no\n");
    expect((await readRecordsFile(app, studyId)).file?.choices).toMatchObject({
      outcome: null,
      yes: [],
      no: [],
    });
    expect(await checkFile(app, draftRecords, studyId)).toBeNull();
    await discardFile(app, draftRecords, studyId);
    expect((await readRecordsFile(app, studyId)).file).toBeNull();
  });

  it("need an outcome, chances above 0 up to 1, and different people from the study's", async () => {
    const drafting = await drafted();
    const { studyId } = drafting;
    await take(drafting, "years,income,note\n1,20,no\n2,50,no\n");
    const { message } = await refused(readStart(app, studyId), "bad-input");
    expect(message).toMatch(/^Choose the column of the past records that says how it went/);

    const choose = async (chance: number | null) => {
      const { file } = await readRecordsFile(app, studyId);
      if (file === null) throw new Error("the file was not taken");
      await chooseFile(app, draftRecords, { studyId, fileId: file.id, choices: { ...file.choices, chance } });
    };
    const refusalOf = () => refused(checkFile(app, draftRecords, studyId), "bad-input");
    await take(drafting, "repaid,income,years,chance\nno,20,1,0.05\nyes,50,2,0.5\nyes,60,3,1\n,70,3,0\n");
    await choose(3);
    // The chance of a person whose outcome is not known does not matter.
    expect(await checkFile(app, draftRecords, studyId)).toMatchObject({
      yesCount: 2,
      noCount: 1,
      cutCount: 1,
    });
    await choose(1);
    expect((await refusalOf()).message).toMatch(
      /^The column of past chances is also the outcome or a column/,
    );
    for (const wrong of ["0", "1.2", "", "much"]) {
      await take(drafting, `repaid,income,years,chance\nno,20,1,${wrong}\nyes,50,2,0.5\nyes,60,3,1\n`);
      await choose(3);
      expect((await refusalOf()).message).toContain(`One past record has a wrong chance, such as “${wrong}”`);
      await refused(readStart(app, studyId), "bad-input");
    }

    await drafting.upload("id,income,years\na,10,1\nb,20,2\nc,30,3\nd,40,4\n");
    const { draft } = await drafting.view();
    const columns = draft.people?.columns.map((column) => ({
      ...column,
      role: column.name === "id" ? ("identifier" as const) : ("both" as const),
    }));
    await drafting.save({ people: draft.people && { ...draft.people, columns: columns ?? [] } });
    await take(drafting, "repaid,id,income,years\nno,x,20,1\nyes,b,50,2\n");
    expect((await refusalOf()).message).toContain(
      "One past record is of a person who is also in the study, such as “b”",
    );
    await take(drafting, "repaid,id,income,years\nno,x,20,1\nyes,y,50,2\n");
    expect(await checkFile(app, draftRecords, studyId)).toMatchObject({
      yesCount: 1,
      noCount: 1,
      cutCount: null,
    });
  });

  it("are limited to as many rules as the log can hold losses for", async () => {
    // 2^15 conjunctions and the rule that accepts no one.
    const drafting = await drafted(Array.from({ length: 15 }, (_, index) => 20 + index));
    await take(drafting, records);
    const refusal = await readStart(app, drafting.studyId).catch((error: unknown) => error);
    expect(String(refusal)).toContain("There are 32,769, and at most 20,000 are possible");
  });

  it("must have the people's columns", async () => {
    const drafting = await drafted();
    await take(drafting, "repaid,years\nyes,1\nno,2\n");
    const refusal = await checkFile(app, draftRecords, drafting.studyId).catch((error: unknown) => error);
    expect(String(refusal)).toContain("has no column “income”");
    expect((await readRecordsFile(app, drafting.studyId)).file?.name).toBe("past.csv");
    const empty = await startDraft(app);
    await take(empty, records);
    const { message } = await refused(checkFile(app, draftRecords, empty.studyId), "bad-input");
    expect(message).toBe("Upload the file of people first: see step 2.");
  });

  it("stop the publication if they are missing, and nothing is published", async () => {
    const { studyId, operatorId: accountId, view } = await drafted();
    const { revision } = (await view()).draft;
    await (await startPublishing(app, { studyId, accountId, revision })).finished;
    const message = "Upload the file of past records, or choose another start for the rules: see step 4.";
    expect(await readPublishing(app, studyId)).toMatchObject({ state: "failed", message });
    expect((await view()).draft.revision).toBe(revision);
  });

  it("change the starting chances, and are logged only as losses of rules", async () => {
    const drafting = await drafted();
    const { studyId, operatorId: accountId } = drafting;
    await take(drafting, records);
    // By hand: no on 20, yes on 50 and on 60; all people +1/2 - 1, income > 30 -1.
    const losses = ["0", "-0.5", "-1"];
    const rate = (10 / 2) * Math.sqrt((0.4 * Math.log(3)) / 1.5);
    const cold = [1 / 4, 1 / 4, 1 / 2];
    const raw = cold.map((q, h) => q * Math.exp(-rate * Number(losses[h])));
    const total = raw.reduce((sum, each) => sum + each, 0);
    const [, everybody = 0, above30 = 0] = cold.map((q, h) => 0.2 * q + (0.8 * (raw[h] ?? 0)) / total);
    const start = await readStart(app, studyId);
    expect(start?.smallest).toBeCloseTo(everybody, 12);
    expect(start?.largest).toBeCloseTo(everybody + above30, 12);

    const { revision } = (await drafting.view()).draft;
    const { finished } = await startPublishing(app, { studyId, accountId, revision });
    await finished;
    const study = await app.store.read((db) => requireStudy(db, studyId));
    const { learner } = learningOf(settingsOf(study));
    expect(learner.prior).toMatchObject({
      kind: "records",
      count: 3,
      keep: "0.2",
      none: "0.25",
      all: "0.25",
    });
    const byRule = learner.prior?.kind === "records" ? [...learner.prior.losses].sort() : [];
    expect(byRule).toEqual([...losses].sort());
    const left = await app.store.read((db) =>
      db.q.select({ kind: db.t.upload.kind, studyId: db.t.upload.studyId }).from(db.t.upload),
    );
    expect(left.filter((row) => row.studyId === studyId)).toEqual([]);
  });
});
