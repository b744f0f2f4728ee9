import { DomainError } from "#server/errors.ts";
import { limits } from "./limits.ts";
import type { CurrentSession } from "./sessions.ts";

/** Whether a session's holder has shown who they are, and not too long ago. */
export function isConfirmed(session: Pick<CurrentSession, "confirmedAt"> | null, now: number): boolean {
  return session !== null && session.confirmedAt + limits.confirmationLife >= now;
}

/** @throws DomainError "step-up-needed" */
export function requireConfirmed(session: Pick<CurrentSession, "confirmedAt">, now: number): void {
  if (isConfirmed(session, now)) return;
  throw new DomainError("step-up-needed", "Confirm that it is you, then try again.");
}
