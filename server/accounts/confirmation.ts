import { DomainError } from "#server/errors.ts";
import { limits } from "./account-limits.ts";
import type { CurrentSession } from "./sessions.ts";

/** Whether a session's holder has shown who they are, and not too long ago. */
export function isConfirmed(session: Pick<CurrentSession, "confirmedAt"> | null, now: number): boolean {
  return session !== null && session.confirmedAt + limits.confirmationLife >= now;
}

/** @throws DomainError "step-up-needed"; "browser-only" for a program */
export function requireConfirmed(session: Pick<CurrentSession, "confirmedAt" | "grant">, now: number): void {
  if (session.grant !== undefined) {
    throw new DomainError("browser-only", "A token cannot show who is there: do this in the browser.");
  }
  if (isConfirmed(session, now)) return;
  throw new DomainError("step-up-needed", "Confirm that it is you, then try again.");
}
