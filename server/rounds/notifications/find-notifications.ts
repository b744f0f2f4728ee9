import {
  listAccountsToMail,
  listAwaitedUnmailed,
  listClosedUnmailed,
  listDrawnUnmailed,
  listDueUnmailed,
  listFeaturesDueUnmailed,
  listOpenedUnmailed,
  listSealedUnmailed,
  listSelfClosedUnmailed,
} from "#db/queries/notifications.ts";
import type { Reader } from "#db/store/store.ts";
import { isOrdered, selectionWays } from "#server/audit-log/panel-ways.ts";
import { noticeDays } from "#server/audit-log/retention.ts";
import type { App } from "#server/platform/app/app.ts";
import type { NotificationKind } from "#server/schemas/notification-kinds.ts";
import { type Occasion, recordNotifications } from "./record-notifications.ts";

const day = 24 * 60 * 60_000;

type Recipient = Occasion & { readonly accountId: string };

/** The kinds that are found by looking; a failed backup and a webhook that is switched off record their own. */
type FoundKind = Exclude<NotificationKind, "backup-failed" | "webhook-off">;

/** The ways to choose a panel by which operators learn who is on it only when a round opens. */
const drawnWays = selectionWays.filter(isOrdered);

/**
 * Finds who is to get a mail about each kind of event. Events of more than a day ago are too old: a server that was
 * down or whose mail was off does not send old news.
 */
const finders: {
  readonly [K in FoundKind]: (db: Reader, now: number) => Promise<readonly Recipient[]>;
} = {
  "round-opened": (db, now) => listOpenedUnmailed(db, { since: now - day }),
  "due-tomorrow": (db, now) => listDueUnmailed(db, { now, dueBy: now + day }),
  "round-closed": (db, now) => listClosedUnmailed(db, { since: now - day }),
  "lot-drawn": (db, now) => listDrawnUnmailed(db, { since: now - day, ways: drawnWays }),
  "all-sealed": (db) => listSealedUnmailed(db),
  "closed-automatically": (db, now) => listSelfClosedUnmailed(db, { since: now - day }),
  "outcomes-due": (db, now) => listAwaitedUnmailed(db, { from: now - 8 * day, to: now - 7 * day }),
  "features-due": (db, now) => listFeaturesDueUnmailed(db, { now, dueBy: now + noticeDays * day }),
};

/** Records the mails that new events call for, and lists the accounts with mails that are due. */
export async function findNotifications(app: App): Promise<{ accountId: string }[]> {
  if (app.mailer === null) return [];
  const now = app.now();
  const fresh = await app.store.read(async (db) => {
    const rows = [];
    for (const [kind, find] of Object.entries(finders) as [FoundKind, (typeof finders)[FoundKind]][]) {
      for (const recipient of await find(db, now)) rows.push({ ...recipient, kind });
    }
    return rows;
  });
  if (fresh.length > 0) await app.store.tx((tx) => recordNotifications(tx, fresh, now));
  return app.store.read((db) => listAccountsToMail(db, now));
}
