/** The verifier in Python refuses the forged records too, at the entry that docs/verifier-must-refuse.md names. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { forgeries, refusedAt } from "#tests/replay/forgeries/forgeries.ts";
import { honestReceipts, receiptForgeries } from "#tests/replay/forgeries/receipts.ts";
import { type PythonReport, verifyInPython } from "#tests/setup/python.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-refusals-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** By row: its second cell. */
const page = new Map(
  [...readFileSync("docs/verifier-must-refuse.md", "utf8").matchAll(/^\| (.*) \| (.*) \|$/gm)].map(
    ([, row = "", at = ""]) => [row, at],
  ),
);

const write = (content: string, index: number | string) => {
  const path = join(folder, `${index}`);
  writeFileSync(path, content);
  return path;
};
const asTexts = ({ problems }: PythonReport) => problems.map(([seq, text]) => ({ seq, text }));
/** The entry that the page names for a row; 0: the file or the receipt. */
const entryIn = (cell: string) => Number.parseInt(cell, 10) || 0;

it("refuses forged receipts, and logs that contradict receipts", async () => {
  const honest = write(honestReceipts.record, "honest");
  const records = receiptForgeries.map(({ record }, index) => write(record, `record-${index}`));
  const receipts = receiptForgeries.map(({ receipt }, index) => write(receipt, `receipt-${index}`));
  const held = honestReceipts.receipts.map((receipt, index) => write(receipt, `held-${index}`));
  const [kept, ...reports] = await verifyInPython([
    [honest, ...held],
    ...records,
    ...records.map((record, index) => [record, receipts[index] ?? ""]),
  ]);
  expect(kept?.problems).toEqual([]);
  const wrong = receiptForgeries.flatMap(({ name }, index) => {
    const [alone, beside] = [reports[index], reports[index + records.length]];
    const at = alone && beside ? refusedAt({}, asTexts(beside), asTexts(alone)) : null;
    return at === entryIn(page.get(name) ?? "")
      ? []
      : [`${name}: ${at}, but the page says ${page.get(name)}`];
  });
  expect(wrong).toEqual([]);
});

it("refuses each row", async () => {
  const all = forgeries();
  const records = [...new Set(all.flatMap(({ record, honest }) => [record, honest]))];
  const reports = await verifyInPython(records.map(write));
  const problemsOf = (record: string) => reports.slice(records.indexOf(record)).slice(0, 1).flatMap(asTexts);
  const wrong = all.flatMap((forgery) => {
    const { name, record, honest } = forgery;
    const at = refusedAt(forgery, problemsOf(record), problemsOf(honest));
    const cell = page.get(name) ?? "";
    return at === entryIn(cell) ? [] : [`${name}: ${at}, but the page says ${cell}`];
  });
  expect(wrong).toEqual([]);
});
