import { expect, it } from "vitest";
import { isLogDocument, logDocuments, readLogDocument } from "#server/http/documents.ts";

it("knows the pages of the log's format, of a study's data and runs, for programs and of verifying, and reads them", async () => {
  const pages = [
    ["log-format", "The log"],
    ["log-format-classes", "Classes of rules"],
    ["log-format-learners", "Other learners"],
    ["log-format-guarded", "Mode guarded"],
    ["log-format-picks", "A number of picks"],
    ["log-format-audit", "Audits"],
    ["log-format-docket", "The docket"],
    ["log-format-checkpoints", "Checkpoints"],
    ["log-format-receipts", "Receipts"],
    ["log-format-state", "The learner’s state"],
    ["data", "The data of a study"],
    ["programs", "For programs"],
    ["simulations", "Simulations of a study"],
    ["verifying", "Verifying a study"],
  ] as const;
  expect(Object.entries(logDocuments)).toEqual(pages);
  for (const [name] of pages) {
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
