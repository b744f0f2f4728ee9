import { listNotificationSettings } from "#db/queries/accounts.ts";
import { insertNotifications } from "#db/queries/notifications.ts";
import type { Tx } from "#db/store/store.ts";
import type { NotificationKind } from "#server/schemas/notification-kinds.ts";
import { type NotificationSettings, readNotificationSettings } from "#server/schemas/notifications.ts";

const hour = 60 * 60_000;
const day = 24 * hour;

/** What a mail is about: a round, or a day of the server where `studyId` is empty. */
export type Occasion = { readonly studyId: string; readonly number: number };

type NewNotification = Occasion & {
  readonly accountId: string;
  readonly kind: NotificationKind;
  /** The deadline that the mail names, if it is about one. */
  readonly deadlineAt?: number;
};

/** Records mails to be sent: at once, or in the digest of an account that chose one. */
export async function recordNotifications(
  tx: Tx,
  rows: readonly NewNotification[],
  now: number,
): Promise<void> {
  const accountIds = [...new Set(rows.map(({ accountId }) => accountId))];
  const settings = new Map(
    (await listNotificationSettings(tx, accountIds)).map((row) => [row.accountId, row.settings]),
  );
  await insertNotifications(
    tx,
    rows.map((row) => ({
      ...row,
      sendAt: sendTime(readNotificationSettings(settings.get(row.accountId) ?? null), now),
    })),
  );
}

function sendTime({ digestHour }: NotificationSettings, now: number): number {
  if (digestHour === null) return now;
  const today = Math.floor(now / day) * day + digestHour * hour;
  return today > now ? today : today + day;
}
