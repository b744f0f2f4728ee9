import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { isSignedFast } from "#server/cli/fast-signatures.ts";
import { verifyFile } from "#server/cli/verify-in-threads.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { rehashed } from "#tests/trials/tamper/edits.ts";
import { makeRecord } from "../../bench/verify/made-record.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-verify-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A record, and its log with more signatures than one thread gets at a time. */
const record: string[] = [];
makeRecord(600, (line) => record.push(line));
const lines = record.filter((line) => line.startsWith('{"at":'));

/** Returns the reports of this thread alone and with worker threads. */
function reports(text: string) {
  const file = join(folder, "log");
  writeFileSync(file, text);
  const inTurn = verifyLog({ lines: linesIn([new TextEncoder().encode(text)]), isSigned: isSignedFast });
  return { inTurn, inThreads: verifyFile(file, {}, undefined, 100) };
}

it("reports the same with threads for lines and signatures", () => {
  const { inTurn, inThreads } = reports(record.map((line) => `${line}\n`).join(""));
  expect(inTurn.countByType["ballot.sealed"]).toBeGreaterThan(150);
  expect(inTurn.problemCount).toBe(0);
  expect(inThreads).toEqual(inTurn);
});

it.each([
  ["a thread checks", 1],
  ["remains at the end", -1],
])("finds an invalid signature that %s", (_, place) => {
  const at = [...lines.keys()].filter((line) => lines[line]?.includes('"signature":"')).at(place) ?? 0;
  const forged = (lines[at] ?? "").replace(
    /"signature":"(.)/,
    (_all, digit) => `"signature":"${digit === "0" ? 1 : 0}`,
  );
  const text = lines
    .with(at, forged)
    .map((line) => `${line}\n`)
    .join("");
  const { inTurn, inThreads } = reports(
    rehashed({ text, line: at + 1 } as Parameters<typeof rehashed>[0]).text,
  );
  expect(inTurn.entryCount).toBe(lines.length);
  expect(inTurn.problemCount).toBeGreaterThan(0);
  expect(inThreads).toEqual(inTurn);
});

it.each([
  ["has a key twice", '"v":1}', '"v":1,"v":1}'],
  ["has a key more", '"v":1}', '"v":1,"w":1}'],
  ["is of a later format", '"v":1}', '"v":2}'],
  ["is not JSON", '"v":1}', '"v":1'],
])("finds a line that %s", (_, from, to) => {
  const at = Math.floor(lines.length / 2);
  const text = lines.map((line, place) => `${place === at ? line.replace(from, to) : line}\n`).join("");
  const { inTurn, inThreads } = reports(text);
  expect(inTurn.entryCount).toBe(at);
  expect(inThreads).toEqual(inTurn);
});
