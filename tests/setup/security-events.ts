import { asc, eq } from "drizzle-orm";
import type { App } from "#server/platform/app/app.ts";

/** What the security log says of an account: which kind of event, by whom, in which study; oldest first. */
export function securityEventsOf(app: Pick<App, "store">, accountId: string) {
  return app.store.read((db) => {
    const { kind, actorId, studyId, seq, accountId: about } = db.t.securityEvent;
    return db.q
      .select({ kind, actorId, studyId })
      .from(db.t.securityEvent)
      .where(eq(about, accountId))
      .orderBy(asc(seq));
  });
}
