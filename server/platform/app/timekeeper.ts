import { listSecurityEvents } from "#db/queries/security.ts";
import type { Store } from "#db/store/store.ts";
import { ifReadable } from "#server/audit-log/errors.ts";
import { readSecurityLine } from "#server/audit-log/security/entry.ts";

/** Time sources that do not depend on the machine's clock, which may be reset at any moment. */
export type Timekeeper = {
  /** How far the clock may be off before all writes are refused, in milliseconds. */
  readonly limitMs: number;
  /**
   * Milliseconds from an arbitrary origin that all servers of a database share, for leases. Clock changes do not affect
   * it.
   */
  readonly steady: () => number;
  /** How far the clock has run ahead of the time that has passed since it was last trusted, in milliseconds. */
  readonly aheadBy: () => number;
  /** Reads the database's time, and trusts any clock that an administrator has since confirmed on any server. */
  readonly look: () => Promise<void>;
};

/**
 * Returns whether a lease is still valid. A lease that ends further ahead than is possible was granted before the
 * steady time restarted: the machine or the database was restarted, and the holder is gone.
 */
export function isHeld(until: number | null, steady: number, length: number): boolean {
  return until !== null && until > steady && until <= steady + 2 * length;
}

/**
 * How often the database's time is read, in milliseconds. In between, the time that passes on this machine is added.
 */
const readIntervalMs = 10_000;

type Clocks = {
  readonly limitMs: number;
  readonly store: Pick<Store, "time" | "read">;
  readonly now: () => number;
  /** A monotonic clock, in milliseconds. */
  readonly passed: () => number;
};

export async function openTimekeeper({ limitMs, store, now, passed }: Clocks): Promise<Timekeeper> {
  let offset = (await store.time()) - passed();
  let trusted = now() - passed();
  // A confirmation made before this start says nothing about the clock that is trusted from now on.
  let known = (await lastConfirmed(store))?.seq ?? 0;
  const look = async () => {
    offset = (await store.time()) - passed();
    const confirmed = await lastConfirmed(store);
    if (confirmed === undefined || confirmed.seq <= known) return;
    known = confirmed.seq;
    trusted = confirmed.clockAt - (confirmed.steadyAt - offset);
  };
  // An unreachable database is tried again; the time that passes here is counted in the meantime.
  setInterval(() => look().catch(() => undefined), readIntervalMs).unref();
  return {
    limitMs,
    steady: () => passed() + offset,
    aheadBy: () => now() - passed() - trusted,
    look,
  };
}

/** A clock that an administrator confirmed: its time, and the steady time that all servers of the database share. */
type ConfirmedClock = { readonly seq: number; readonly clockAt: number; readonly steadyAt: number };

/** Returns the latest confirmation made on any server of this database. */
async function lastConfirmed(store: Pick<Store, "read">): Promise<ConfirmedClock | undefined> {
  const kind = "server.clock-confirmed";
  const [last] = await store.read((db) => listSecurityEvents(db, { kind, limit: 1 }));
  if (last === undefined) return undefined;
  // Servers still start if the line was altered; the check of the chain reports it.
  const detail = ifReadable(() => readSecurityLine(last.entry).detail);
  if (typeof detail?.clockAt !== "number" || typeof detail.steadyAt !== "number") return undefined;
  return { seq: last.seq, clockAt: detail.clockAt, steadyAt: detail.steadyAt };
}
