import type { App } from "#server/platform/app/app.ts";
import { busy } from "#server/platform/app/refusals.ts";

/** Whoever comes while others have waited this long would wait longer still. */
const mostWaitedMs = 300;

/**
 * Asked before anything is done for a request, its session included: those who wait for the database are answered
 * within a second or so, and whoever comes on top is told at once to come again. Work of the server's own is never refused.
 *
 * @throws DomainError "busy"
 */
export function refuseWhenBusy({ store }: Pick<App, "store">, method: string): void {
  const kind = method === "GET" || method === "HEAD" ? "read" : "write";
  if (store.backlogOf(kind) > mostWaitedMs) throw busy();
}
