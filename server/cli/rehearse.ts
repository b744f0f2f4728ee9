/** `npm run rehearse -- plan.json PEOPLE.csv [RULES.txt] [--out FOLDER]`, see `--help`: replays a saved rehearsal. */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { parseRuleList } from "#server/audit-log/rule-list.ts";
import { keepRuleList } from "#server/learner/classes/rule-lists.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { givenPath } from "#server/platform/process/given-path.ts";
import {
  playPlan,
  type RehearsalPlan,
  rehearsalPlanSchema,
  rehearsalSeriesCsv,
  rehearsalText,
} from "#server/simulation/rehearsal-plan.ts";
import { describePeople } from "#server/study/files/people/describe-people.ts";
import { packFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { readRulesFile } from "#server/study/files/rules/rule-tasks.ts";

const helpText = `Plays a kept rehearsal again, from its plan and its file of people.

  npm run rehearse -- plan.json PEOPLE.csv [RULES.txt] [--out FOLDER]

plan.json is what the page "Runs" gives; PEOPLE.csv the very file that was uploaded then: another is refused.
RULES.txt is the file of a long list of rules, if the plan has one.
FOLDER (default: rehearsal-results) gets rehearsal.json, byte for byte what was kept, and series.csv.
`;

class Refusal extends Error {
  override readonly name = "Refusal";
}

function main(args: readonly string[]): void {
  const { values, positionals } = optionsOf(args);
  if (values.help === true) {
    process.stdout.write(helpText);
    return;
  }
  const [planFile, peopleFile, rulesFile, ...others] = positionals;
  if (planFile === undefined || peopleFile === undefined || others.length > 0)
    throw new Refusal("Name a plan and a file of people (see --help).");
  const plan = readPlan(planFile);
  const bytes = read(peopleFile);
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== plan.file.hash) {
    throw new Refusal(
      `${peopleFile} is not the file that was rehearsed, ${plan.file.name}: its SHA-256 is ${hash}, not ${plan.file.hash}.`,
    );
  }
  takeRules(plan, bytes, rulesFile);
  const played = playPlan(plan, packFile(bytes));
  if ("refused" in played) throw new Refusal(played.refused.message);
  const out = givenPath(values.out ?? "rehearsal-results");
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "rehearsal.json"), rehearsalText(played.value));
  writeFileSync(join(out, "series.csv"), rehearsalSeriesCsv(played.value));
  process.stdout.write(
    `${plan.runs} runs of ${plan.settings.length} settings: ${out}/rehearsal.json, ${out}/series.csv\n`,
  );
}

/** Loads the rule list that a plan names by its hash; it is read as before, with the columns of the people. */
function takeRules(plan: RehearsalPlan, people: Uint8Array, file: string | undefined): void {
  const hashes = plan.settings.flatMap(({ spec: { hypotheses } }) =>
    hypotheses.kind === "listed" ? [hypotheses.hash] : [],
  );
  if (hashes.length === 0) return;
  if (file === undefined) {
    throw new Refusal(
      `Name the file of rules that was rehearsed too, ${plan.rulesFile ?? "whose name is not known"} (see --help).`,
    );
  }
  const reading = describePeople(readPeople(people, plan.people.format));
  const answer = readRulesFile({ bytes: read(file), columns: plan.people.columns, reading });
  if ("refused" in answer) throw new Refusal(`${file}: ${answer.refused.message}`);
  const { packed, facts } = answer.value;
  if (hashes.some((hash) => hash !== facts.hash)) {
    throw new Refusal(
      `${file} does not hold the list that was rehearsed: its hash is ${facts.hash}, not ${hashes[0]}.`,
    );
  }
  keepRuleList(facts.hash, parseRuleList(unpackFile(packed)));
}

function optionsOf(args: readonly string[]) {
  try {
    const options = { out: { type: "string" }, help: { type: "boolean" } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new Refusal(`${cause instanceof Error ? cause.message : String(cause)} (see --help)`, { cause });
  }
}

function readPlan(file: string): RehearsalPlan {
  const text = Buffer.from(read(file)).toString("utf8");
  try {
    return rehearsalPlanSchema.parse(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Refusal(`${file} is no plan of a rehearsal: ${why}`, { cause });
  }
}

function read(file: string): Uint8Array {
  try {
    return readFileSync(givenPath(file));
  } catch (cause) {
    throw new Refusal(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal || error instanceof LearnerError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
