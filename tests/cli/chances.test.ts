import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { madePolicies, specsOfEveryLearner } from "#tests/setup/played-policies.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-chances-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) =>
  spawnSync(process.execPath, ["server/cli/chances.ts", ...args], { encoding: "utf8" });
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const { spec } = specsOfEveryLearner.find(({ name }) => name === "guarded, conjunctions 1, 4 picks") ?? {};
if (spec === undefined) throw new Error("no such spec");
const made = madePolicies(spec)[2];
if (made === undefined) throw new Error("no third round");
const policy = file("policy.json", JSON.stringify(made.policy));
const header = made.policy.columns.map(({ name }) => name).join(",");

it("prints the chances of the log for the round's own people", () => {
  const people = file("people.csv", [header, ...made.people.map((cells) => cells.join(","))].join("\n"));
  const { stdout, stderr, status } = run(policy, people, "--rule", "round");
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  const lines = made.opening.chances.map((chance, index) => `${index + 2},${chance}`);
  expect(stdout).toBe(`${["row,chance", ...lines].join("\r\n")}\r\n`);
});

it("reports errors in a file, and then prints no chances", () => {
  const missing = run(policy, file("missing.csv", "q0,score\ny,1\n"));
  expect(missing.stderr).toContain("Row 2 has no column “q1”, which rules of this policy need.");
  expect([missing.status, missing.stdout]).toEqual([1, ""]);
  const wrong = run(policy, file("wrong.csv", `${header}\n${"y,".repeat(8)}much\n`));
  expect(wrong.stderr).toBe("Row 2, column “score”: found “much”, expected a number such as 1234.5.\n");
  expect(run(policy, file("short.csv", `${header}\ny\n`)).stderr).toContain("Row 2 has 1 cell");
  expect(run(policy, file("twice.csv", "q0,q0\ny,y\n")).stderr).toContain("is there twice");
  expect(run(policy, join(folder, "none.csv")).status).toBe(1);
  const other = run(file("other.json", "{}"), policy);
  expect(other.stderr).toContain("is no evenhand-policy/1 file");
  expect(run(policy).status).toBe(2);
});
