import type { CallCountRow } from "#db/queries/limits.ts";

/** Far more than an honest server ever has at once: beyond it new networks share one count. Of accounts there are only so many. */
const mostCounts = 50_000;

type Count = Omit<CallCountRow, "count"> & {
  /** What the database said last, of all servers. */
  known: number;
  /** Here, on its way to the database. */
  sent: number;
  /** Here, since then. */
  fresh: number;
};

/** Whose calls are counted. */
export type Subject = `account ${string}` | `network ${string}`;

export type Spending = {
  readonly subject: Subject;
  readonly budget: string;
  readonly calls: number;
  readonly window: number;
};

/** Who called what how often, in windows of fixed length, in memory; the database hears of it now and then. */
export class CallCounts {
  readonly #counts = new Map<string, Count>();

  /**
   * Counts a call against all budgets that it spends, or against none.
   * @returns 0; or, uncounted, the milliseconds after which there is room for it
   */
  spend(spendings: readonly Spending[], now: number): number {
    const counts = spendings.map((spending) => ({ count: this.#countOf(spending, now), spending }));
    const full = counts.filter(({ count, spending }) => usedOf(count) >= spending.calls);
    if (full.length > 0) return Math.max(...full.map(({ count }) => count.endsAt)) - now;
    for (const { count } of counts) count.fresh += 1;
    return 0;
  }

  /** Whether there is something that the database has not heard of. */
  get isFresh(): boolean {
    return [...this.#counts.values()].some(({ fresh }) => fresh > 0);
  }

  /** What the database has not heard of; `learn` or `keep` says how that ended. */
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
    // In one order on every server, so that two of them never wait for each other's rows.
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

  /** The database did not take them: next time again. */
  keep(rows: readonly CallCountRow[]): void {
    for (const row of rows) {
      const count = this.#counts.get(keyOf(row));
      if (count?.endsAt !== row.endsAt) continue;
      count.fresh += count.sent;
      count.sent = 0;
    }
  }

  #countOf({ subject, budget, window }: Omit<Spending, "calls">, now: number): Count {
    const found = this.#counts.get(keyOf({ subject, budget }));
    if (found !== undefined && found.endsAt > now) return found;
    const isNew = found === undefined && subject !== others;
    if (isNew && this.#counts.size >= mostCounts && subject.startsWith("network "))
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
