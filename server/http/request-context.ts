import { cookieIn, deviceCookieName } from "#server/http/auth/cookie.ts";
import { networkOf } from "#server/http/auth/network.ts";
import { currentSession, waitingSession } from "#server/http/auth/session.ts";
import type { RequestContext } from "#server/http/trpc/context.ts";
import { getApp } from "#server/platform/app/app.ts";

export async function contextOf(headers: Headers): Promise<RequestContext> {
  const [app, session, waiting] = await Promise.all([getApp(), currentSession(), waitingSession()]);
  const network = networkOf((name) => headers.get(name));
  const device = cookieIn(headers.get("cookie") ?? undefined, deviceCookieName());
  return { app, session, waiting, network, device, cookies: [] };
}
