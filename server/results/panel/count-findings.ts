import type { Findings } from "#server/analysis/findings/findings.ts";
import type { Tally } from "#server/analysis/findings/tally.ts";
import { shownTypes } from "#server/audit-log/docket.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { shownPlaces } from "#server/audit-log/shown.ts";
import type { App } from "#server/platform/app/app.ts";
import { keptUntilClose } from "#server/results/kept-until-close.ts";
import type { ShownField } from "#server/workers/findings-tasks.ts";
import { playedRounds } from "./played-rounds.ts";

/** Counts the findings of a study's closed rounds in a worker; null before the first close. */
export function countFindings(app: App, studyId: string): Promise<Findings | null> {
  return keptUntilClose(app, studyId, "findings", async ({ settings, numbers }) => {
    const fields = shownFieldsOf(settings);
    const tallies: Tally[] = [];
    const which = { numbers, roundSize: settings.learner.roundSize };
    for await (const rounds of playedRounds(app, studyId, which)) {
      tallies.push(await app.pool.run("tallyFindings", { rounds, fields }));
    }
    return tallies.length === 0 ? null : app.pool.run("addUpFindings", { tallies });
  });
}

/** Returns the shown fields of a study, as the tasks of workers read them. */
export function shownFieldsOf(settings: StudySettings): ShownField[] {
  const types = shownTypes(settings);
  return shownPlaces(settings).map((column, field) => ({ column, isNumber: types[field] === "number" }));
}
