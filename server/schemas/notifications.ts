import { z } from "zod";
import { type NotificationKind, notificationKinds } from "./notification-kinds.ts";

const kinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

/** Which mails an account gets: not those that are off, and with a digest all of them in one mail at an hour (UTC). */
export const notificationSettingsSchema = z.strictObject({
  off: z.array(z.enum(kinds)).max(kinds.length),
  digestHour: z.int().min(0).max(23).nullable(),
});

export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

/** Reads stored settings. @param stored JSON; null: all mails, each at once */
export function readNotificationSettings(stored: string | null): NotificationSettings {
  if (stored === null) return { off: [], digestHour: null };
  return notificationSettingsSchema.parse(JSON.parse(stored));
}
