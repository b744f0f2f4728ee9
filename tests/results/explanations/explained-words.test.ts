import { expect, it } from "vitest";
import { detailWords } from "#components/account/security-log/event-words.ts";
import { influenceWords } from "#components/results/explanations/explained-words.ts";
import type { ExplainedChance } from "#server/workers/explanation-tasks.ts";

const columns = [
  { name: "income", label: "Income", type: "number", unit: "", words: {}, cell: "2000" },
  { name: "member", label: "Member", type: "number", unit: "", words: { 0: "no", 1: "yes" }, cell: "1" },
] as unknown as ExplainedChance["columns"];

it.each([
  ["income", "at-most", "2500", "Income at most\u00a02,500"],
  ["income", "above", "2500", "Income above\u00a02,500"],
  ["income", "is", "2500", "Income is 2,500"],
  ["member", "above", "0", "Member"],
])("explains the condition %s %s %s without symbols", (column, test, value, words) => {
  const condition = { source: 0, column, test, value } as never;
  expect(influenceWords({ about: { kind: "condition", condition } }, columns)).toBe(words);
});

it("describes the security log's entries about public links", () => {
  expect(detailWords({ shared: true })).toBe("public: yes");
  expect(detailWords({ purpose: "explanation", role: null })).toBe("purpose: explanation of a decision");
});
