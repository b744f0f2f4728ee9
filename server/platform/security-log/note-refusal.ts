import type { Store } from "#db/store/store.ts";
import type { App } from "#server/platform/app/app.ts";
import { logger } from "#server/platform/process/logger.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import { recordSecurity } from "./record.ts";

type Refused =
  /** A signed-in user requested something that their role does not allow. */
  | { readonly kind: "access.refused"; readonly accountId: string }
  /** A sign-in with an address that has no account. Neither the address nor its user is recorded. */
  | { readonly kind: "sign-in.unknown"; readonly accountId: null };

type Tally = { readonly refused: Refused; count: number };
type Hour = { readonly tallies: Map<string, Tally>; timer: NodeJS.Timeout | undefined };

const hour = 60 * 60_000;

/**
 * Counts a refusal for the security log and returns at once. The first refusal of an account and kind is recorded on
 * its own; all others in the following hour go into one event at its end. So there are at most two events an hour. If
 * the server is killed in the meantime, the first one is recorded. An event counts requests from any network, so it names
 * none.
 */
export function noteRefusal(app: Pick<App, "store" | "now">, refused: Refused): void {
  const kept = hourOf(app.store);
  const key = `${refused.kind} ${refused.accountId}`;
  const known = kept.tallies.get(key);
  if (known !== undefined) {
    known.count += 1;
    return;
  }
  kept.tallies.set(key, { refused, count: 0 });
  kept.timer ??= setTimeout(() => inBackground(recordRefusals(app)), hour).unref();
  inBackground(record(app, [{ refused, count: 1 }]));
}

/**
 * Records the refusals counted since the first ones.
 *
 * @internal
 */
export function recordRefusals(app: Pick<App, "store" | "now">): Promise<void> {
  const kept = hourOf(app.store);
  const counted = [...kept.tallies.values()].filter(({ count }) => count > 0);
  clearTimeout(kept.timer);
  kept.timer = undefined;
  kept.tallies.clear();
  return record(app, counted);
}

async function record(app: Pick<App, "store" | "now">, tallies: readonly Tally[]): Promise<void> {
  for (const { refused, count } of tallies) {
    const { kind, accountId } = refused;
    await app.store.tx(async (tx) => {
      await recordSecurity(app, tx, {
        kind,
        actorId: accountId,
        accountId,
        network: null,
        detail: { count },
      });
    });
  }
}

function inBackground(work: Promise<void>): void {
  work.catch((cause: unknown) => logger().error({ cause }, "refusals could not be recorded"));
}

function hourOf(store: Store): Hour {
  return processWideOf<Hour>("refusals", store, () => ({ tallies: new Map(), timer: undefined }));
}
