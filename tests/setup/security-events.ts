import { asc, eq } from "drizzle-orm";
import type { App } from "#server/platform/app/app.ts";

/** Reads an account's entries in the security log: kind, actor and study; oldest first. */
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
