import type { Context } from "#server/api/trpc/context.ts";
import { sessionCookie } from "#server/auth/set-cookie.ts";

/** The answer will give the browser its session under a new id. */
export async function giveSession({ app, cookies }: Context, sessionId: string): Promise<void> {
  cookies.push(await sessionCookie(app, sessionId));
}
