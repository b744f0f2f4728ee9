import { findRun } from "#db/queries/runs.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { parsePlan } from "#server/simulation/plan.ts";
import { readResultLines, seriesCsv } from "#server/simulation/results.ts";
import { shellLine } from "#server/simulation/shell-words.ts";
import { noRun } from "./start-simulation.ts";

/**
 * Returns how to repeat a run elsewhere, and all files that are kept of it.
 * @throws DomainError "not-found"; "bad-input" while it has no result
 */
export async function takeOutRun(app: Pick<App, "store">, { studyId, id }: { studyId: string; id: string }) {
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
    /** One shell command, for a folder with the program. It has the plan in it, or reads plan.json and the files below. */
    command,
    /** Files that the command needs in addition to plan.json, and that are not kept here. */
    needs: world.kind === "draft" ? [world.file, ...(world.rulesFile ? [world.rulesFile] : [])] : [],
    /** The file that the command writes, byte for byte as it is kept. */
    repeats: "simulation/results.jsonl",
    files: [
      { name: "run.json", type: "application/json", text: `${JSON.stringify(whole, null, 1)}\n` },
      { name: "plan.json", type: "application/json", text: `${plan}\n` },
      { name: "results.jsonl", type: "application/jsonl", text: result },
      { name: "series.csv", type: "text/csv", text: seriesCsv(cells) },
    ],
  };
}
