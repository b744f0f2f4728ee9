import { findRun } from "#db/queries/runs.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { parsePlan } from "#server/simulation/plan.ts";
import { readResultLines, seriesCsv } from "#server/simulation/results.ts";
import { shellLine } from "#server/simulation/shell-words.ts";
import { noRun } from "./start-simulation.ts";

/** A file of a run, for download. */
export type RunFile = { readonly name: string; readonly type: string; readonly text: string };

/** Instructions for repeating a run elsewhere, and all files that are kept of it. */
export type TakenOut = {
  /** One shell command, for a folder with the program. It has the plan in it, or reads plan.json and the files below. */
  readonly command: string;
  /** Files that the command needs in addition to plan.json, and that are not kept here. */
  readonly needs: readonly string[];
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
  const { result, plan, name, createdAt } = run;
  if (result === null) throw new DomainError("bad-input", t.noResultYet());
  const cells = readResultLines(result);
  const { world } = parsePlan(JSON.parse(plan) as unknown);
  const given = world.kind === "draft" ? "plan.json" : plan;
  const command = shellLine(["npm", "run", "simulate", "--", given, "--out", "simulation"]);
  const madeAt = new Date(createdAt).toISOString();
  const whole = { v: 1, name, madeAt, command, plan: JSON.parse(plan), result: cells };
  return {
    command,
    needs: world.kind === "draft" ? [world.file, ...(world.rulesFile ? [world.rulesFile] : [])] : [],
    repeats: "simulation/results.jsonl",
    files: [
      { name: "run.json", type: "application/json", text: `${JSON.stringify(whole, null, 1)}\n` },
      { name: "plan.json", type: "application/json", text: `${plan}\n` },
      { name: "results.jsonl", type: "application/jsonl", text: result },
      { name: "series.csv", type: "text/csv", text: seriesCsv(cells) },
    ],
  };
}
