import { z } from "zod";
import { findRun } from "#db/queries/runs.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { simulationPlanSchema } from "#server/schemas/runs.ts";
import { argumentsOf } from "#server/simulation/made-up-run.ts";
import { readRehearsalText, rehearsalSeriesCsv } from "#server/simulation/rehearsal-plan.ts";
import { seriesCsv } from "#server/simulation/results.ts";
import { shellLine } from "#server/simulation/shell-words.ts";
import { cellsOf } from "./figures.ts";
import { noRun } from "./start-simulation.ts";

/** A file of a run, for download. */
export type RunFile = { readonly name: string; readonly type: string; readonly text: string };

/** Instructions for repeating a run elsewhere, and all files that are kept of it. */
export type TakenOut = {
  /** One shell command, for a folder with the program. */
  readonly command: string;
  /** The file that the command writes, byte for byte as it is kept. */
  readonly repeats: string;
  readonly files: readonly RunFile[];
};

/** @throws DomainError "not-found"; "bad-input" while it has no result */
export async function takeOutRun(
  app: Pick<App, "store">,
  { studyId, id }: { studyId: string; id: string },
): Promise<TakenOut> {
  const run = await app.store.read((db) => findRun(db, studyId, id));
  if (run === undefined) throw noRun();
  const { kind, result, plan, name, createdAt } = run;
  if (result === null) throw new DomainError("bad-input", "This run has come to nothing yet.");
  const taken = kind === "simulation" ? simulation(plan, result) : rehearsal(plan, result);
  const whole = {
    v: 1,
    name,
    kind,
    madeAt: new Date(createdAt).toISOString(),
    command: taken.command,
    plan: JSON.parse(plan),
    result: kind === "simulation" ? cellsOf(result) : JSON.parse(result),
  };
  const file = { name: "run.json", type: "application/json", text: `${JSON.stringify(whole, null, 1)}\n` };
  return { ...taken, files: [file, ...taken.files] };
}

function simulation(plan: string, result: string): TakenOut {
  const { settings } = simulationPlanSchema.parse(JSON.parse(plan));
  return {
    command: shellLine(["npm", "run", "simulate", "--", ...argumentsOf(settings), "--out", "simulation"]),
    repeats: "simulation/results.jsonl",
    files: [
      { name: "results.jsonl", type: "application/jsonl", text: result },
      { name: "series.csv", type: "text/csv", text: seriesCsv(cellsOf(result)) },
    ],
  };
}

const filesSchema = z.object({ file: z.object({ name: z.string() }), rulesFile: z.string().exactOptional() });

function rehearsal(plan: string, result: string): TakenOut {
  const { file, rulesFile } = filesSchema.parse(JSON.parse(plan));
  // A name that looks like an option would be read as one.
  const files = [file.name, ...(rulesFile === undefined ? [] : [rulesFile])].map((name) =>
    name.startsWith("-") ? `./${name}` : name,
  );
  return {
    command: shellLine(["npm", "run", "rehearse", "--", "plan.json", ...files, "--out", "rehearsal"]),
    repeats: "rehearsal/rehearsal.json",
    files: [
      { name: "plan.json", type: "application/json", text: `${plan}\n` },
      { name: "rehearsal.json", type: "application/json", text: result },
      { name: "series.csv", type: "text/csv", text: rehearsalSeriesCsv(readRehearsalText(result)) },
    ],
  };
}
