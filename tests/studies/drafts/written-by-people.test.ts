import { expect, it } from "vitest";
import { listFeatures } from "#db/queries/people.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readWaiting } from "#server/rounds/read-people.ts";
import { startPublishing } from "#server/studies/drafts/publish-job.ts";
import { draftRecords, readRecordsFile } from "#server/studies/drafts/records-file.ts";
import { readFieldWords } from "#server/studies/labels.ts";
import { furtherPeople, readFurtherPeople } from "#server/studies/people/further-people.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { confirmFile } from "#server/studies/uploads/confirm-file.ts";
import { checkFile, chooseFile, takeFile } from "#server/studies/uploads/waiting-file.ts";
import { cellInWords } from "#server/study/words.ts";
import { replay } from "#tests/replay/replay.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { allUsed } from "#tests/study/drafts.ts";
import { fileOf } from "#tests/study/files/reading/files.ts";
import { startDraft } from "./drafting.ts";

/** A file in German spreadsheet notation: decimal commas, points between thousands, money, shares, days, ja and nein. */
const header = "Betrag;Quote;Antrag;Kunde;Punkte";
const rows = [
  "1.234,50 €;12,5 %;05.03.2024;ja;1,5",
  "800 €;7 %;31.12.2023;Nein;2",
  "12.000 €;0,5 %;01.01.2025;JA;-3,25",
  "−20,00 €;100 %;29.02.2024;nein;0",
];
const people = [header, ...rows].join("\n");
const features = [
  ["1234.5", "12.5", "19787", "yes", "1.5"],
  ["800", "7", "19722", "no", "2"],
  ["12000", "0.5", "20089", "yes", "-3.25"],
  ["-20", "100", "19782", "no", "0"],
];

describeEngines("a file as people write numbers, dates and yes or no", async (openStore) => {
  const app = testApp(await openStore());

  async function described() {
    const drafting = await startDraft(app);
    await drafting.upload(people);
    const { draft } = await drafting.view();
    if (draft.people === null) throw new Error("the file was not taken");
    await drafting.save({
      purpose: { name: "Kleinkredite", purpose: "Who gets a loan?", guidelines: "Judge what you see." },
      people: allUsed(draft.people),
      rules: {
        ...draft.rules,
        thresholds: [
          { source: 0, direction: "both", by: "quantiles", count: "2", values: "" },
          { source: 2, direction: "both", by: "typed", count: "", values: "2024-01-01 01.03.2024" },
        ],
      },
      settings: { ...draft.settings, roundSize: "4" },
    });
    return drafting;
  }

  async function published() {
    const { studyId, operatorId, view } = await described();
    const { revision } = (await view()).draft;
    await (await startPublishing(app, { studyId, accountId: operatorId, revision })).finished;
    return { studyId, operatorId };
  }

  const featuresOf = (lines: string) =>
    lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).features);

  it("is published, judged and replayed as it was read", async () => {
    const { studyId } = await published();
    const auditorId = await addAccount(app, `auditor-${app.newId()}`);
    await seatAuditor(app, { studyId, accountId: auditorId });
    await openRound(app, { studyId });
    const { log, features: exported } = await exportStudy(app, studyId);
    expect(replay(log, exported).problems).toEqual([]);
    expect(featuresOf(exported)).toEqual(features);
    const { cards, cuts } = await app.store.read(async (db) => {
      const settings = learningOf(settingsOf(await requireStudy(db, studyId)));
      const fields = await readFieldWords(db, studyId, settings);
      const { hypotheses } = settings.learner;
      return {
        cards: features.map((cells) =>
          fields.map((field, index) => cellInWords(cells[index] ?? null, field)),
        ),
        cuts: hypotheses.kind === "thresholds" ? hypotheses.cuts : [],
      };
    });
    expect(cards[0]).toEqual(["€1,234.5", "12.5 %", "5 March 2024", "yes", "1.5"]);
    expect(cards[3]).toEqual(["−€20", "100 %", "29 February 2024", "no", "0"]);
    expect(cuts).toEqual([
      { column: "Betrag", cut: "800" },
      { column: "Betrag", cut: "1234.5" },
      { column: "Antrag", cut: "19723" },
      { column: "Antrag", cut: "19783" },
    ]);
  });

  it("is read the same way when more people are added, and refused in another notation", async () => {
    const { studyId, operatorId } = await published();
    const take = (text: string) =>
      takeFile(app, furtherPeople, { studyId, accountId: operatorId, name: "more.csv", bytes: fileOf(text) });
    await take(`${header}\n1.500 €;3 %;02/01/2025;ja;1,234\n`);
    const { file } = await readFurtherPeople(app, studyId);
    const check = await checkFile(app, furtherPeople, studyId);
    expect(check).toMatchObject({ count: 1, isReady: true });
    const confirmed = { studyId, accountId: operatorId, fileId: file?.id ?? "", plan: check?.hash ?? "" };
    await (await confirmFile(app, furtherPeople, confirmed)).finished;
    const stored = await app.store.read((db) => listFeatures(db, { studyId, after: 4, limit: 5 }));
    expect(stored.map(({ features: cells }) => JSON.parse(cells ?? "null"))).toEqual([
      ["1500", "3", "20090", "yes", "1.234"],
    ]);

    // No column identifies people, so the files' row numbers do.
    const waiting = await readWaiting(app, { studyId, after: 0, search: "" });
    expect(waiting.identifierNames).toEqual([null]);
    expect(waiting.people.map(({ identifiers }) => identifiers)).toEqual(
      [2, 3, 4, 5, 2].map((row) => [`#${row}`]),
    );

    await take(`${header}\n1.500 €;3 %;02/01/2025;ja;1,234\n900 €;3 %;02/01/2025;ja;0.5\n`);
    const refusal = await refused(checkFile(app, furtherPeople, studyId), "bad-input");
    expect(refusal.message).toContain("“Punkte” is written in another way");
    await take(`${header}\n$5;3 %;02/01/2025;ja;1\n7 €;3;02/01/2025;vielleicht;1\n`);
    const wrong = await checkFile(app, furtherPeople, studyId);
    expect(wrong?.problems.map(({ row, field }) => [row, field])).toEqual([
      [2, "Betrag"],
      [3, "Quote"],
      [3, "Kunde"],
    ]);
  });

  it("is read the same way as past records", async () => {
    const { studyId, operatorId } = await described();
    const text = [`${header};gut`, ...rows.map((row, index) => `${row};${index % 2}`)].join("\n");
    const bytes = fileOf(text);
    await takeFile(app, draftRecords, { studyId, accountId: operatorId, name: "past.csv", bytes });
    const { file } = await readRecordsFile(app, studyId);
    if (file === null) throw new Error("there are records");
    const choices = { ...file.choices, outcome: 5, yes: ["1"], no: ["0"] };
    await chooseFile(app, draftRecords, { studyId, fileId: file.id, choices });
    expect(await checkFile(app, draftRecords, studyId)).toMatchObject({
      yesCount: 2,
      noCount: 2,
      leftOut: 0,
    });
  });

  it("needs a choice if it can be read in two ways, before it is published", async () => {
    const drafting = await startDraft(app);
    await drafting.upload('amount,day,town\n"1,234",03/04/2024,A\n"2,500",05/06/2024,B\n');
    const { draft } = await drafting.view();
    if (draft.people === null) throw new Error("the file was not taken");
    const columns = draft.people.columns.map((column) => ({ ...column, role: "both" as const }));
    expect(columns.map(({ notation }) => notation)).toEqual(["unclear", "unclear", "as-it-stands"]);
    const { revision } = await drafting.save({ people: { ...draft.people, columns } });
    const { studyId, operatorId: accountId } = drafting;
    const { problems } = await refused(startPublishing(app, { studyId, accountId, revision }), "bad-input");
    expect(problems.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["people.0.notation", "people.1.notation"]),
    );
  });
});
