import { listAdministrators } from "#db/queries/accounts.ts";
import { insertNotifications } from "#db/queries/notifications.ts";
import type { App } from "#server/platform/app/app.ts";

const dayMs = 24 * 3_600_000;

/** Records a mail to each administrator about a failed backup, at most one a day (UTC). */
export async function notifyOfFailedBackup(app: App): Promise<void> {
  if (app.mailer === null) return;
  const sendAt = app.now();
  const about = { studyId: "", kind: "backup-failed" as const, number: Math.floor(sendAt / dayMs), sendAt };
  await app.store.tx(async (tx) => {
    const administrators = await listAdministrators(tx);
    await insertNotifications(
      tx,
      administrators.map((accountId) => ({ ...about, accountId })),
    );
  });
}
