import { expect, it } from "vitest";
import type { App } from "#server/platform/app/app.ts";
import { readStudy } from "#server/results/read-study.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { startPublishing } from "#server/studies/drafts/publish-job.ts";
import { furtherPeople, readFurtherPeople } from "#server/studies/people/further-people.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { confirmFile, readConfirmed } from "#server/studies/uploads/confirm-file.ts";
import { checkFile, chooseFile, discardFile, takeFile } from "#server/studies/uploads/waiting-file.ts";
import type { FurtherChoices } from "#server/study/files/people/further-people.ts";
import { replay } from "#tests/replay/replay.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { countingWrites, silentAfter } from "#tests/setup/failing-writes.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy as studyOfIncomes } from "#tests/setup/study.ts";
import { completeDraft, startDraft } from "#tests/studies/drafts/drafting.ts";
import { fileOf } from "#tests/study/files/reading/files.ts";

describeEngines("more people for a published study", async (openStore) => {
  const app = testApp(await openStore());

  async function checkFurther(studyId: string) {
    const check = await checkFile(app, furtherPeople, studyId);
    if (check === null) throw new Error("it can always be said what would be imported");
    return check;
  }

  /** Account, months, history, amount and a sealed class, from a file without a header; p1 to p12. */
  async function publishedStudy() {
    const { studyId, operatorId, view } = await completeDraft(app);
    const { revision } = (await view()).draft;
    await (await startPublishing(app, { studyId, accountId: operatorId, revision })).finished;
    const take = (text: string) =>
      takeFile(app, furtherPeople, { studyId, accountId: operatorId, name: "more.csv", bytes: fileOf(text) });
    const choose = async (part: Partial<FurtherChoices>) => {
      const { file } = await readFurtherPeople(app, studyId);
      if (file === null) throw new Error("there is no file");
      await chooseFile(app, furtherPeople, {
        studyId,
        fileId: file.id,
        choices: { ...file.choices, ...part },
      });
    };
    const start = async (by: App = app) => {
      const { file } = await readFurtherPeople(app, studyId);
      const check = await checkFurther(studyId);
      const input = { studyId, accountId: operatorId, fileId: file?.id ?? "", plan: check.hash };
      return { check, ...(await confirmFile(by, furtherPeople, input)) };
    };
    return { studyId, operatorId, take, choose, start };
  }

  /** The same columns in another order, with a header. */
  const header = "class;amount;account;months;history\n";
  const good = `${header}1;500;A11;4;A30\n2;9000;A99;60;\n`;

  const stored = (studyId: string) =>
    app.store.read(async (db) => {
      const { personData, sealedOutcome, peopleImport } = db.t;
      const data = await db.q
        .select({ studyId: personData.studyId, id: personData.personId, features: personData.features })
        .from(personData);
      const sealed = await db.q
        .select({ studyId: sealedOutcome.studyId, id: sealedOutcome.personId, value: sealedOutcome.value })
        .from(sealedOutcome);
      const imports = await db.q
        .select({ studyId: peopleImport.studyId, seq: peopleImport.seq })
        .from(peopleImport);
      const later = (row: { studyId: string; id: string }) =>
        row.studyId === studyId && Number(row.id.slice(1)) > 12;
      return {
        features: Object.fromEntries(
          data.filter(later).map(({ id, features }) => [id, JSON.parse(features)]),
        ),
        sealed: Object.fromEntries(sealed.filter(later).map(({ id, value }) => [id, value])),
        imports: imports.filter((row) => row.studyId === studyId).length,
      };
    });

  it("have the same columns in any order, wait for a round, and keep their outcomes sealed", async () => {
    const { studyId, take, start } = await publishedStudy();
    await seatAuditor(app, { studyId, accountId: await addAccount(app, `auditor-${studyId}`) });
    await openRound(app, { studyId });
    await take(good);
    expect((await readFurtherPeople(app, studyId)).file).toMatchObject({
      before: null,
      choices: {
        withoutErrors: false,
        columns: [2, 3, 4, 1],
        identifiers: [],
        outcome: { source: 0, yes: ["1"], no: ["2"] },
      },
    });
    const { check, finished } = await start();
    await finished;
    expect(check).toMatchObject({
      count: 2,
      isReady: true,
      problems: [],
      newWords: [{ column: "account", words: [{ word: "A99", count: 1 }] }],
    });
    const receipt = { first: "p13", last: "p14", count: 2, seq: expect.any(Number) };
    expect(await readConfirmed(app, furtherPeople, studyId)).toEqual({ state: "done", receipt });
    expect(await stored(studyId)).toEqual({
      features: { p13: ["A11", "4", "A30", "500"], p14: ["A99", "60", null, "9000"] },
      sealed: { p13: "yes", p14: "no" },
      imports: 2,
    });
    expect((await readFurtherPeople(app, studyId)).file).toBeNull();
    expect((await readStudy(app, studyId)).waitingCount).toBe(10);

    await closeRound(app, { studyId, round: 1 });
    for (const round of [2, 3, 4]) {
      await openRound(app, { studyId });
      await closeRound(app, { studyId, round });
    }
    const { log, features } = await exportStudy(app, studyId);
    expect(log).toContain('"person":"p14"');
    expect(replay(log, features).problems).toEqual([]);
    // The same bytes once more: reported, not refused.
    await take(good);
    expect((await readFurtherPeople(app, studyId)).file?.before).toEqual({ first: "p13", last: "p14" });
  });

  it("are refused row by row, and the rest can be imported without those rows", async () => {
    const { studyId, take, choose, start } = await publishedStudy();
    await take(
      `${header}1;500;A11;old;A30\n3;500;A11;4;A30\n1;500;A11;4\n2;1e400;A12;5;A31\n2;700;A12;5;A31\n`,
    );
    const check = await checkFurther(studyId);
    expect(check).toMatchObject({ isReady: false });
    expect(check.problems.map(({ row, field }) => [row, field])).toEqual([
      [2, "months"],
      [3, "class"],
      [4, undefined],
      [5, "amount"],
    ]);
    expect(check.problems[0]?.message).toBe(
      "Row 2, column “months”: found “old”, expected a number such as 1,234.5.",
    );
    await refused(start(), "draft-outdated");
    await choose({ withoutErrors: true });
    await (await start()).finished;
    expect((await stored(studyId)).features).toEqual({ p13: ["A12", "5", "A31", "700"] });
  });

  it("are all refused if a study's column is missing or repeated, and nothing is left behind", async () => {
    const { studyId, take, choose } = await publishedStudy();
    await take("amount,account,months\n500,A11,4\n600,A12,5\n");
    const missing = await refused(checkFurther(studyId), "bad-input");
    expect(missing.problems).toEqual([
      {
        field: "history",
        message:
          "The file lacks “history”, but it needs every column of the study. Choose the column that holds it, or add it to the file.",
      },
    ]);
    await choose({ columns: [1, 2, 1, 0] });
    expect((await refused(checkFurther(studyId), "bad-input")).message).toContain(
      "Column 2 of the file is used twice",
    );
    await take(good);
    await choose({ outcome: { source: 0, yes: ["1"], no: [] } });
    expect((await refused(checkFurther(studyId), "bad-input")).message).toBe(
      "Choose which cells of “class” mean yes and which mean no.",
    );
    expect(await stored(studyId)).toMatchObject({ features: {}, imports: 1 });
    await discardFile(app, furtherPeople, studyId);
    await refused(checkFurther(studyId), "not-found");
  });

  it("leave nothing behind after a failure, and are imported once by the resuming process", async () => {
    const { studyId, take, start } = await publishedStudy();
    await take(good);
    // Request, claim, begin the import, the chunk; the end waits.
    const stopped = silentAfter(app, 4);
    const { finished } = await start(stopped.app);
    await stopped.isWaiting;
    expect(await readConfirmed(app, furtherPeople, studyId)).toMatchObject({
      state: "running",
      done: 2,
      total: 2,
    });
    await refused(start(), "busy");
    await refused(take(good), "busy");
    expect((await readStudy(app, studyId)).waitingCount).toBe(12);
    app.clock.advance(61_000);
    expect(await readConfirmed(app, furtherPeople, studyId)).toMatchObject({ state: "failed" });
    await (await start()).finished;
    expect(await readConfirmed(app, furtherPeople, studyId)).toMatchObject({
      state: "done",
      receipt: { first: "p13", last: "p14" },
    });
    // A process that resumes after that changes nothing.
    stopped.wakeUp();
    await finished;
    expect(await readConfirmed(app, furtherPeople, studyId)).toMatchObject({ state: "done" });
    expect((await stored(studyId)).imports).toBe(2);
    expect((await readStudy(app, studyId)).waitingCount).toBe(14);
  });

  it.each([3, 5])("are not imported if the study ends before write %s", async (last) => {
    const { studyId, take, start } = await publishedStudy();
    await take(good);
    const ending = countingWrites(app, async (write, number) => {
      if (number === last) await endStudy(app, studyId);
      return write();
    });
    await (await start(ending)).finished;
    expect(await readConfirmed(app, furtherPeople, studyId)).toMatchObject({
      state: "failed",
      message: "This study has ended.",
    });
    expect(await stored(studyId)).toEqual({ features: {}, sealed: {}, imports: 1 });
    expect((await readFurtherPeople(app, studyId)).isEnded).toBe(true);
  });

  it("are read by column name, ignoring case, and never for a draft", async () => {
    // A word that only the first person has.
    const people = [["5", "1", "castle"], ...madeUpPeople(11)];
    const { studyId, operatorId } = await studyOfIncomes(app, { people });
    const upload = { studyId, accountId: operatorId, name: "more.csv" };
    await takeFile(app, furtherPeople, {
      ...upload,
      bytes: fileOf("Years,INCOME,housing\n3,50,castle\n4,60,tent\n"),
    });
    expect((await readFurtherPeople(app, studyId)).file?.choices.columns).toEqual([1, 0, 2]);
    expect((await checkFurther(studyId)).newWords).toEqual([
      { column: "housing", words: [{ word: "tent", count: 1 }] },
    ]);
    const draft = await startDraft(app);
    const toDraft = { ...upload, studyId: draft.studyId, bytes: fileOf("a,b\n1,2\n3,4\n") };
    await refused(takeFile(app, furtherPeople, toDraft), "study-not-ready");
  });

  it("are reported before the import if a person of the study has their identifier", async () => {
    const identifiers = ["A1", "A2", null, "A4"];
    const { studyId, operatorId } = await studyOfIncomes(app, { people: madeUpPeople(4), identifiers });
    const check = async (text: string) => {
      const upload = { studyId, accountId: operatorId, name: "more.csv", bytes: fileOf(text) };
      await takeFile(app, furtherPeople, upload);
      return (await checkFurther(studyId)).present;
    };
    const header = "income,years,housing";
    expect(await check(`${header},case\n5,1,own,A7\n6,2,own,A8\n`)).toEqual({ count: 0, examples: [] });
    expect(await check(`${header},case\n5,1,own,A2\n6,2,own,A9\n7,3,own,\n8,4,own,A4\n`)).toEqual({
      count: 2,
      examples: ["A2", "A4"],
    });
    expect(await check(`${header}\n5,1,own\n6,2,own\n`)).toEqual({ count: 0, examples: [] });
  });

  it("are refused with a message if the file is malformed, and the earlier file stays", async () => {
    const { studyId, take } = await publishedStudy();
    await take(good);
    const before = await readFurtherPeople(app, studyId);
    for (const [text, sentence] of [
      ["", /empty \(0 bytes\)/],
      [header, /a header and no rows below it/],
      ['a,b\n1,"2\n', /^Row 2 opens a quote/],
      ["1,2\n".repeat(100_001), /100,001 rows, the limit is 100,000/],
      ["a,b\n1,\0\n", /contains a NUL/],
    ] as const) {
      expect((await refused(take(text), "bad-input")).message).toMatch(sentence);
    }
    expect(await readFurtherPeople(app, studyId)).toEqual(before);
  });
});
