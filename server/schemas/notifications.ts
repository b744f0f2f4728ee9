import { z } from "zod";

/** The kinds of mails about events: each goes to the accounts with this role. The pages and the documents list them. */
export const notificationKinds = {
  "round-opened": { role: "auditor" },
  "due-tomorrow": { role: "auditor" },
  "round-closed": { role: "auditor" },
  "lot-drawn": { role: "operator" },
  "all-sealed": { role: "operator" },
  "closed-automatically": { role: "operator" },
  "outcomes-due": { role: "operator" },
  "features-due": { role: "operator" },
  "webhook-off": { role: "operator" },
  "backup-failed": { role: "administrator" },
} as const satisfies Record<string, { readonly role: "auditor" | "operator" | "administrator" }>;

export type NotificationKind = keyof typeof notificationKinds;

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
