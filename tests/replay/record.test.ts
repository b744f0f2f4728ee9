/** The file as a whole: its manifest reveals missing, changed or added parts. */

import { expect, it } from "vitest";
import { knownLog } from "./fixture-known.ts";
import { recordOf } from "./fixture-record.ts";
import { replayRecord } from "./record.ts";

const { log } = knownLog();
const RECORD = recordOf(log.text(), log.features());
const lines = RECORD.split("\n").slice(0, -1);
const found = (text: string) => replayRecord(text).problems.map(({ what }) => what);
const without = (index: number) =>
  lines
    .toSpliced(index, 1)
    .map((line) => `${line}\n`)
    .join("");

it("replays a whole record", () => {
  expect(found(RECORD)).toEqual([]);
});

it("reports a record as incomplete if its last line is missing or cut", () => {
  expect(found(without(lines.length - 1))).toEqual(["manifest"]);
  expect(found(RECORD.slice(0, -20))[0]).toMatch(/record: end|manifest/);
});

it("detects a lost last entry, which the chain cannot show", () => {
  expect(found(without(lines.length - 2))).toEqual([
    "manifest: head",
    "manifest: entries",
    "manifest: logHash",
  ]);
});

it("detects a lost person", () => {
  expect(found(without(2))).toContain("features file: people");
});

it.each(["study", "head", "entries", "logHash", "people", "featuresOf", "peopleHash", "format"])(
  "detects a changed %s",
  (key) => {
    const forged = RECORD.replace(new RegExp(`"${key}":("?)[^,}"]+\\1(?=[^\\n]*\\n$)`), `"${key}":"other"`);
    expect(forged).not.toBe(RECORD);
    expect(found(forged)).toContain(`manifest: ${key}`);
  },
);
