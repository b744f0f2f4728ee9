import type { App } from "#server/platform/app/app.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";

/**
 * Enqueues what follows a close, manual or automatic: the learner's update, the checkpoint and its mail, and a draw
 * that awaits its public number.
 */
export function afterClose(app: App, { studyId, round }: { studyId: string; round: number }): void {
  enqueue(app, { kind: "update-learner", studyId });
  enqueue(app, { kind: "mail-checkpoint", studyId, round });
  enqueue(app, { kind: "draw", studyId });
}
