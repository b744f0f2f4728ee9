import { addCallCounts, type CallCountRow, deleteCallCountsBefore } from "#db/queries/limits.ts";
import type { Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/services/app/app.ts";
import { logger } from "#server/services/process/logger.ts";
import { processWide } from "#server/services/process/process-wide.ts";
import { type BudgetName, budgets, networkBudget } from "./budgets.ts";
import { CallCounts, type Spending } from "./call-counts.ts";

/** How long a server's counts stay its own. */
const tellEvery = 1_000;
const rowsAtOnce = 1_000;

/** Who calls. Without an account it is the network that pays. */
export type Caller = { readonly accountId: string | null; readonly network: string };

type Counter = { readonly counts: CallCounts; timer: NodeJS.Timeout | undefined };

/**
 * Counts a call against its budget and that of the network.
 * @throws DomainError "too-many-calls" with the seconds to wait
 */
export function spend(app: App, { accountId, network }: Caller, name: BudgetName): void {
  const { calls, window, of } = budgets[name];
  const isAccounts = of === "account" && accountId !== null;
  const subject = isAccounts ? `account ${accountId}` : `network ${network}`;
  const counter = counterOf(app.store);
  pay(app, counter, { subject: `network ${network}`, budget: networkBudget.name, ...networkBudget });
  pay(app, counter, { subject, budget: name, calls, window });
  counter.timer ??= setTimeout(() => tell(app, counter), tellEvery).unref();
}

function pay(app: App, { counts }: Counter, spending: Spending): void {
  const wait = counts.spend(spending, app.now());
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1_000);
  throw new DomainError(
    "too-many-calls",
    `That was very often within a short time. Nothing is lost: wait ${wordsOf(seconds)}, then try again.`,
    [],
    { retryAfter: seconds },
  );
}

function wordsOf(seconds: number): string {
  if (seconds > 7_200) return `${Math.ceil(seconds / 3_600)} hours`;
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

function counterOf(store: Store): Counter {
  const counters = processWide("call-counts", () => new WeakMap<Store, Counter>());
  const counter = counters.get(store) ?? { counts: new CallCounts(), timer: undefined };
  counters.set(store, counter);
  return counter;
}

/**
 * Tells the database what was counted here, and learns what other servers counted.
 * @internal
 */
export async function tellCounts(app: App): Promise<void> {
  await tell(app, counterOf(app.store));
}

async function tell(app: App, counter: Counter): Promise<void> {
  clearTimeout(counter.timer);
  counter.timer = undefined;
  const now = app.now();
  const rows = counter.counts.take(now);
  if (rows.length === 0) return;
  try {
    counter.counts.learn(
      await app.store.tx(async (tx) => {
        await deleteCallCountsBefore(tx, now);
        const known: CallCountRow[] = [];
        for (let from = 0; from < rows.length; from += rowsAtOnce) {
          known.push(...(await addCallCounts(tx, rows.slice(from, from + rowsAtOnce))));
        }
        return known;
      }),
    );
  } catch (cause) {
    counter.counts.keep(rows);
    // A server that ends has nobody left to count.
    if (!isStoreError(cause) || cause.code !== "closed")
      logger().warn({ cause }, "calls could not be counted");
  }
}
