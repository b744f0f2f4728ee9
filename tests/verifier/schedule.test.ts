/** A learner's logged rate and weight, compared with the schedule without any features. */

import { describe, expect, it } from "vitest";
import { knownLog } from "#tests/replay/fixture-known.ts";
import { verified } from "#tests/setup/verify.ts";
import { rehashed } from "#tests/trials/tamper/edits.ts";

const log = knownLog().log.text();

function problemsOf(text: string) {
  const edit = rehashed({ text, line: 1, kind: "number of an opening" });
  return verified({ log: edit.text, features: "", totals: "" }).problems.map((problem) => problem.what);
}

describe.each([
  ["eta", "eta"],
  ["fairnessWeight", "fairness weight"],
])("the %s of an opening", (field, what) => {
  it("equals the schedule's, also if no chance can be computed", () => {
    expect(problemsOf(log)).toEqual([]);
    const [, digits = ""] = new RegExp(`"${field}":"([0-9.]+)"`).exec(log) ?? [];
    const other = `${digits.slice(0, -2)}${digits.endsWith("11") ? "22" : "11"}`;
    expect(problemsOf(log.replace(`"${field}":"${digits}"`, `"${field}":"${other}"`))).toContain(what);
  });
});
