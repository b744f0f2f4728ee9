import type { App } from "#server/services/app/app.ts";
import { type HeldJob, type LeftJob, listLeftJobs, takeOver } from "#server/services/app/long-job.ts";
import { carryOutPublishing } from "#server/services/drafts/publish.ts";
import { carryOutFile } from "#server/services/files/confirm-file.ts";
import { uploadedOutcomes } from "#server/services/outcomes/outcomes-upload.ts";
import { furtherPeople } from "#server/services/people/further-people.ts";

/** What of long work can be begun again by somebody else: all but rehearsals and simulations, which stay with the process that began them. */
const carriers: Readonly<Record<string, (app: App, job: HeldJob) => Promise<void>>> = {
  [furtherPeople.work.kind]: (app, job) => carryOutFile(app, furtherPeople, job),
  [uploadedOutcomes.work.kind]: (app, job) => carryOutFile(app, uploadedOutcomes, job),
  publish: carryOutPublishing,
};

/** Takes long work over that was left, from its beginning: whatever was done of it is found done. */
export async function carryOut(app: App, left: LeftJob): Promise<void> {
  const carry = carriers[left.work];
  if (carry === undefined) return;
  const job = await takeOver(app, left);
  if (job !== null) await carry(app, job);
}

/** Long work that nobody is at: its server died, or its web server does none. */
export function listLeft(app: App): Promise<LeftJob[]> {
  return listLeftJobs(app, Object.keys(carriers));
}
