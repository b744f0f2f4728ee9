import type { App } from "#server/platform/app/app.ts";
import {
  type AbandonedJob,
  claimAbandonedJob,
  type HeldJob,
  listAbandonedJobs,
} from "#server/platform/app/job-lease.ts";
import { uploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { resumePublishing } from "#server/studies/drafts/publish.ts";
import { furtherPeople } from "#server/studies/people/further-people.ts";
import { resumeFile } from "#server/studies/uploads/confirm-file.ts";

/**
 * The jobs that another process can restart: all but rehearsals and simulations, which stay with the process that began
 * them.
 */
const resumers: Readonly<Record<string, (app: App, job: HeldJob) => Promise<void>>> = {
  [furtherPeople.work.kind]: (app, job) => resumeFile(app, furtherPeople, job),
  [uploadedOutcomes.work.kind]: (app, job) => resumeFile(app, uploadedOutcomes, job),
  publish: resumePublishing,
};

/** Takes over an abandoned job and runs it from the start; steps already done are detected. */
export async function resumeJob(app: App, left: AbandonedJob): Promise<void> {
  const resume = resumers[left.work];
  if (resume === undefined) return;
  const job = await claimAbandonedJob(app, left);
  if (job !== null) await resume(app, job);
}

/** Lists abandoned jobs: their server died, or it is a web server that runs none. */
export function listAbandoned(app: App): Promise<AbandonedJob[]> {
  return listAbandonedJobs(app, Object.keys(resumers));
}
