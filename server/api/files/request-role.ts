import { currentSession } from "#server/auth/session.ts";
import { studyIdSchema } from "#server/schemas/ids.ts";
import { findStudyRole, type HeldRole } from "#server/services/accounts/memberships.ts";
import { getApp } from "#server/services/app/app.ts";

/** The role of whoever sends this request in a study, for routes that stream files instead of answering procedures. */
export async function requestRole(studyId: string): Promise<HeldRole | "not-signed-in" | "none"> {
  const session = await currentSession();
  if (session === null) return "not-signed-in";
  if (!studyIdSchema.safeParse(studyId).success) return "none";
  return (await findStudyRole(await getApp(), studyId, session.account.id)) ?? "none";
}
