import { addCallCounts, type CallCountRow, deleteCallCountsBefore } from "#db/queries/limits.ts";
import { inSlices } from "#db/store/slices.ts";
import type { Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { logger } from "#server/platform/process/logger.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import { type BudgetName, budgets, makingBudget, networkBudget } from "./budgets.ts";
import { CallCounts, type Spending, type Subject } from "./call-counts.ts";

/** The interval between flushes of a server's counts to the database, in milliseconds. */
const flushIntervalMs = 1_000;

/** The caller. Without an account, calls count against the network. */
export type Caller = { readonly accountId: string | null; readonly network: string };

type Counter = { readonly counts: CallCounts; timer: NodeJS.Timeout | undefined; isFlushing: boolean };

/**
 * Counts a call against its budget and against that of the network. A download also needs time left to make it.
 *
 * @throws DomainError "too-many-calls" with the seconds to wait
 */
export function spend(app: App, { accountId, network }: Caller, name: BudgetName): void {
  const isAccounts = budgets[name].of === "account" && accountId !== null;
  const place: Subject = `network ${network}`;
  const subject: Subject = isAccounts ? `account ${accountId}` : place;
  const counter = counterOf(app.store);
  const wait = counter.counts.spend(
    [
      { subject: place, budget: networkBudget.name, ...networkBudget },
      { subject, budget: name, ...budgets[name] },
      ...(name === "download" && accountId !== null ? [timeOf(accountId)] : []),
    ],
    app.now(),
  );
  if (wait > 0) throw tooMany(Math.ceil(wait / 1_000));
  flushSoon(app, counter);
}

/** Charges the time in which a file was made to an account. */
export function chargeTime(app: App, accountId: string, milliseconds: number): void {
  const counter = counterOf(app.store);
  counter.counts.charge({ ...timeOf(accountId), cost: Math.ceil(milliseconds) }, app.now());
  flushSoon(app, counter);
}

function timeOf(accountId: string): Spending {
  return { subject: `account ${accountId}`, budget: makingBudget.name, ...makingBudget, cost: 0 };
}

function tooMany(seconds: number): DomainError {
  return new DomainError("too-many-calls", t.tooManyCalls(inLargeUnit(seconds)), [], { retryAfter: seconds });
}

function inLargeUnit(seconds: number) {
  if (seconds > 7_200) return { unit: "hours", count: Math.ceil(seconds / 3_600) } as const;
  if (seconds > 120) return { unit: "minutes", count: Math.ceil(seconds / 60) } as const;
  return { unit: "seconds", count: seconds } as const;
}

function counterOf(store: Store): Counter {
  return processWideOf("call-counts", store, () => {
    return { counts: new CallCounts(), timer: undefined, isFlushing: false };
  });
}

/**
 * Flushes this server's counts to the database and reads those of other servers.
 *
 * @internal
 */
export async function saveCounts(app: App): Promise<void> {
  await flush(app, counterOf(app.store));
}

function flushSoon(app: App, counter: Counter): void {
  if (!counter.isFlushing) counter.timer ??= setTimeout(() => flush(app, counter), flushIntervalMs).unref();
}

/** Flushes once at a time: counts being written still count until the database has answered. */
async function flush(app: App, counter: Counter): Promise<void> {
  if (counter.isFlushing) return;
  clearTimeout(counter.timer);
  counter.timer = undefined;
  const now = app.now();
  const rows = counter.counts.take(now);
  if (rows.length === 0) return;
  counter.isFlushing = true;
  try {
    counter.counts.learn(await addUp(app, rows, now));
  } catch (cause) {
    counter.counts.keep(rows);
    // A server that is ending has no more calls to count.
    if (isStoreError(cause) && cause.code === "closed") return;
    logger().warn({ cause }, "calls could not be counted");
  } finally {
    counter.isFlushing = false;
  }
  if (counter.counts.isFresh) flushSoon(app, counter);
}

function addUp(app: App, rows: readonly CallCountRow[], now: number): Promise<CallCountRow[]> {
  return app.store.tx(async (tx) => {
    await deleteCallCountsBefore(tx, now);
    const known: CallCountRow[] = [];
    for await (const slice of inSlices(rows)) known.push(...(await addCallCounts(tx, slice)));
    return known;
  });
}
