import type { Charge } from "#server/learner/interface/estimators.ts";

/** So many charges wait at most. */
export const MOST_WAITING = 4_096;

/** How charges are added to some sums. */
export type Adding<Sums> = {
  /** The sums before anything was charged; asked at most once. */
  readonly start: () => Sums;
  /** New sums; what it throws is thrown when the sums are read. */
  readonly add: (sums: Sums, charges: readonly Charge[]) => Sums;
};

/**
 * Sums of charges with some that wait to be added until somebody reads them, all at once: outcomes arrive one by one, and
 * nobody looks at the sums in between. Sums are exact, so when they are read changes no bit.
 */
export class WaitingSums<Sums> {
  readonly #adding: Adding<Sums>;
  /** Shared with what follows, so that nothing is made twice. */
  #base: { sums: Sums | null };
  #waiting: Waiting | null;

  constructor(
    adding: Adding<Sums>,
    base: { sums: Sums | null } = { sums: null },
    waiting: Waiting | null = null,
  ) {
    this.#adding = adding;
    this.#base = base;
    this.#waiting = waiting;
  }

  get settled(): Sums {
    this.#base.sums ??= this.#adding.start();
    if (this.#waiting !== null) {
      this.#base = { sums: this.#adding.add(this.#base.sums, chargesIn(this.#waiting)) };
      this.#waiting = null;
    }
    return this.#base.sums as Sums;
  }

  plus(charges: readonly Charge[]): WaitingSums<Sums> {
    if (charges.length === 0) return this;
    if ((this.#waiting?.count ?? 0) >= MOST_WAITING) void this.settled;
    const before = this.#waiting;
    const count = charges.length + (before?.count ?? 0);
    return new WaitingSums(this.#adding, this.#base, { charges, before, count });
  }
}

/** Charges, the newest first. */
type Waiting = {
  readonly charges: readonly Charge[];
  readonly before: Waiting | null;
  readonly count: number;
};

function chargesIn(waiting: Waiting): Charge[] {
  const parts: (readonly Charge[])[] = [];
  for (let part: Waiting | null = waiting; part !== null; part = part.before) parts.push(part.charges);
  return parts.reverse().flat();
}
