import { describe, expect, it } from "vitest";
import { dictionaryOf, englishDictionaryOf } from "#server/analysis/tables/dictionary.ts";
import { tablesOf } from "#server/analysis/tables/tables.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { inLanguage } from "#server/locale.ts";
import { knownLog } from "#tests/replay/fixture-known.ts";

const [first = ""] = knownLog().log.text().split("\n");
const tables = tablesOf((JSON.parse(first) as Entry<"study.created">).body.settings);

const textsOf = (tables: readonly ReturnType<typeof dictionaryOf>[]) =>
  tables.flatMap(({ about, columns }) => [about, ...columns.map((column) => column.about)]);

describe("the meaning of tables and columns", () => {
  it.each(["de", "es"] as const)("is shown on a page in %s", (language) => {
    const english = textsOf(tables.map(dictionaryOf));
    const found = textsOf(inLanguage(language, () => tables.map(dictionaryOf)));
    expect(found).toHaveLength(english.length);
    expect(found.filter((text, index) => text === english[index])).toEqual([]);
  });

  it("is English in files, for readers of every language", () => {
    expect(inLanguage("de", () => tables.map(englishDictionaryOf))).toEqual(tables.map(dictionaryOf));
  });
});
