import { describe, expect, it } from "vitest";
import { warningInWords } from "#components/setup/people/warning-words.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import { isSafe, looksLikeIdentifier, looksLikeOutcome, warningsOf } from "#server/study/column-warnings.ts";
import { peopleFor } from "#server/study/empty-draft.ts";
import { describePeople } from "#server/study/files/people/describe-people.ts";
import { nearCopies } from "#server/study/files/people/near-copies.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { fileOf } from "#tests/study/files/reading/files.ts";

const people = [
  "Ada Lovelace",
  "Emmy Noether",
  "Sofia Kovalevskaya",
  "Grace Hopper",
  "Mary Cartwright",
  "Ruth Moufang",
];
/** Columns of twelve people, each with the subject of its warning, or none if it is safe. */
const columns: readonly (readonly [name: string, cell: (index: number) => string, warning: RegExp | null])[] =
  [
    ["years at work", (index) => String(index % 7), null],
    ["housing", (index) => (index % 3 === 0 ? "rent" : "own"), null],
    ["town name", (index) => ["Rome", "Oslo"][index % 2] ?? "", null],
    ["applicant", (index) => `${people[index % 6]}${index > 5 ? "-Smith" : ""}`, /May contain names/],
    ["customerName", (index) => `x${index % 4}`, /May contain names/],
    ["contact", (index) => (index === 3 ? "write to a@b.example" : "none"), /e-mail addresses/],
    ["phone number", (index) => String(index % 3), /contact details/],
    ["case id", (index) => `c${index}`, /Different for every person/],
    ["loan_amount", (index) => String(100 * (index % 5)), /May be a sum of money/],
    ["price in €", (index) => String(index % 5), /May be a sum of money/],
    ["gender", (index) => (index % 2 === 0 ? "f" : "m"), /stand for, sex/],
    ["region (monitoring only)", (index) => (index % 2 === 0 ? "N" : "S"), /reporting on groups only/],
    ["repaid", (index) => (index % 2 === 0 ? "yes" : "no"), /May be an outcome/],
    ["country", () => "NO", /same value/],
    ["grade", (index) => (index === 5 ? "11164" : `0.${80 + index}`), /largest value, 11,164, is far/],
  ];
const file = readPeople(
  fileOf(
    [
      columns.map(([name]) => name).join(";"),
      ...Array.from({ length: 12 }, (_, index) => columns.map(([, cell]) => cell(index)).join(";")),
    ].join("\n"),
  ),
);
const reading = describePeople(file);
const chosen = peopleFor(reading, {}).columns;

describe("a column", () => {
  it.each(columns.map(([name, , warning], source) => ({ name, warning, source })))(
    "“$name” has the warning: $warning",
    ({ warning, source }) => {
      const column = chosen[source];
      if (column === undefined) throw new Error("no column");
      const said = warningsOf(column, reading, []).map(warningInWords);
      if (warning === null) expect(said).toEqual([]);
      else expect(said.join(" ")).toMatch(warning);
      expect(isSafe(column, reading, [])).toBe(warning === null);
    },
  );

  it("is suggested as identifier or outcome if it looks like one", () => {
    const named = (looks: (read: (typeof reading.columns)[number]) => boolean) =>
      reading.columns.filter(looks).map(({ name }) => name);
    expect(named(looksLikeOutcome)).toEqual(["repaid"]);
    expect(named((read) => looksLikeIdentifier(read, reading.rowCount))).toEqual(["applicant", "case id"]);
    const code = reading.columns.find(({ name }) => name === "case id");
    if (code === undefined) throw new Error("no column");
    for (const name of ["Antragsnr", "Kundennummer", "Aktenzeichen", "número de expediente"]) {
      expect(looksLikeIdentifier({ ...code, name }, reading.rowCount), name).toBe(true);
    }
  });

  it.each([
    ["sex", "Sex", "Geschlecht", "sexo", "applicantGender", "Mujer"],
    ["age", "Age in years", "Alter", "edad", "birth_date", "Geburtsjahr", "fecha de nacimiento"],
    ["origin", "Institution Region (BS)", "TOEFL", "Staatsangehörigkeit", "Land", "País", "nacionalidad"],
    ["religion", "Religion", "Konfession", "religión"],
    ["health", "Disability", "Krankheit", "Schwerbehinderung", "salud", "diagnóstico"],
    ["where people live", "postcode", "ZIP", "PLZ", "Stadtteil", "código_postal", "barrio"],
  ])("may be %s, and is not selected with all other columns", (group, ...names) => {
    const [column] = chosen;
    if (column === undefined) throw new Error("no column");
    for (const name of names) {
      const named = { ...column, name };
      expect(warningsOf(named, reading, []).map(warningInWords).join(), name).toContain(
        `stand for, ${group} (a guess`,
      );
      expect(isSafe(named, reading, [])).toBe(false);
    }
  });

  it("that names people is pointed out where some share a cell or have none", () => {
    const warned = (cells: readonly string[]) => {
      const read = describePeople(
        readPeople(fileOf(["case id,age", ...cells.map((id) => `${id},1`)].join("\n"))),
      );
      const [column] = peopleFor(read, {}).columns;
      if (column === undefined) throw new Error("no column");
      return warningsOf({ ...column, role: "identifier" }, read, []).map(({ kind }) => kind);
    };
    expect(warned(["a1", "a2", "a3"])).toEqual([]);
    expect(warned(["a1", "a2", "a1"])).toEqual(["shared"]);
    expect(warned(["a1", "a2", ""])).toEqual(["shared"]);
  });

  it("of numbers with a few other cells is pointed out until it is read as numbers", () => {
    const columnOf = (stray: number) => {
      const cells = Array.from({ length: 20 }, (_, index) => (index < stray ? "much" : String(1000 + index)));
      const read = describePeople(readPeople(fileOf(["income of all", ...cells].join("\n"))));
      const [column] = peopleFor(read, {}).columns;
      if (column === undefined) throw new Error("no column");
      return { column, read };
    };
    const said = (stray: number) => {
      const { column, read } = columnOf(stray);
      return warningsOf(column, read, []).map(warningInWords).join();
    };
    expect(said(0)).not.toContain("read as words");
    expect(said(1)).toContain("1 cell is not a number, so all are read as words.");
    expect(said(2)).toContain("2 cells are not numbers");
    expect(said(3)).not.toContain("read as words");
    const { column, read } = columnOf(1);
    const asNumber = { ...column, ...plainReading("number") };
    expect(warningsOf(asNumber, read, []).map(({ kind }) => kind)).toEqual(["money"]);
  });

  it("with an outlier is safe once a decision about the outlier is made", () => {
    const grade = chosen.at(-1);
    if (grade === undefined) throw new Error("no column");
    const outliers = { treatment: "set-empty", low: "", high: "4" } as const;
    expect(isSafe({ ...grade, outliers }, reading, [])).toBe(true);
  });

  it("is not safe while it can be read in two ways", () => {
    const [column] = chosen;
    if (column === undefined) throw new Error("no column");
    expect(isSafe({ ...column, notation: "unclear" }, reading, [])).toBe(false);
  });
});

describe("a near-copy of the outcome", () => {
  /** Finds near-copies in a file of forty people of whom every second one repaid. */
  const copiesIn = (cellOf: (index: number, isYes: boolean) => string) => {
    const rows = Array.from({ length: 40 }, (_, index) => {
      const isYes = index % 2 === 0;
      return `${isYes ? "good" : "bad"},${cellOf(index, isYes)}`;
    });
    const copied = readPeople(fileOf(["outcome,other", ...rows].join("\n")));
    const [outcome, other] = peopleFor(describePeople(copied), {}).columns;
    if (outcome === undefined || other === undefined) throw new Error("two columns");
    return nearCopies(copied, [{ ...outcome, role: "outcome", yes: ["good"], no: ["bad"] }, other]);
  };

  it("predicts the outcome by words, one cut or being filled, with few exceptions", () => {
    expect(copiesIn((index, isYes) => (isYes !== (index === 8) ? "A" : "B"))).toEqual([1]);
    expect(copiesIn((index, isYes) => String(isYes ? 100 + index : index))).toEqual([1]);
    expect(copiesIn((index, isYes) => (isYes ? `2024-01-${10 + (index % 20)}` : ""))).toEqual([1]);
  });

  it("is not reported for a mere correlation, or if no outcome is known", () => {
    expect(copiesIn((index, isYes) => (isYes !== index % 3 > 1 ? "A" : "B"))).toEqual([]);
    expect(copiesIn((index) => String(index))).toEqual([]);
    expect(copiesIn((index) => `text ${index}`)).toEqual([]);
    expect(nearCopies(file, chosen)).toEqual([]);
  });
});
