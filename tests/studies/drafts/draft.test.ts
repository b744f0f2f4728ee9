import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { listStoredPeople } from "#db/queries/people.ts";
import type { Language } from "#server/locale.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { draftPeople, rereadPeople } from "#server/studies/drafts/draft-file.ts";
import { discardDraft, readDraft, saveDraft } from "#server/studies/drafts/open-draft.ts";
import { startPublishing } from "#server/studies/drafts/publish-job.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { checkFile, takeFile } from "#server/studies/uploads/waiting-file.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import { looksLikeChance, looksLikeOutcome } from "#server/study/column-warnings.ts";
import type { StudyDraft } from "#server/study/draft.ts";
import { missingIn } from "#server/study/settings/missing-in-draft.ts";
import { templateNames, templates } from "#server/study/templates.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { rowOf, xlsxParts, zipOf } from "#tests/study/files/workbooks/written.ts";
import { completeDraft, startDraft, tabbedFile } from "./drafting.ts";

/** The start of each template's guidelines. */
const lookFor = {
  en: /^Look for two applicants .+\n\n\* /,
  de: /^Suchen Sie zwei Personen, .+\n\n\* /,
  es: /^Busque dos personas .+\n\n\* /,
};

describeEngines("a draft", async (openStore) => {
  const app = testApp(await openStore());

  it("belongs to its operator and is saved as typed, including invalid numbers", async () => {
    const operatorId = await addAccount(app, "maker", "operator");
    const { studyId } = await createDraft(app, operatorId, { name: "Small loans" });
    expect((await readInbox(app, operatorId)).studies).toMatchObject([
      { id: studyId, state: "draft", role: "operator" },
    ]);
    const { draft } = (await readDraft(app, studyId)) ?? {};
    if (draft === undefined) throw new Error("no draft");
    const settings = { ...draft.settings, roundSize: "many", alphaPoints: "1e400" };
    const saved = await saveDraft(app, { studyId, revision: 0, parts: { settings } });
    expect(saved.revision).toBe(1);
    expect(await readDraft(app, studyId)).toEqual({
      draft: { ...draft, settings, ...saved },
      hasBeacon: false,
      file: null,
      reading: null,
    });
    const nowhere = app.newId();
    expect(await readDraft(app, nowhere)).toBeNull();
    await refused(saveDraft(app, { studyId: nowhere, revision: 0, parts: {} }), "study-not-draft");
  });

  it("starts from a template with its guidelines, and can use its sample file", async () => {
    const operatorId = await addAccount(app, `operator-${app.newId()}`, "operator");
    for (const start of templateNames) {
      const { kind, sample } = templates[start];
      const begin = async (language: Language) => {
        const { studyId } = await createDraft(app, operatorId, { name: start, start, language });
        const draft = (await readDraft(app, studyId))?.draft;
        expect(draft).toMatchObject({ kind, purpose: { name: start } });
        expect(draft?.purpose.guidelines, start).toMatch(
          sample === undefined ? /not who will do well/ : lookFor[language],
        );
        const wrong = missingIn({ ...draft, people: null } as StudyDraft, null)[0]?.step;
        expect(wrong, language).toBe(sample === undefined ? "purpose" : "people");
        return { studyId, draft };
      };
      await begin("de");
      await begin("es");
      const { studyId, draft } = await begin("en");
      if (sample === undefined) continue;
      const bytes = await readFile(`public/samples/${sample}`);
      await takeFile(app, draftPeople, { studyId, accountId: operatorId, name: sample, bytes });
      const { reading, draft: taken } = (await readDraft(app, studyId)) ?? {};
      expect(reading?.rowCount, sample).toBe(120);
      const looks = kind === "audit" ? looksLikeChance : looksLikeOutcome;
      expect(reading?.columns.filter(looks), sample).toHaveLength(1);
      expect(missingIn({ ...taken, purpose: draft?.purpose } as StudyDraft, null)[0]?.step).toBe("people");
    }
  });

  it("copies an earlier study of the operator: settings and rules, but no people", async () => {
    const earlier = await completeDraft(app);
    const { draft: before } = await earlier.view();
    const { studyId: ofEarlier, operatorId } = earlier;
    const settings = { ...before.settings, seats: "7", neededFlags: "4" };
    const { revision } = await earlier.save({ settings });
    await (await startPublishing(app, { studyId: ofEarlier, accountId: operatorId, revision })).finished;

    const copy = { name: "Small loans again", start: ofEarlier };
    const { studyId } = await createDraft(app, operatorId, copy);
    const first = await readDraft(app, studyId);
    expect(first).toMatchObject({ file: null, reading: null });
    expect(first?.draft).toMatchObject({
      kind: "learn",
      purpose: { name: "Small loans again", guidelines: before.purpose.guidelines },
      settings,
      rules: before.rules,
    });
    expect(missingIn(first?.draft as StudyDraft, null).map(({ step }) => step)).toEqual(["people", "rules"]);
    const bytes = new TextEncoder().encode(tabbedFile);
    await takeFile(app, draftPeople, { studyId, accountId: operatorId, name: "new.tsv", bytes });
    const { draft, reading } = (await readDraft(app, studyId)) ?? {};
    expect(missingIn(draft as StudyDraft, reading ?? null)).toEqual([]);
    expect(draft?.people?.columns.map(({ role, label, words }) => ({ role, label, words }))).toMatchObject([
      { role: "both", label: "Checking account", words: [{ word: "A11", label: "below 0 DM" }] },
      { role: "both", label: "months" },
      { role: "both", label: "history" },
      { role: "both", label: "amount" },
      { role: "outcome" },
    ]);

    const stranger = await addAccount(app, `operator-${app.newId()}`, "operator");
    await refused(createDraft(app, stranger, copy), "not-found");
    await refused(createDraft(app, operatorId, { name: "None", start: app.newId() }), "not-found");
  });

  it("copies a draft with its people and its file", async () => {
    const earlier = await completeDraft(app);
    const copy = { name: "Again", start: earlier.studyId, people: "copied" } as const;
    const { studyId } = await createDraft(app, earlier.operatorId, copy);
    const [before, after] = [await earlier.view(), await readDraft(app, studyId)];
    expect(after?.draft.people).toEqual(before.draft.people);
    expect(after?.reading).toEqual(before.reading);
    expect(missingIn(after?.draft as StudyDraft, after?.reading ?? null)).toEqual([]);
    const empty = await startDraft(app);
    const withoutPeople = { name: "Empty", start: empty.studyId, people: "copied" } as const;
    const { studyId: emptyId } = await createDraft(app, empty.operatorId, withoutPeople);
    expect(await readDraft(app, emptyId)).toMatchObject({ file: null, draft: { people: null } });
  });

  it("copies a published study with its people, values, words, groups, identifiers and outcomes", async () => {
    const operatorId = await addAccount(app, `operator-${app.newId()}`, "operator");
    const notations = [
      { notation: "comma", sign: "%" },
      { notation: "day-first" },
      { role: "identifier" },
      {},
      { role: "outcome", yes: ["good"], no: ["bad"] },
      { role: "group" },
    ] as const;
    const people = ['1,5%;31/12/2025;=a;x,"y";good;z', "-2%;01/02/2024;b;;bad;z", "3%;;c;w;;z"];
    const bytes = new TextEncoder().encode(["size;day;case;word;paid;rest", ...people].join("\n"));
    const { studyId: first } = await createDraft(app, operatorId, { name: "First" });
    await takeFile(app, draftPeople, { studyId: first, accountId: operatorId, name: "people.csv", bytes });
    const view = await readDraft(app, first);
    if (!view?.draft.people) throw new Error("no people");
    const columns = view.draft.people.columns.map((column, index) => ({
      ...column,
      role: "both" as const,
      ...(index < 2 && { type: "number" as const }),
      ...notations[index],
    })) as NonNullable<StudyDraft["people"]>["columns"];
    const purpose = { name: "First", purpose: "Who?", guidelines: "Judge." };
    const predicates = [{ source: 1, test: "above", value: "20000" }] as const;
    const rules = { ...view.draft.rules, kind: "conjunctions" as const, predicates: [...predicates] };
    const settings = { ...view.draft.settings, roundSize: "2" };
    const parts = { purpose, people: { ...view.draft.people, columns }, rules, settings };
    const publish = async (studyId: string, revision: number) => {
      await (await startPublishing(app, { studyId, accountId: operatorId, revision })).finished;
      expect(await readDraft(app, studyId)).toBeNull();
      return app.store.read((db) => listStoredPeople(db, { studyId, after: 0, limit: 9 }));
    };
    const { revision } = await saveDraft(app, { studyId: first, revision: view.draft.revision, parts });
    const stored = await publish(first, revision);
    expect(stored).toMatchObject([{ outcome: "yes" }, { outcome: "no" }, { outcome: null }]);
    expect(stored[0]?.identifiers).toBe('["=a"]');
    expect(stored[0]?.groups).toBe('["z"]');

    const copy = { name: "Second", start: first, people: "copied" } as const;
    const { studyId: second } = await createDraft(app, operatorId, copy);
    const copied = await readDraft(app, second);
    expect(missingIn(copied?.draft as StudyDraft, copied?.reading ?? null)).toEqual([]);
    expect(await publish(second, copied?.draft.revision ?? 0)).toEqual(stored);
    await erasePerson(app, { studyId: second, personId: "p2", accountId: operatorId });
    const { studyId: third } = await createDraft(app, operatorId, { ...copy, start: second });
    expect((await readDraft(app, third))?.reading?.rowCount).toBe(2);
  });

  it("takes the study's name from the first step", async () => {
    const { save, operatorId } = await startDraft(app);
    await save({ purpose: { name: "  Grants 2026 ", purpose: "", guidelines: "" } });
    expect((await readInbox(app, operatorId)).studies).toMatchObject([{ name: "Grants 2026" }]);
    await save({ purpose: { name: " ", purpose: "", guidelines: "" } });
    expect((await readInbox(app, operatorId)).studies).toMatchObject([{ name: "Study without a name" }]);
  });

  it("refuses to overwrite what another tab saved", async () => {
    const { studyId, save, view } = await startDraft(app);
    const { draft } = await view();
    await save({ settings: { ...draft.settings, roundSize: "7" } });
    const late = saveDraft(app, { studyId, revision: 0, parts: { settings: draft.settings } });
    await expect(late).rejects.toMatchObject({ code: "draft-outdated" });
    expect((await view()).draft.settings.roundSize).toBe("7");
  });

  it("keeps the file with its findings, and the decisions when it is read again", async () => {
    const { studyId, upload, view, save } = await startDraft(app);
    await upload(tabbedFile, "applicants.tsv");
    const first = await view();
    expect(first.file).toMatchObject({ name: "applicants.tsv", size: tabbedFile.length });
    expect(first.reading).toMatchObject({
      format: { delimiter: "\t", hasHeader: false, encoding: "utf-8" },
      rowCount: 12,
      skippedEmptyLines: 1,
    });
    expect(first.reading?.columns[1]).toMatchObject({
      name: "column 2",
      guess: { type: "number", notation: "point", sign: "" },
      numbers: [{ smallest: "6", median: "21", largest: "39", otherCount: 0 }],
    });
    expect(first.reading?.preview[0]).toEqual({ row: 2, cells: ["A11", "6", "A30", "1000", "1"] });
    const people = first.draft.people;
    if (people === null) throw new Error("no people");
    const columns = people.columns.map((column) =>
      column.source === 3 ? { ...column, unit: "DM" } : column,
    );
    const { revision } = await save({ people: { ...people, columns } });

    await rereadPeople(app, { studyId, revision, format: { delimiter: "\t", hasHeader: false } });
    const second = await view();
    expect(second.draft.people?.format).toEqual({ delimiter: "\t", hasHeader: false });
    expect(second.draft.people?.columns.map(({ unit }) => unit)).toEqual(["", "", "", "DM", ""]);

    const now = second.draft.revision;
    await rereadPeople(app, { studyId, revision: now, format: { delimiter: ";", hasHeader: false } });
    expect((await view()).draft.people?.columns).toHaveLength(1);
  });

  it("keeps a workbook with its first sheet, and reads another sheet on request", async () => {
    const { studyId, upload, view } = await startDraft(app);
    const sheets = ["North", "South"].map((name, index) => {
      const rows = [
        ["town", "age"],
        [name, 31 + index],
        [`Old ${name}`, 44],
      ].map(rowOf);
      return { name, xml: `<sheetData>${rows.join("")}</sheetData>` };
    });
    await upload(zipOf(xlsxParts(sheets)), "people.xlsx");
    const first = await view();
    expect(first.reading).toMatchObject({
      format: { sheet: "North", sheets: [{ name: "North" }, { name: "South" }] },
      rowCount: 2,
    });
    expect(await checkFile(app, draftPeople, studyId)).toMatchObject({ count: 2, problems: [] });
    const { revision } = first.draft;
    await rereadPeople(app, { studyId, revision, format: { sheet: "South" } });
    const second = await view();
    expect(second.file?.hash).toBe(first.file?.hash);
    expect(second.draft.people?.format).toEqual({ sheet: "South" });
    expect(second.reading?.preview[0]).toEqual({ row: 2, cells: ["South", "32"] });
    const gone = { studyId, revision: second.draft.revision, format: { sheet: "West" } };
    await refused(rereadPeople(app, gone), "bad-input");
    expect((await view()).reading?.format).toMatchObject({ sheet: "South" });
  });

  it("accepts the next file even if an abandoned upload finished meanwhile", async () => {
    const { studyId, upload, view, save } = await startDraft(app);
    await upload("town,age\nA,31\nB,40\n", "first.csv");
    const seen = (await view()).draft;
    // The page shows the first file; the abandoned upload arrives now.
    await upload("town,age,months\nA,31,6\nB,40,9\n", "left.csv");
    await upload("town,age,amount\nA,31,500\nB,40,900\n", "next.csv");
    const { file, draft } = await view();
    expect(file?.name).toBe("next.csv");
    expect(draft.people?.columns.map(({ name }) => name)).toEqual(["town", "age", "amount"]);
    // Changes from a page that has not loaded it are refused as usual.
    const { revision, purpose } = seen;
    await refused(saveDraft(app, { studyId, revision, parts: { purpose } }), "draft-outdated");
    await refused(rereadPeople(app, { studyId, revision, format: { delimiter: ";" } }), "draft-outdated");
    await save({ purpose });
  });

  it("keeps the earlier file when a later one cannot be read", async () => {
    const { upload, view } = await startDraft(app);
    await upload(tabbedFile);
    await expect(upload('a,b\n1,"2\n')).rejects.toMatchObject({
      code: "bad-input",
      problems: [{ row: 2, message: expect.stringContaining("never closed") }],
    });
    const { file, draft } = await view();
    expect(file?.size).toBe(tabbedFile.length);
    expect(draft.revision).toBe(1);
  });

  it("lists row by row what an import would refuse", async () => {
    const { studyId, upload, view, save } = await startDraft(app);
    await refused(checkFile(app, draftPeople, studyId), "not-found");
    await upload("name,age\nAnn,31\nBob,old\nCid,1e400\nDot,40\n", "people.csv");
    const people = (await view()).draft.people;
    if (people === null) throw new Error("no people");
    const columns = people.columns.map((column) => ({
      ...column,
      role: "both" as const,
      ...(column.source === 1 && plainReading("number")),
    }));
    await save({ people: { ...people, columns } });
    expect(await checkFile(app, draftPeople, studyId)).toMatchObject({
      isReady: false,
      problems: [
        { row: 3, field: "age", message: expect.stringContaining("“old”") },
        { row: 4, field: "age", message: expect.stringContaining("“1e400”") },
      ],
    });
    await save({ people: { ...people, columns, withoutErrors: true } });
    expect(await checkFile(app, draftPeople, studyId)).toMatchObject({
      isReady: true,
      count: 2,
      leftOut: { withErrors: 2 },
    });
  });

  it("says so if the file cannot be read with the draft's settings", async () => {
    const { studyId, upload, view, save } = await startDraft(app);
    await upload('name;note\nAnn;a\nx,"y;z\nBob;c\n');
    const { people } = (await view()).draft;
    if (people === null) throw new Error("no people");
    expect((await view()).reading?.rowCount).toBe(3);
    await save({ people: { ...people, format: { ...people.format, delimiter: "," } } });
    const problems = [{ row: 3, message: expect.stringContaining("never closed") }];
    expect(await checkFile(app, draftPeople, studyId)).toEqual({
      ...{ count: 0, problems, isReady: false, emptied: 0, copies: [] },
      wrong: { errorCount: 1, rowCount: 0, canBeLeftOut: false },
      leftOut: { withErrors: 0, asOutliers: 0 },
    });
  });

  it("has no seats, since a seat cannot be the first log entry", async () => {
    const { studyId } = await startDraft(app);
    const accountId = await addAccount(app, `early-${studyId}`);
    await expect(seatAuditor(app, { studyId, accountId })).rejects.toMatchObject({ code: "study-not-ready" });
  });

  it("can be deleted with its file", async () => {
    const { studyId, operatorId } = await completeDraft(app);
    await discardDraft(app, studyId);
    expect(await readDraft(app, studyId)).toBeNull();
    expect((await readInbox(app, operatorId)).studies).toEqual([]);
    await refused(discardDraft(app, studyId), "study-not-draft");
    await refused(checkFile(app, draftPeople, studyId), "not-found");
  });
});
