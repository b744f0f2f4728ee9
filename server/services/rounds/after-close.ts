import type { App } from "#server/services/app/app.ts";
import { ask } from "#server/services/app/work.ts";

/** What follows a close, by hand or by itself: the learner, the checkpoint and its mail, and a draw that awaits its number. */
export function afterClose(app: App, { studyId, round }: { studyId: string; round: number }): void {
  ask(app, { kind: "update-learner", studyId });
  ask(app, { kind: "mail-checkpoint", studyId, round });
  ask(app, { kind: "draw", studyId });
}
