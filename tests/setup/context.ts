import type { CurrentSession, SessionAccount } from "#server/accounts/sessions.ts";
import type { RequestContext } from "#server/http/trpc/context.ts";
import type { App } from "#server/platform/app/app.ts";

/** Makes the context of a request: for an account that has just signed in, or for a visitor. */
export function testContext(
  app: App,
  account: SessionAccount | null,
  rest: Partial<RequestContext> = {},
): RequestContext {
  const session = account && freshSession(app, account);
  return { app, session, waiting: null, network: "192.0.2.1", device: undefined, cookies: [], ...rest };
}

/** Makes a session that is not in the database. */
export function freshSession(app: Pick<App, "now">, account: SessionAccount): CurrentSession {
  return { ref: "0".repeat(64), account, confirmedAt: app.now(), issuer: null };
}
