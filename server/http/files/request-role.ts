import * as t from "#messages/refusals.ts";
import type { HeldRole } from "#server/accounts/memberships.ts";
import type { CurrentSession } from "#server/accounts/sessions.ts";
import { currentSession } from "#server/http/auth/session.ts";
import { overBudget } from "#server/http/edge/over-budget.ts";
import { requireRoleIn } from "#server/http/trpc/study-role.ts";
import type { App } from "#server/platform/app/app.ts";
import { getApp } from "#server/platform/app/app.ts";
import { refusalOf } from "#server/platform/app/refusals.ts";
import { noteRefusal } from "#server/platform/security-log/note-refusal.ts";
import { sendRefusal } from "./answers.ts";
import { fileRoles } from "./file-roles.ts";

type FileBudget = "download" | "upload";

/**
 * Requires one of these roles in a study, for routes that stream files instead of answering procedures. The request
 * counts against a budget; a refusal is recorded in the security log.
 *
 * @returns the session, or the answer that refuses the request
 */
export async function requestRole(
  studyId: string,
  budget: FileBudget,
  roles: readonly HeldRole[],
): Promise<CurrentSession | Response> {
  const session = await currentSession();
  const refused = await overFileBudget(session, budget);
  if (refused !== null) return refused;
  if (session === null) return sendRefusal(401, t.signInFirst());
  const app = await getApp();
  try {
    await requireRoleIn(app, { studyId, roles }, session);
    return session;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code !== "forbidden") throw error;
    noteRefusal(app, { kind: "access.refused", accountId: session.account.id });
    return sendRefusal(403, refusal.message);
  }
}

/**
 * Requires a role that may see people's features, for a file that contains them. A refusal is recorded in the security
 * log.
 *
 * @throws DomainError "forbidden"
 */
export async function requireFeatures(app: App, studyId: string, session: CurrentSession): Promise<void> {
  try {
    await requireRoleIn(app, { studyId, roles: fileRoles.features }, session);
  } catch (error) {
    noteRefusal(app, { kind: "access.refused", accountId: session.account.id });
    throw error;
  }
}

/**
 * Counts a request for a file.
 * @returns the answer that refuses the request, if it is over budget
 */
export function overFileBudget(session: CurrentSession | null, budget: FileBudget): Promise<Response | null> {
  return session === null ? overBudget("anonymous", null) : overBudget(budget, session.account.id);
}
