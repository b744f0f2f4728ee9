import { listAdministrators } from "#db/queries/accounts.ts";
import type { App } from "#server/platform/app/app.ts";
import { recordNotifications } from "#server/rounds/notifications/record-notifications.ts";
import { recordFailedBackup } from "#server/rounds/webhooks/find-webhook-events.ts";

const dayMs = 24 * 3_600_000;

/** Records a mail to each administrator about a failed backup and an event for webhooks, at most one a day (UTC). */
export async function notifyOfFailedBackup(app: App): Promise<void> {
  const now = app.now();
  const about = { studyId: "", kind: "backup-failed" as const, number: Math.floor(now / dayMs) };
  await app.store.tx(async (tx) => {
    await recordFailedBackup(app, tx);
    if (app.mailer === null) return;
    const rows = (await listAdministrators(tx)).map((accountId) => ({ ...about, accountId }));
    await recordNotifications(tx, rows, now);
  });
}
