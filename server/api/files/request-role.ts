import { overBudget } from "#server/auth/over-budget.ts";
import { currentSession } from "#server/auth/session.ts";
import { studyIdSchema } from "#server/schemas/ids.ts";
import { findStudyRole, type HeldRole } from "#server/services/accounts/memberships.ts";
import type { CurrentSession } from "#server/services/accounts/sessions.ts";
import { getApp } from "#server/services/app/app.ts";

type FileBudget = "download" | "upload";

/**
 * The role of whoever sends this request in a study, for routes that stream files instead of answering procedures. It
 * counts against a budget.
 * @returns the answer that refuses it, if it is one too many
 */
export async function requestRole(
  studyId: string,
  budget: FileBudget,
): Promise<HeldRole | "not-signed-in" | "none" | Response> {
  const session = await currentSession();
  const refused = await overFileBudget(session, budget);
  if (refused !== null) return refused;
  if (session === null) return "not-signed-in";
  if (!studyIdSchema.safeParse(studyId).success) return "none";
  return (await findStudyRole(await getApp(), studyId, session.account.id)) ?? "none";
}

/** Counts a request for a file. @returns the answer that refuses it, if it is one too many */
export function overFileBudget(session: CurrentSession | null, budget: FileBudget): Promise<Response | null> {
  return session === null ? overBudget("anonymous", null) : overBudget(budget, session.account.id);
}
