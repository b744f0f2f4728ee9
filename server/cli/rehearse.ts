/**
 * Plays a kept rehearsal again: `npm run rehearse -- plan.json PEOPLE.csv [--out FOLDER]`, see `--help`.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { packFile } from "#server/files/reading/packed-file.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import {
  playPlan,
  type RehearsalPlan,
  rehearsalPlanSchema,
  rehearsalSeriesCsv,
  rehearsalText,
} from "#server/simulation/rehearsal-plan.ts";

const helpText = `Plays a kept rehearsal again, from its plan and its file of people.

  npm run rehearse -- plan.json PEOPLE.csv [--out FOLDER]

plan.json is what the page "Runs" gives; PEOPLE.csv the very file that was uploaded then: another is refused.
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
  const [planFile, peopleFile, ...others] = positionals;
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
  const played = playPlan(plan, packFile(bytes));
  if ("refused" in played) throw new Refusal(played.refused.message);
  const out = values.out ?? "rehearsal-results";
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "rehearsal.json"), rehearsalText(played.value));
  writeFileSync(join(out, "series.csv"), rehearsalSeriesCsv(played.value));
  process.stdout.write(
    `${plan.runs} runs of ${plan.settings.length} settings: ${out}/rehearsal.json, ${out}/series.csv\n`,
  );
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
    return readFileSync(file);
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
