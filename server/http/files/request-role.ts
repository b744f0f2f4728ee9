import * as t from "#messages/refusals.ts";
import { isConfirmed } from "#server/accounts/confirmation.ts";
import type { HeldRole } from "#server/accounts/memberships.ts";
import type { CurrentSession } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import { currentSession } from "#server/http/auth/session.ts";
import { spendRequest } from "#server/http/edge/over-budget.ts";
import { requireRoleIn } from "#server/http/trpc/study-role.ts";
import { type App, getApp } from "#server/platform/app/app.ts";
import { noteRefusal } from "#server/platform/security-log/note-refusal.ts";
import { fileRoles } from "./file-roles.ts";

type FileBudget = "download" | "upload";

/**
 * Requires one of these roles in a study, for routes that stream files instead of answering procedures. The request
 * counts against a budget; a refusal is recorded in the security log.
 *
 * @throws DomainError "too-many-calls", "not-signed-in", "forbidden"
 */
export async function requestRole(
  studyId: string,
  budget: FileBudget,
  roles: readonly HeldRole[],
): Promise<CurrentSession> {
  const session = await requestSession(budget);
  await requireHeld(await getApp(), { studyId, roles }, session);
  return session;
}

/** Requires a session. The request counts against a budget. @throws DomainError "too-many-calls", "not-signed-in" */
export async function requestSession(budget: FileBudget): Promise<CurrentSession> {
  const session = await spendFile(budget);
  if (session === null) throw new DomainError("not-signed-in", t.signInFirst());
  return session;
}

/** Counts a request for a file. @throws DomainError "too-many-calls" */
export async function spendFile(budget: FileBudget): Promise<CurrentSession | null> {
  const session = await currentSession();
  await spendRequest(session === null ? "anonymous" : budget, session?.account.id ?? null);
  return session;
}

/**
 * Requires a role that may see people's features, for a file that contains them. A refusal is recorded in the security
 * log.
 *
 * @throws DomainError "forbidden"
 */
export function requireFeatures(app: App, studyId: string, session: CurrentSession): Promise<void> {
  return requireHeld(app, { studyId, roles: fileRoles.features }, session);
}

/** Requires a recent proof of identity, for a file with people's features. @throws DomainError "forbidden" */
export function requireRecentProof(app: App, session: CurrentSession): void {
  if (!isConfirmed(session, app.now())) throw new DomainError("forbidden", t.confirmFile());
}

async function requireHeld(
  app: App,
  which: { studyId: string; roles: readonly HeldRole[] },
  session: CurrentSession,
): Promise<void> {
  try {
    await requireRoleIn(app, which, session);
  } catch (error) {
    if (error instanceof DomainError) {
      noteRefusal(app, { kind: "access.refused", accountId: session.account.id });
    }
    throw error;
  }
}
