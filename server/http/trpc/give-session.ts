import { sessionCookie } from "#server/http/auth/set-cookie.ts";
import type { RequestContext } from "./context.ts";

/** Makes the answer give the browser its session under a new id. */
export async function giveSession({ app, cookies }: RequestContext, sessionId: string): Promise<void> {
  cookies.push(await sessionCookie(app, sessionId));
}
