import { parseJson } from "#server/platform/process/parse-json.ts";
/**
 * `npm run chances -- POLICY.json PEOPLE.csv [--rule base|round]`: prints the chances of people under a policy file, as
 * CSV. `round` applies the limit and the number of picks that the round published. Needs no database and no network.
 * Exits with 1 if a file is refused.
 */

import { readFileSync } from "node:fs";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import { isDomainError } from "#server/errors.ts";
import { givenPath } from "#server/platform/process/given-path.ts";
import { chanceRules } from "#server/study/policy/chances.ts";
import { chancesFor, peopleInCsv } from "#server/study/policy/people.ts";
import { type PolicyFile, policyFileSchema, policyFormat } from "#server/study/policy/policy-file.ts";
import { commandLine } from "./command-line.ts";

const { policyPath, peoplePath, rule } = commandLine(
  `npm run chances -- POLICY.json PEOPLE.csv [--rule ${chanceRules.join("|")}]`,
  { rule: { type: "string" } },
  ({ values, positionals: [policy, people, ...more] }) => {
    const rule = chanceRules.find((one) => one === (values.rule ?? "base"));
    return policy === undefined || people === undefined || more.length > 0 || rule === undefined
      ? undefined
      : { policyPath: givenPath(policy), peoplePath: givenPath(people), rule };
  },
);
try {
  const policy = readPolicy(policyPath);
  const { people, rows } = peopleInCsv(readFileSync(peoplePath, "utf8"));
  const { chances, warnings } = chancesFor(policy, people, rule, rows);
  for (const { message } of warnings) console.error(message);
  process.stdout.write(csvLine(["row", "chance"]));
  for (const [index, chance] of chances.entries())
    process.stdout.write(csvLine([rows[index] as number, chance]));
} catch (error) {
  if (!isDomainError(error) && !(error instanceof Error && "syscall" in error)) throw error;
  const sentences = isDomainError(error) ? error.problems.map(({ message }) => message) : [];
  console.error((sentences.length === 0 ? [(error as Error).message] : sentences).join("\n"));
  process.exitCode = 1;
}

function readPolicy(path: string): PolicyFile {
  const read = policyFileSchema.safeParse(parseJson(readFileSync(path, "utf8")));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  console.error(`${path} is no ${policyFormat} file: ${issue?.path.join(".")}: ${issue?.message}`);
  process.exit(1);
}
