import { insertRun } from "#db/queries/runs.ts";
import { lockStudy } from "#db/queries/studies.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { runLimits } from "#server/schemas/simulations.ts";
import { parsePlan } from "#server/simulation/plan.ts";
import { readResultLines } from "#server/simulation/results.ts";
import { aboutPlan } from "./about.ts";
import { runFigures } from "./figures.ts";
import { findPlayed } from "./rehearse.ts";
import { requireRunQuota } from "./start-simulation.ts";

/**
 * Keeps the last completed rehearsal of a study as a run with a name. A run has no cells of people.
 *
 * @throws DomainError "not-found" if there is no rehearsal; "bad-input" if it is too large, or if the study keeps the
 * most runs it may
 */
export function keepRehearsal(
  app: App,
  { studyId, accountId, name }: { studyId: string; accountId: string; name: string },
): Promise<{ id: string }> {
  const id = app.newId();
  return app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    const played = await findPlayed(tx, studyId);
    if (played === null) throw new DomainError("not-found", t.notRehearsed());
    await requireRunQuota(tx, studyId, app.now());
    if (played.run === null) throw tooLarge();
    const { plan, result } = played.run;
    const about = aboutPlan(parsePlan(JSON.parse(plan) as unknown));
    const yardsticks = played.result.settings[0]?.yardsticks;
    await insertRun(tx, {
      ...{ studyId, id, name, createdBy: accountId, createdAt: app.now(), plan, result },
      about: JSON.stringify(about),
      figures: JSON.stringify(runFigures(readResultLines(result), about.alpha, yardsticks)),
    });
    return { id };
  });
}

function tooLarge(): DomainError {
  const megabytes = runLimits.bytes / 1_000_000;
  return new DomainError("bad-input", t.rehearsalTooLarge({ megabytes }));
}
