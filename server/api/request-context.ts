import type { Context } from "#server/api/trpc/context.ts";
import { networkOf } from "#server/auth/network.ts";
import { currentSession } from "#server/auth/session.ts";
import { getApp } from "#server/services/app/app.ts";

export async function contextOf(headers: Headers): Promise<Context> {
  const [app, session] = await Promise.all([getApp(), currentSession()]);
  return { app, session, network: networkOf((name) => headers.get(name)) };
}
