import { cookieIn, deviceCookieName } from "#server/http/auth/cookie.ts";
import { sessionStatus } from "#server/http/auth/session.ts";
import { networkOf } from "#server/http/edge/network.ts";
import type { RequestContext } from "#server/http/trpc/context.ts";
import { getApp } from "#server/platform/app/app.ts";

/**
 * Makes the context in which procedures answer a request.
 * @param status the session of the request; left out for a page or a file that Next is answering
 */
export async function contextOf(headers: Headers, status = sessionStatus()): Promise<RequestContext> {
  const [app, { current: session, waiting }] = await Promise.all([getApp(), status]);
  const network = networkOf((name) => headers.get(name));
  const device = cookieIn(headers.get("cookie") ?? undefined, deviceCookieName());
  return { app, session, waiting, network, device, cookies: [] };
}
