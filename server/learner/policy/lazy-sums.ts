import type { Charge } from "#server/learner/interface/estimators.ts";

/** The most charges that are pending at once. */
export const MOST_PENDING = 4_096;

/** How charges are added to some sums. */
export type Adding<Sums> = {
  /** Returns the sums before any charge; called at most once. */
  readonly start: () => Sums;
  /** Returns new sums. Its errors are thrown when the sums are read. */
  readonly add: (sums: Sums, charges: readonly Charge[]) => Sums;
};

/** Sums of charges, with pending charges that are all added when the sums are read, as in LazyTotals. */
export class LazySums<Sums> {
  readonly #adding: Adding<Sums>;
  /** Shared with later sums, so that nothing is computed twice. */
  #base: { sums: Sums | null };
  #pending: PendingCharges | null;

  constructor(
    adding: Adding<Sums>,
    base: { sums: Sums | null } = { sums: null },
    pending: PendingCharges | null = null,
  ) {
    this.#adding = adding;
    this.#base = base;
    this.#pending = pending;
  }

  get settled(): Sums {
    this.#base.sums ??= this.#adding.start();
    if (this.#pending !== null) {
      this.#base = { sums: this.#adding.add(this.#base.sums, chargesIn(this.#pending)) };
      this.#pending = null;
    }
    return this.#base.sums as Sums;
  }

  plus(charges: readonly Charge[]): LazySums<Sums> {
    if (charges.length === 0) return this;
    if ((this.#pending?.count ?? 0) >= MOST_PENDING) void this.settled;
    const before = this.#pending;
    const count = charges.length + (before?.count ?? 0);
    return new LazySums(this.#adding, this.#base, { charges, before, count });
  }
}

/** Pending charges, the newest first. */
type PendingCharges = {
  readonly charges: readonly Charge[];
  readonly before: PendingCharges | null;
  readonly count: number;
};

function chargesIn(pending: PendingCharges): Charge[] {
  const parts: (readonly Charge[])[] = [];
  for (let part: PendingCharges | null = pending; part !== null; part = part.before) parts.push(part.charges);
  return parts.reverse().flat();
}
