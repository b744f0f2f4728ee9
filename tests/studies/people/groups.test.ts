import { describe, expect, it } from "vitest";
import { listStoredPeople } from "#db/queries/people.ts";
import { groupFigures, usualLeast } from "#server/analysis/groups/groups.ts";
import { readGroups } from "#server/results/groups/read-groups.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { startPublishing } from "#server/studies/drafts/publish-job.ts";
import { exportData } from "#server/studies/exports/export-data.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { addPeople, madeUpPeople, publishedStudy, publishFor } from "#tests/setup/study.ts";
import { recordOf, verified } from "#tests/setup/verify.ts";
import { readRecord, replayRecord } from "../../replay/record.ts";

const sex = (index: number) => (index % 2 === 0 ? "F" : "M");
const people = madeUpPeople(24);
const groups = {
  sex: people.map((_, index) => sex(index)),
  origin: people.map((_, index) => (index % 3 === 0 ? null : "X")),
};

describeEngines("groups for reporting", async (openStore) => {
  const app = testApp(await openStore());
  const study = await publishedStudy(app, { people, groups, settings: { roundSize: "8" } });
  const { studyId } = study;
  const more = { people: madeUpPeople(4), groups: { sex: ["F", "F", "M", "M"] } };
  await addPeople(app, study, { ...more, people: more.people.map(([...cells]) => cells) });
  for (const _ of [1, 2]) await playRound(app, study, [() => true, () => true, () => true]);
  const record = async () => (await Array.fromAsync((await exportRecord(app, studyId)).lines)).join("");

  it("come after the learner's columns in the record, and only their names are in settings", async () => {
    const settings = await app.store.read(async (db) => settingsOf(await requireStudy(db, studyId)));
    expect(settings.groups).toEqual(["sex", "origin"]);
    expect(settings.learner.columns.map(({ name }) => name)).toEqual(["income", "years", "housing"]);
    expect(settings.presentation.fields).toEqual(["income", "years", "housing"]);
    const [first = ""] = readRecord(await record()).features.split("\n");
    expect(JSON.parse(first).features).toEqual([...(people[0] ?? []), "F", null]);
  });

  it("change no check of the record", async () => {
    const text = await record();
    expect(replayRecord(text).problems).toEqual([]);
    expect((await verified(readRecord(text))).problems).toEqual([]);
  });

  it("are covered by the digests: a changed group is detected", async () => {
    const parts = readRecord(await record());
    const forged = { ...parts, features: parts.features.replace('"F",null', '"M",null') };
    expect(forged.features).not.toBe(parts.features);
    const { problems } = await verified(forged);
    expect(problems.map(({ what }) => what)).toContain("digest of p1");
    expect(replayRecord(recordOf(forged)).ok).toBe(false);
  });

  it("have figures from closed rounds, equal in the table and on the page", async () => {
    const view = await readGroups(app, { studyId });
    expect(view).toMatchObject({ columns: ["sex", "origin"], openRounds: [] });
    const [bySex, byOrigin, crossing] = view.figures?.groupings ?? [];
    expect(view.figures).toMatchObject({ roundCount: 2, personCount: 16, erasedCount: 0, least: 5 });
    expect(bySex?.groups.map((row) => [row.cells, row.people])).toEqual([
      [["F"], 8],
      [["M"], 8],
    ]);
    expect(byOrigin?.groups.map((row) => [row.cells, row.people])).toEqual([
      [["X"], 10],
      [[null], 6],
    ]);
    expect(crossing).toMatchObject({ groups: [], withheldCount: null });
    const reported = bySex?.groups.map(({ reported: { higher, lower } }) => higher.count + lower.count) ?? [];
    expect(reported.reduce((sum, count) => sum + count, 0)).toBe(2 * (view.figures?.reportedCount ?? 0));
    const file = await exportData(app, studyId, "groups.csv");
    expect(file?.hasFeatures).toBe(true);
    const lines = (await Array.fromAsync(file?.pieces ?? [])).join("").trim().split("\n");
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 5).join())).toEqual([
      "sex,F,,,8",
      "sex,M,,,8",
      "origin,X,,,10",
      "origin,,,,6",
    ]);
    expect((await readGroups(app, { studyId, least: 1 })).figures?.groupings[2]?.groups).toHaveLength(4);
  });

  it("are deleted with an erased person", async () => {
    await erasePerson(app, { studyId, personId: "p1", accountId: study.operatorId });
    const { figures } = await readGroups(app, { studyId });
    expect(figures).toMatchObject({ personCount: 16, erasedCount: 1 });
    expect(figures?.groupings[0]?.groups.map((row) => row.people)).toEqual([7, 8]);
    expect(replayRecord(await record()).problems).toEqual([]);
  });

  it("from numbers are named by cuts in the record, figures, tables, later files and copies", async () => {
    const ages = (index: number) => String(index % 4 === 0 ? 50 : 20 + index);
    const column = { ...plainReading("number"), cuts: "30, 50" };
    const aged = await publishedStudy(app, {
      people,
      groups: { origin: people.map((_, index) => (index === 5 ? null : ages(index))) },
      columns: [{}, {}, {}, column],
      settings: { roundSize: "26" },
    });
    await addPeople(app, aged, { people: madeUpPeople(2), groups: { origin: ["29.9", "30 to under 50"] } });
    await playRound(app, aged, [() => true, () => true, () => true]);
    const lines = (await Array.fromAsync((await exportRecord(app, aged.studyId)).lines)).join("");
    const cells = readRecord(lines)
      .features.trim()
      .split("\n")
      .map((line) => JSON.parse(line).features[3]);
    expect(new Set(cells)).toEqual(new Set(["under 30", "30 to under 50", "50 and over", null]));
    expect(cells.slice(0, 6)).toEqual([
      "50 and over",
      "under 30",
      "under 30",
      "under 30",
      "50 and over",
      null,
    ]);
    expect(cells.slice(24)).toEqual(["under 30", "30 to under 50"]);
    expect(replayRecord(lines).problems).toEqual([]);
    const { figures } = await readGroups(app, { studyId: aged.studyId, least: 1 });
    expect(figures?.groupings[0]?.groups.map((row) => [row.cells[0], row.people])).toEqual([
      ["under 30", 7],
      ["30 to under 50", 12],
      ["50 and over", 6],
      [null, 1],
    ]);
    const file = await exportData(app, aged.studyId, "groups.csv");
    expect((await Array.fromAsync(file?.pieces ?? [])).join("")).toContain("origin,30 to under 50,,,12,");

    const copy = { name: "Copy", start: aged.studyId, people: "copied", language: "de" } as const;
    const { studyId: copyId } = await createDraft(app, aged.operatorId, copy);
    const accountId = aged.operatorId;
    await (await startPublishing(app, { studyId: copyId, accountId, revision: 0 })).finished;
    const stored = await app.store.read((db) =>
      listStoredPeople(db, { studyId: copyId, after: 0, limit: 6 }),
    );
    expect(stored.map((row) => JSON.parse(row.groups))).toEqual([
      ["50 und mehr"],
      ["unter 30"],
      ["unter 30"],
      ["unter 30"],
      ["50 und mehr"],
      [null],
    ]);
  });

  it("with cuts refuse a cell that is not a number", async () => {
    const operatorId = await addAccount(app, "operator-old", "operator");
    const publishing = publishFor(app, operatorId, {
      name: "old",
      people,
      groups: { origin: people.map((_, index) => (index === 1 ? "old" : "40")) },
      columns: [{}, {}, {}, { ...plainReading("number"), cuts: "30, 50" }],
    });
    await expect(publishing).rejects.toThrow("Row 3, column “origin”: found “old”, expected a number");
  });

  it("with 10,000 values are refused, and nothing is stored", async () => {
    const many = madeUpPeople(10_000);
    const operatorId = await addAccount(app, "operator-many", "operator");
    const publishing = publishFor(app, operatorId, {
      name: "many",
      people: many,
      groups: { sex: many.map((_, index) => `value ${index}`) },
    });
    await expect(publishing).rejects.toThrow(
      /Column “sex” has 10,000 different values, and a group column has at most 20\. Sort the values/,
    );
    const numbers = publishFor(app, operatorId, {
      name: "numbers",
      people: many,
      groups: { origin: many.map((_, index) => String(index)) },
      columns: [{}, {}, {}, plainReading("number")],
    });
    await expect(numbers).rejects.toThrow("State cuts where the column is marked as a group: 30, 50");
  });
});

describe("a study without groups", () => {
  it("has no figures", () => {
    const figures = groupFigures({ columns: [], rounds: [], least: usualLeast });
    expect(figures).toMatchObject({ columns: [], groupings: [], personCount: 0 });
  });
});
