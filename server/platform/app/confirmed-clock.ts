import { listSecurityEvents } from "#db/queries/security.ts";
import type { Store } from "#db/store/store.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { readSecurityLine } from "#server/audit-log/security/entry.ts";

/** A clock that an administrator confirmed: its time, and the steady time that all servers of the database share. */
export type ConfirmedClock = { readonly seq: number; readonly clockAt: number; readonly steadyAt: number };

/** Returns the latest confirmation made on any server of this database. */
export async function lastConfirmed(store: Pick<Store, "read">): Promise<ConfirmedClock | undefined> {
  const kind = "server.clock-confirmed";
  const [last] = await store.read((db) => listSecurityEvents(db, { kind, limit: 1 }));
  if (last === undefined) return undefined;
  const detail = detailIn(last.entry);
  if (typeof detail?.clockAt !== "number" || typeof detail.steadyAt !== "number") return undefined;
  return { seq: last.seq, clockAt: detail.clockAt, steadyAt: detail.steadyAt };
}

/**
 * Returns undefined if the line was altered and cannot be read. Servers still start; the check of the chain reports it.
 */
function detailIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return readSecurityLine(line).detail;
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}
