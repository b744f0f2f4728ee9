import { listSecurityEvents } from "#db/queries/security.ts";
import type { Store } from "#db/store/store.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { readSecurityLine } from "#server/audit-log/security/entry.ts";

/** A clock that an administrator called right: what it said, and the time that all servers of the database share. */
export type ConfirmedClock = { readonly seq: number; readonly clockAt: number; readonly steadyAt: number };

/** What was confirmed last, on whichever server of this database. */
export async function lastConfirmed(store: Pick<Store, "read">): Promise<ConfirmedClock | undefined> {
  const kind = "server.clock-confirmed";
  const [last] = await store.read((db) => listSecurityEvents(db, { kind, limit: 1 }));
  if (last === undefined) return undefined;
  const detail = detailIn(last.entry);
  if (typeof detail?.clockAt !== "number" || typeof detail.steadyAt !== "number") return undefined;
  return { seq: last.seq, clockAt: detail.clockAt, steadyAt: detail.steadyAt };
}

/** Nothing if somebody changed the line so that it cannot be read: the check of the chain will find it, and servers start. */
function detailIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return readSecurityLine(line).detail;
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}
