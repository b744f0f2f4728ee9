/** The verifier in Python refuses the forged records too, at the entry that docs/verifier-must-refuse.md names. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { forgeries, refusedAt } from "#tests/replay/forgeries/forgeries.ts";
import { verifyInPython } from "#tests/setup/python.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-refusals-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** By row: its second cell. */
const page = new Map(
  [...readFileSync("docs/verifier-must-refuse.md", "utf8").matchAll(/^\| (.*) \| (.*) \|$/gm)].map(
    ([, row = "", at = ""]) => [row, at],
  ),
);

it("refuses each row, but for those that it does not check", () => {
  const all = forgeries();
  const records = [...new Set(all.flatMap(({ record, honest }) => [record, honest]))];
  const paths = records.map((record, index) => {
    const path = join(folder, `${index}.jsonl`);
    writeFileSync(path, record);
    return path;
  });
  const reports = verifyInPython(paths);
  const problemsOf = (record: string) =>
    (reports[records.indexOf(record)]?.problems ?? []).map(([seq, text]) => ({ seq, text }));
  const wrong = all.flatMap((forgery) => {
    const { name, record, honest } = forgery;
    const at = refusedAt(forgery, problemsOf(record), problemsOf(honest));
    const cell = page.get(name) ?? "";
    const isChecked = !cell.endsWith("not checked by Python");
    const named = cell === "the file" ? 0 : Number.parseInt(cell, 10);
    return (at === named) === isChecked ? [] : [`${name}: ${at}, but the page says ${cell}`];
  });
  expect(wrong).toEqual([]);
});
