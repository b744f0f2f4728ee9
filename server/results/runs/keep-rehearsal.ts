import { insertRun } from "#db/queries/runs.ts";
import { lockStudy } from "#db/queries/studies.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { runLimits } from "#server/schemas/runs.ts";
import { readRehearsalText, rehearsalPlanSchema, rehearsalText } from "#server/simulation/rehearsal-plan.ts";
import { findPlayed } from "#server/studies/drafts/rehearse.ts";
import { aboutRehearsal } from "./about.ts";
import { rehearsalFigures } from "./figures.ts";
import { requireRunQuota } from "./start-simulation.ts";

/**
 * Keeps the last completed rehearsal of a study under a name, without any person's cells.
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
    if (played === null) throw new DomainError("not-found", "Nothing was rehearsed yet.");
    await requireRunQuota(tx, studyId, app.now());
    const result = rehearsalText(played.result);
    if (played.plan === null || result.length > runLimits.bytes) throw tooLarge();
    const about = aboutRehearsal(rehearsalPlanSchema.parse(JSON.parse(played.plan)));
    await insertRun(tx, {
      studyId,
      id,
      kind: "rehearsal",
      name,
      about: JSON.stringify(about),
      plan: played.plan,
      figures: JSON.stringify(rehearsalFigures(readRehearsalText(result))),
      result,
      createdBy: accountId,
      createdAt: app.now(),
    });
    return { id };
  });
}

function tooLarge(): DomainError {
  const megabytes = runLimits.bytes / 1_000_000;
  return new DomainError(
    "bad-input",
    `Settings or result of this rehearsal are larger than ${megabytes} MB, the most that is kept of a run.`,
  );
}
