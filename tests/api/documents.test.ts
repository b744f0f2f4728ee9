import { expect, it } from "vitest";
import { isLogDocument, logDocuments, readLogDocument } from "#server/api/documents.ts";

it("knows the pages of the log's format and the one on verifying, and reads them", async () => {
  const names = [
    "log-format",
    "log-format-classes",
    "log-format-learners",
    "log-format-guarded",
    "log-format-audit",
    "log-format-docket",
    "log-format-checkpoints",
    "log-format-receipts",
    "log-format-state",
    "verifying",
  ] as const;
  expect(Object.keys(logDocuments)).toEqual(names);
  for (const name of names) {
    expect(isLogDocument(name)).toBe(true);
    expect(await readLogDocument(name)).toMatch(/^# /);
  }
});

it.each([
  "theory",
  "log-format.md",
  "../README",
  "log-format/../theory",
  "..%2Ftheory",
  "/etc/passwd",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "",
])("leads nowhere else: %j", (name) => {
  expect(isLogDocument(name)).toBe(false);
});
