import { cookies } from "next/headers";
import { decode } from "next-auth/jwt";
import { cache } from "react";
import {
  type CurrentSession,
  findStanding,
  type WaitingSession,
} from "#server/services/accounts/sessions.ts";
import { getApp } from "#server/services/app/app.ts";
import { logger } from "#server/services/process/logger.ts";
import { sessionCookieName } from "./cookie.ts";

/** Who sends this request, asked of the database once a request; null for anybody not signed in any more. */
export async function currentSession(): Promise<CurrentSession | null> {
  return (await standing())?.current ?? null;
}

/** Who has given the password and owes the second factor; for the page where it is given, and nothing else. */
export async function waitingSession(): Promise<WaitingSession | null> {
  return (await standing())?.waiting ?? null;
}

const standing = cache(async () => {
  const token = (await cookies()).get(sessionCookieName())?.value;
  if (token === undefined) return null;
  const app = await getApp();
  const sessionId = await sessionIdIn(token, app.secrets.sessionSecret);
  return sessionId === null ? null : findStanding(app, sessionId);
});

async function sessionIdIn(token: string, secret: string): Promise<string | null> {
  try {
    const payload = await decode({ token, secret });
    return typeof payload?.sessionId === "string" ? payload.sessionId : null;
  } catch (error) {
    // A forged, damaged or run-out cookie is the same as none.
    logger().debug({ err: error }, "session cookie not readable");
    return null;
  }
}
