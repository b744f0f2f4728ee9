import { describe, expect, it } from "vitest";
import type { OutcomesChoices } from "#server/study/files/outcomes/outcomes-file.ts";
import { type OutcomeStatus, planOutcomes } from "#server/study/files/outcomes/plan-outcomes.ts";
import { fileOf, refusalOf } from "#tests/study/files/reading/files.ts";
import { rowOf, xlsxOf } from "#tests/study/files/workbooks/written.ts";

/** Six people: two picked (one with an outcome), one not picked, one in an open round, one waiting, one erased. */
const picked = { round: 2, position: 0, selected: true, isOverridden: false, value: null };
const statuses: OutcomeStatus[] = [
  { person: "p1", identifiers: '["Ann","-1x"]', ...picked },
  { person: "p2", identifiers: '["Bob","b"]', ...picked, round: 1, value: "no" },
  { person: "p3", identifiers: '["Bob","c"]', ...picked, position: 3, selected: false },
  { person: "p4", identifiers: '["Dot",null]', ...picked, round: 3, selected: null },
  { person: "p5", identifiers: '["Eve","e"]', ...picked, round: null, position: null, selected: null },
  { person: "p6", identifiers: null, ...picked, position: 4 },
];

const meanings: OutcomesChoices["meanings"] = [
  { word: "yes", means: "yes" },
  { word: "no", means: "no" },
  { word: "lost", means: "lost" },
  { word: "pending", means: "none" },
];
const byPseudonym = { format: {}, person: { source: 0, identifier: null }, outcome: 1, meanings };
const plan = (text: string, chosen = {}) =>
  planOutcomes(fileOf(text), { ...byPseudonym, ...chosen }, statuses);
const messages = (text: string, chosen = {}) => plan(text, chosen).problems.map(({ message }) => message);

describe("a file of outcomes", () => {
  it("contains new outcomes, corrections, recorded outcomes, and rows without one", () => {
    expect(plan("in the log,outcome\np1,yes\np2,lost\np3,\np4,pending\n")).toEqual({
      rowCount: 4,
      outcomes: [
        { round: 1, position: 0, value: "lost", before: "no" },
        { round: 2, position: 0, value: "yes", before: null },
      ],
      unchangedCount: 0,
      silentCount: 2,
      refusedCount: 0,
      problems: [],
    });
    expect(plan("in the log,outcome\np2,no\n,\n")).toMatchObject({ unchangedCount: 1, refusedCount: 0 });
  });

  it("is read from a workbook, and reports cells with an error in needed columns", () => {
    const bytes = xlsxOf(
      `${rowOf(["in the log", "outcome", "note"])}${rowOf(["p1", "yes"])}
       <row><c t="inlineStr"><is><t>p2</t></is></c><c t="e"><v>#REF!</v></c><c t="e"><v>#N/A</v></c></row>`,
    );
    expect(planOutcomes(bytes, byPseudonym, statuses)).toMatchObject({
      outcomes: [{ round: 2, position: 0, value: "yes" }],
      refusedCount: 1,
      problems: [
        { row: 3, field: "outcome", message: expect.stringContaining("cell B3: found the error “#REF!”") },
      ],
    });
  });

  it("refuses a row with its number, its column, the expected content and a remedy", () => {
    const text =
      "in the log,outcome\np9,yes\np3,yes\np4,no\np5,yes\np6,yes\np1,maybe\np2,pending\n,yes\np1\n";
    expect(messages(text)).toEqual([
      "Row 2, column “in the log”: found “p9”, expected a person of this study. Correct it or remove the row.",
      "Row 3, column “outcome”: found “yes”, but p3 was not picked in round 2, so there is no outcome. Leave the cell empty.",
      "Row 4, column “outcome”: found “no”, but p4 is in round 3, which is open. Upload the row again when it is closed.",
      "Row 5, column “outcome”: found “yes”, but p5 has not been in a round yet, so nothing was decided. Leave the cell empty for now.",
      "Row 6, column “outcome”: found “yes”, but p6 was erased. Remove the row.",
      "Row 7, column “outcome”: found “maybe”, which has no meaning yet. Choose its meaning above, or correct it.",
      "Row 8, column “outcome”: found “pending”, but “no” is recorded. An outcome can be corrected or declared lost, but not removed. Leave the cell empty.",
      "Row 9, column “in the log”: the cell is empty, expected a person. Fill it in or remove the row.",
      "Row 10 has 1 cell, too few: expected 2.",
    ]);
    expect(plan(text)).toMatchObject({ refusedCount: 9, outcomes: [] });
  });

  it("matches outcome words exactly, including case", () => {
    const words = ["Paid", "PAID"].map((word, index) => ({
      word,
      means: (["yes", "no"] as const)[index] ?? "yes",
    }));
    const text = "in the log,outcome\np1,Paid\np2,PAID\n";
    expect(plan(text, { meanings: words })).toMatchObject({
      outcomes: [{ round: 2, value: "yes" }],
      ...{ unchangedCount: 1, refusedCount: 0 },
    });
    expect(messages("in the log,outcome\np1,paid\n", { meanings: words })).toEqual([
      "Row 2, column “outcome”: found “paid”, which has no meaning yet. Choose its meaning above, or correct it.",
    ]);
  });

  it("refuses both of two rows about the same person", () => {
    expect(messages("in the log,outcome\np1,yes\np2,lost\np1,no\n")).toEqual([
      "Row 2, column “in the log”: found “p1”, which is also in row 4. Keep one row for each person.",
      "Row 4, column “in the log”: found “p1”, which is also in row 2. Keep one row for each person.",
    ]);
    expect(plan("in the log,outcome\np1,yes\np2,lost\np1,no\n").outcomes).toHaveLength(1);
  });

  it("finds people by unique identifier, also after a download's apostrophe", () => {
    const named = { person: { source: 0, identifier: 0 } };
    expect(plan("name,outcome\nAnn,yes\n", named).outcomes).toHaveLength(1);
    expect(messages("name,outcome\nBob,yes\n", named)).toEqual([
      "Row 2, column “name”: found “Bob”, and several people of this study have it. Use their pseudonyms, the column “in the log”.",
    ]);
    const second = { person: { source: 0, identifier: 1 } };
    expect(messages("code,outcome\nc,yes\n", second), "as the file names the person").toEqual([
      "Row 2, column “outcome”: found “yes”, but c was not picked in round 2, so there is no outcome. Leave the cell empty.",
    ]);
    expect(plan("code,outcome\n'-1x,yes\nb,yes\n", second).outcomes).toHaveLength(2);
  });

  it("is refused as a whole if the chosen columns are invalid", () => {
    const whole = (chosen: object) => refusalOf(() => plan("in the log,outcome\np1,yes\n", chosen)).message;
    expect(whole({ outcome: 0 })).toContain("need two different columns");
    expect(whole({ outcome: 7 })).toContain("Choose the columns again");
  });

  it("with 100,000 rows is planned in full", () => {
    const many = Array.from({ length: 100_000 }, (_, index): OutcomeStatus => {
      const round = Math.floor(index / 1_000) + 1;
      return { ...picked, person: `p${index + 1}`, identifiers: "[]", round, position: index % 1_000 };
    });
    const text = `in the log,outcome\n${many.map(({ person }, index) => `${person},${index % 2 ? "no" : "yes"}`).join("\n")}\n`;
    const planned = planOutcomes(fileOf(text), byPseudonym, many);
    expect(planned).toMatchObject({ rowCount: 100_000, refusedCount: 0 });
    expect(planned.outcomes).toHaveLength(100_000);
  });
});
