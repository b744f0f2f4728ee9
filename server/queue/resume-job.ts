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

/** What of long work can be begun again by somebody else: all but rehearsals and simulations, which stay with the process that began them. */
const carriers: Readonly<Record<string, (app: App, job: HeldJob) => Promise<void>>> = {
  [furtherPeople.work.kind]: (app, job) => resumeFile(app, furtherPeople, job),
  [uploadedOutcomes.work.kind]: (app, job) => resumeFile(app, uploadedOutcomes, job),
  publish: resumePublishing,
};

/** Takes long work over that was left, from its beginning: whatever was done of it is found done. */
export async function resumeJob(app: App, left: AbandonedJob): Promise<void> {
  const carry = carriers[left.work];
  if (carry === undefined) return;
  const job = await claimAbandonedJob(app, left);
  if (job !== null) await carry(app, job);
}

/** Long work that nobody is at: its server died, or its web server does none. */
export function listAbandoned(app: App): Promise<AbandonedJob[]> {
  return listAbandonedJobs(app, Object.keys(carriers));
}
