import type { CallCountRow } from "#db/queries/limits.ts";

/**
 * The most counts kept at once, far more than honest use needs. Beyond it, new networks share one count; the number of
 * accounts is limited anyway.
 */
const maxCounts = 50_000;

type Count = Omit<CallCountRow, "count"> & {
  /** Calls on all servers, as last read from the database. */
  known: number;
  /** Calls on this server that are being written to the database. */
  sent: number;
  /** Calls on this server since then. */
  fresh: number;
};

export type Subject = `account ${string}` | `network ${string}`;

export type Spending = {
  readonly subject: Subject;
  readonly budget: string;
  readonly calls: number;
  readonly window: number;
  /** What this call takes of the budget; 1 unless given. */
  readonly cost?: number;
};

/**
 * Counts calls by subject and budget in windows of fixed length, in memory. The counts are flushed to the database from
 * time to time.
 */
export class CallCounts {
  readonly #counts = new Map<string, Count>();

  /**
   * Counts a call against all its budgets, or against none if one is used up.
   *
   * @returns 0 if it was counted; otherwise the milliseconds until there is room for it
   */
  spend(spendings: readonly Spending[], now: number): number {
    const counts = spendings.map((spending) => ({ count: this.#countOf(spending, now), spending }));
    const full = counts.filter(({ count, spending }) => usedOf(count) >= spending.calls);
    if (full.length > 0) return Math.max(...full.map(({ count }) => count.endsAt)) - now;
    for (const { count, spending } of counts) count.fresh += spending.cost ?? 1;
    return 0;
  }

  /** Takes from a budget what was used already, even if it is used up. */
  charge(spending: Omit<Spending, "calls"> & { readonly cost: number }, now: number): void {
    this.#countOf(spending, now).fresh += spending.cost;
  }

  /** Whether there are counts that were not flushed to the database. */
  get isFresh(): boolean {
    return [...this.#counts.values()].some(({ fresh }) => fresh > 0);
  }

  /** Takes the counts that were not flushed; `learn` or `keep` then reports the result. */
  take(now: number): CallCountRow[] {
    const rows: CallCountRow[] = [];
    for (const [key, count] of this.#counts) {
      if (count.endsAt <= now) this.#counts.delete(key);
      else if (count.fresh > 0) {
        count.sent = count.fresh;
        count.fresh = 0;
        rows.push({ ...windowOf(count), count: count.sent });
      }
    }
    // All servers use the same order, so that no two of them deadlock on each other's rows.
    return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  learn(rows: readonly CallCountRow[]): void {
    for (const row of rows) {
      const count = this.#counts.get(keyOf(row));
      if (count?.endsAt !== row.endsAt) continue;
      count.known = row.count;
      count.sent = 0;
    }
  }

  /** Puts back counts that could not be written, for the next flush. */
  keep(rows: readonly CallCountRow[]): void {
    for (const row of rows) {
      const count = this.#counts.get(keyOf(row));
      if (count?.endsAt !== row.endsAt) continue;
      count.fresh += count.sent;
      count.sent = 0;
    }
  }

  #countOf({ subject, budget, window }: Omit<Spending, "calls" | "cost">, now: number): Count {
    const found = this.#counts.get(keyOf({ subject, budget }));
    if (found !== undefined && found.endsAt > now) return found;
    const isNew = found === undefined && subject !== others;
    if (isNew && this.#counts.size >= maxCounts && subject.startsWith("network "))
      return this.#countOf({ subject: others, budget, window }, now);
    const endsAt = (Math.floor(now / window) + 1) * window;
    const made = { subject, budget, endsAt, known: 0, sent: 0, fresh: 0 };
    this.#counts.set(keyOf(made), made);
    return made;
  }
}

const others = "network all others";

function usedOf({ known, sent, fresh }: Count): number {
  return known + sent + fresh;
}

function keyOf({ subject, budget }: { subject: string; budget: string }): string {
  return `${budget} ${subject}`;
}

function windowOf({ subject, budget, endsAt }: Count) {
  return { subject, budget, endsAt };
}
