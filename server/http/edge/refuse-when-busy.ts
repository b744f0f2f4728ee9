import type { App } from "#server/platform/app/app.ts";
import { busy } from "#server/platform/app/refusals.ts";

/** Once other calls have waited this long, a new one would wait even longer. */
const mostWaitedMs = 300;

/**
 * Sheds load before any work is done for a request, its session included. Requests that wait for the database are
 * answered within a second or so, and further ones are refused at once and should retry. The server's own work is never
 * refused.
 *
 * @throws DomainError "busy"
 */
export function refuseWhenBusy({ store }: Pick<App, "store">, method: string): void {
  const kind = method === "GET" || method === "HEAD" ? "read" : "write";
  if (store.backlogOf(kind) > mostWaitedMs) throw busy();
}
