import { headers } from "next/headers";
import { networkOf } from "#server/auth/network.ts";
import { currentSession } from "#server/auth/session.ts";
import { studyIdSchema } from "#server/schemas/ids.ts";
import { findStudyRole, type HeldRole } from "#server/services/accounts/memberships.ts";
import { getApp } from "#server/services/app/app.ts";
import { refusalOf } from "#server/services/app/refusals.ts";
import { spend } from "#server/services/limits/spend.ts";

/**
 * The role of whoever sends this request in a study, for routes that stream files instead of answering procedures. It
 * counts against a budget.
 * @returns the answer that refuses it, if it is one too many
 */
export async function requestRole(
  studyId: string,
  budget: "download" | "upload",
): Promise<HeldRole | "not-signed-in" | "none" | Response> {
  const session = await currentSession();
  if (session === null) return "not-signed-in";
  const refused = await overBudget(session.account.id, budget);
  if (refused !== null) return refused;
  if (!studyIdSchema.safeParse(studyId).success) return "none";
  return (await findStudyRole(await getApp(), studyId, session.account.id)) ?? "none";
}

/** Counts a request for a file against a budget. @returns the answer that refuses it, if it is one too many */
export async function overBudget(accountId: string, budget: "download" | "upload"): Promise<Response | null> {
  const [app, given] = await Promise.all([getApp(), headers()]);
  const caller = { accountId, network: networkOf((name) => given.get(name)) };
  return refusalIn(() => spend(app, caller, budget));
}

function refusalIn(work: () => void): Response | null {
  try {
    work();
    return null;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    const { message, problems, retryAfter = 60 } = refusal;
    const wait = { "cache-control": "no-store", "retry-after": String(retryAfter) };
    return Response.json({ message, problems }, { status: 429, headers: wait });
  }
}
