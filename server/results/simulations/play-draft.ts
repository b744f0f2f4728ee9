import { z } from "zod";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { fixedError } from "#server/learner/exp2/yardsticks.ts";
import type { App } from "#server/platform/app/app.ts";
import type { HeldJob } from "#server/platform/app/job-lease.ts";
import type { SimulationPlan } from "#server/simulation/plan.ts";
import { rehearsalResultSchema } from "#server/simulation/rehearsal/result.ts";
import { sumUp } from "#server/simulation/rehearsal/sum-up.ts";
import { peopleKind } from "#server/studies/drafts/open-draft.ts";
import { requireRules } from "#server/studies/drafts/rules-file.ts";
import { acceptedOf, requireWholeUpload } from "#server/studies/uploads/stored-file.ts";
import { ruleInForce } from "#server/study/columns.ts";
import { playPlan } from "./play-plan.ts";

/** What the page of a rehearsal shows in addition to what its plan says: the parameters of the job. */
const rehearsalPageSchema = rehearsalResultSchema
  .pick({ about: true, seconds: true, fitted: true })
  .extend({ changes: z.array(rehearsalResultSchema.shape.settings.element.shape.change) });

export type RehearsalPage = z.output<typeof rehearsalPageSchema>;

/**
 * Plays the plan of a draft over the people of its file, and sums it up for the draft's page.
 *
 * @throws DomainError "bad-input" if the file or the list of rules is no longer the one of the plan; "not-found" if there
 *   is none
 */
export async function playDraft(app: App, job: HeldJob, plan: SimulationPlan, signal: AbortSignal) {
  const { world: source, learners } = plan;
  const [first] = learners;
  if (source.kind !== "draft" || first === undefined || !("spec" in first))
    throw new Error("no draft's plan");
  const { spec } = first;
  const { packed, hash } = await app.store.read((db) => requireWholeUpload(db, peopleKind, job));
  if (hash !== source.hash) throw new DomainError("bad-input", t.rehearsedFileChanged());
  await requireRules(app, job.studyId, spec);
  const world = acceptedOf(await app.pool.run("readDraftWorld", { spec: plan, packed }, signal));
  const cells = await playPlan(app, job, { plan, world }, signal);
  const people = world.population.kinds.map(({ features, labelChance }) => ({
    features,
    outcome: labelChance,
  }));
  const best = await app.pool.run("findBestRules", { spec, people }, signal);
  const chance = ruleInForce(source.people.columns);
  const inForce = chance && fixedError({ columns: spec.columns, chance }, people);
  const page = rehearsalPageSchema.parse(JSON.parse(job.params ?? "null"));
  return { cells, page: sumUp(plan, world, cells, { ...page, best, inForce }) };
}
