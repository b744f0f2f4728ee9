import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { limits } from "./account-limits.ts";
import type { CurrentSession } from "./sessions.ts";

/** Whether the holder of a session has confirmed their identity recently enough. */
export function isConfirmed(session: Pick<CurrentSession, "confirmedAt"> | null, now: number): boolean {
  return session !== null && session.confirmedAt + limits.confirmationLife >= now;
}

/**
 * Requires a recent confirmation of the holder's identity.
 * @throws DomainError "step-up-needed"; "browser-only" for a program
 */
export function requireConfirmed(session: Pick<CurrentSession, "confirmedAt" | "token">, now: number): void {
  if (session.token !== undefined) {
    throw new DomainError("browser-only", t.stepUpInBrowser());
  }
  if (isConfirmed(session, now)) return;
  throw new DomainError("step-up-needed", t.stepUpNeeded());
}
