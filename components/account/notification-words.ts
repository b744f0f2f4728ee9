import * as t from "#messages/account.ts";
import type { NotificationKind } from "#server/schemas/notification-kinds.ts";

/** When an account gets a mail of each kind. */
export const notificationWords: Readonly<Record<NotificationKind, () => string>> = {
  "round-opened": t.roundOpened,
  "due-tomorrow": t.dueTomorrow,
  "round-closed": t.roundClosed,
  "lot-drawn": t.lotDrawn,
  "all-sealed": t.allSealed,
  "closed-automatically": t.closedAutomatically,
  "outcomes-due": t.outcomesDue,
  "features-due": t.featuresDue,
  "webhook-off": t.webhookOff,
  "backup-failed": t.backupFailed,
};
