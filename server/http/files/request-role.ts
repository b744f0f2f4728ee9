import { findStudyRole, type HeldRole } from "#server/accounts/memberships.ts";
import type { CurrentSession } from "#server/accounts/sessions.ts";
import { overBudget } from "#server/http/auth/over-budget.ts";
import { currentSession } from "#server/http/auth/session.ts";
import { getApp } from "#server/platform/app/app.ts";
import { noteRefusal } from "#server/platform/security-log/note-refusal.ts";
import { studyIdSchema } from "#server/schemas/ids.ts";

type FileBudget = "download" | "upload";

/**
 * Finds the role of this request's account in a study, for routes that stream files instead of answering procedures. It
 * counts against a budget; a role that is not allowed is recorded in the security log.
 * @returns undefined for no role; the answer that refuses the request, if it is over budget
 */
export async function requestRole(
  studyId: string,
  budget: FileBudget,
  allowed: readonly HeldRole[],
): Promise<HeldRole | "not-signed-in" | undefined | Response> {
  const session = await currentSession();
  const refused = await overFileBudget(session, budget);
  if (refused !== null) return refused;
  if (session === null) return "not-signed-in";
  const app = await getApp();
  const { id: accountId } = session.account;
  const isStudy = studyIdSchema.safeParse(studyId).success;
  const role = isStudy ? await findStudyRole(app, studyId, accountId) : undefined;
  if (role === undefined || !allowed.includes(role)) noteRefusal(app, { kind: "access.refused", accountId });
  return role;
}

/**
 * Counts a request for a file.
 * @returns the answer that refuses the request, if it is over budget
 */
export function overFileBudget(session: CurrentSession | null, budget: FileBudget): Promise<Response | null> {
  return session === null ? overBudget("anonymous", null) : overBudget(budget, session.account.id);
}
