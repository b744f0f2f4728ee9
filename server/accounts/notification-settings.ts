import { listNotificationSettings, updateAccount } from "#db/queries/accounts.ts";
import type { App } from "#server/platform/app/app.ts";
import { type NotificationSettings, readNotificationSettings } from "#server/schemas/notifications.ts";

/** Reads which mails about events an account gets, and whether this server sends any. */
export async function readOwnNotifications(app: App, accountId: string) {
  const [row] = await app.store.read((db) => listNotificationSettings(db, [accountId]));
  return { ...readNotificationSettings(row?.settings ?? null), mailIsOn: app.mailer !== null };
}

/** Saves which mails about events an account gets, and whether as a digest. */
export function changeOwnNotifications(
  app: App,
  accountId: string,
  settings: NotificationSettings,
): Promise<void> {
  return app.store.tx((tx) => updateAccount(tx, accountId, { notifications: JSON.stringify(settings) }));
}
