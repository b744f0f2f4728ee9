import { findStudyAccess, type HeldRole } from "#server/accounts/memberships.ts";
import type { App } from "#server/platform/app/app.ts";

/** Returns an account's role in a study; undefined for none. */
export async function roleIn(
  app: Pick<App, "store">,
  studyId: string,
  accountId: string,
): Promise<HeldRole | undefined> {
  return (await findStudyAccess(app, studyId, { accountId, issuer: null })).role ?? undefined;
}
