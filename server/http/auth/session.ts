import { headers } from "next/headers";
import { decode } from "next-auth/jwt";
import { cache } from "react";
import {
  type CurrentSession,
  findSessionStatus,
  type SessionStatus,
  type WaitingSession,
} from "#server/accounts/sessions.ts";
import { getApp } from "#server/platform/app/app.ts";
import { logger } from "#server/platform/process/logger.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { answerIn } from "#server/platform/process/request.ts";
import { cookieIn, sessionCookieName } from "./cookie.ts";

/** Finds the session of this request; null if the sender is not signed in any more. */
export async function currentSession(): Promise<CurrentSession | null> {
  return (await sessionStatus()).current;
}

/** Finds a session with a checked password that owes the second factor; only for the page where it is given. */
export async function waitingSession(): Promise<WaitingSession | null> {
  return (await sessionStatus()).waiting;
}

/** Finds the session of the page or file that is being answered, with one query a page. */
export const sessionStatus = cache(async () => readSessionStatus((await headers()).get("cookie")));

/**
 * Finds the session that a request's cookies name. From then on the request is answered in the language of its account.
 * Costs one query.
 *
 * @param cookies the header that holds all of them; null without any
 */
export async function readSessionStatus(cookies: string | null): Promise<SessionStatus> {
  const token = cookieIn(cookies ?? undefined, sessionCookieName());
  if (token === undefined) return noSession;
  const app = await getApp();
  const sessionId = await sessionIdIn(token, app.secrets.sessionSecret);
  if (sessionId === null) return noSession;
  const status = await findSessionStatus(app, sessionId);
  if (status.language !== null) answerIn(status.language);
  return status;
}

const noSession: SessionStatus = { current: null, waiting: null, language: null };

/** Content of a decrypted cookie, and its expiry: deriving the key and decrypting cost as much as half a look-up. */
type Read = { readonly secret: string; readonly sessionId: string; readonly until: number };

/** Number of cookies that are kept. A miss costs only one more decryption. */
const keptCookies = 5_000;

async function sessionIdIn(token: string, secret: string): Promise<string | null> {
  const read = processCache<Read>("session-cookies", { max: keptCookies });
  const known = read.get(token);
  // Stryker disable next-line EqualityOperator: next-auth accepts a cookie for some seconds longer anyway
  if (known !== undefined && known.secret === secret && Date.now() < known.until) return known.sessionId;
  try {
    const payload = await decode({ token, secret });
    if (typeof payload?.sessionId !== "string") return null;
    if (typeof payload.exp === "number")
      read.set(token, { secret, sessionId: payload.sessionId, until: 1_000 * payload.exp });
    return payload.sessionId;
  } catch (error) {
    // A forged, damaged or expired cookie counts as none.
    logger().debug({ err: error }, "session cookie not readable");
    return null;
  }
}
