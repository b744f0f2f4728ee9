import { expect, it } from "vitest";
import { auditorSentences } from "#components/setup/rehearsal/auditor-words.ts";
import type { SimulatedAuditor } from "#server/study/draft.ts";
import { firstAuditor } from "#server/study/empty-draft.ts";
import { draftWith } from "#tests/study/drafts.ts";

const columns = draftWith().people?.columns ?? [];
const said = (part: Partial<SimulatedAuditor>) =>
  auditorSentences({ ...firstAuditor, ...part }, columns, "10");

it("describes how a simulated auditor judges", () => {
  expect(said({ columns: [columns[0]?.source ?? 0], cutOff: "30" })).toEqual([
    "Weighs months. Flags pairs that differ by over 10 points more than this justifies.",
    "Does not compare people who deserve to be 30 points or more apart.",
  ]);
  expect(said({ kind: "copies", of: "1" })).toEqual(["Gives the same verdicts as seat 1."]);
  expect(said({ kind: "careless", wrong: "20" }).at(-1)).toBe(
    "Gives the opposite verdict on 20 of 100 pairs.",
  );
});
