import type { RecordedJob } from "#server/platform/app/job-lease.ts";
import type { RecordedKind } from "#server/platform/app/job-queue.ts";
import { panelRehearsalJob } from "#server/results/simulations/rehearse-panel.ts";
import { simulationJob } from "#server/results/simulations/simulation-job.ts";
import { recordingJob } from "#server/rounds/outcomes/outcomes-upload.ts";
import { reminderJob } from "#server/rounds/reminders/send-reminder.ts";
import { publishJob } from "#server/studies/drafts/publish-job.ts";
import { importJob } from "#server/studies/people/further-people.ts";

export const recordedJobs: { readonly [K in RecordedKind]: RecordedJob } = {
  "import-people": importJob,
  "panel-rehearsal": panelRehearsalJob,
  publish: publishJob,
  "record-outcomes": recordingJob,
  reminder: reminderJob,
  simulation: simulationJob,
};

export function isRecorded(kind: string): kind is RecordedKind {
  return kind in recordedJobs;
}
