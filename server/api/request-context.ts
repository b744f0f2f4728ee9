import type { Context } from "#server/api/trpc/context.ts";
import { cookieIn, deviceCookieName } from "#server/auth/cookie.ts";
import { networkOf } from "#server/auth/network.ts";
import { currentSession, waitingSession } from "#server/auth/session.ts";
import { getApp } from "#server/services/app/app.ts";

export async function contextOf(headers: Headers): Promise<Context> {
  const [app, session, waiting] = await Promise.all([getApp(), currentSession(), waitingSession()]);
  const network = networkOf((name) => headers.get(name));
  const device = cookieIn(headers.get("cookie") ?? undefined, deviceCookieName());
  return { app, session, waiting, network, device, cookies: [] };
}
