import type { Store } from "#db/store/store.ts";
import { lastConfirmed } from "./confirmed-clock.ts";

/** What a server knows of time beside what its clock says, which somebody may set at any moment. */
export type Timekeeper = {
  /** How far the clock may be off before nothing is written any more, in milliseconds. */
  readonly limitMs: number;
  /** Milliseconds from any beginning, the same for all servers of a database: for leases. No setting of a clock moves them. */
  readonly steady: () => number;
  /** How far the clock ran ahead of the time that has passed since it was believed last, in milliseconds. */
  readonly aheadBy: () => number;
  /** Asks the database what time it is there, and believes what an administrator confirmed since, on whichever server. */
  readonly look: () => Promise<void>;
};

/**
 * Whether a lease until then holds. One that lies further ahead than any could was given before time began anew: a machine
 * or a database was started again, and its holder is gone.
 */
export function isHeld(until: number | null, steady: number, length: number): boolean {
  return until !== null && until > steady && until <= steady + 2 * length;
}

/** The database is asked now and then; in between what passes here is added. */
const askEvery = 10_000;

type Clocks = {
  readonly limitMs: number;
  readonly store: Pick<Store, "time" | "read">;
  readonly now: () => number;
  /** Milliseconds that only ever pass. */
  readonly passed: () => number;
};

export async function openTimekeeper({ limitMs, store, now, passed }: Clocks): Promise<Timekeeper> {
  let offset = (await store.time()) - passed();
  let believed = now() - passed();
  // What was confirmed before this start says nothing about a clock that is believed from here on.
  let known = (await lastConfirmed(store))?.seq ?? 0;
  const look = async () => {
    offset = (await store.time()) - passed();
    const confirmed = await lastConfirmed(store);
    if (confirmed === undefined || confirmed.seq <= known) return;
    known = confirmed.seq;
    believed = confirmed.clockAt - (confirmed.steadyAt - offset);
  };
  // A database that is away is asked again; what passes here goes on meanwhile.
  setInterval(() => look().catch(() => undefined), askEvery).unref();
  return {
    limitMs,
    steady: () => passed() + offset,
    aheadBy: () => now() - passed() - believed,
    look,
  };
}
