import type { Context } from "#server/api/trpc/context.ts";
import { networkOf } from "#server/auth/network.ts";
import { currentSession, waitingSession } from "#server/auth/session.ts";
import { getApp } from "#server/services/app/app.ts";

export async function contextOf(headers: Headers): Promise<Context> {
  const [app, session, waiting] = await Promise.all([getApp(), currentSession(), waitingSession()]);
  return { app, session, waiting, network: networkOf((name) => headers.get(name)), cookies: [] };
}
