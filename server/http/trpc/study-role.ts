import * as t from "#messages/refusals.ts";
import { findStudyAccess, type HeldRole } from "#server/accounts/memberships.ts";
import type { CurrentSession } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { anyOf, roleInWords } from "./roles.ts";

/**
 * Requires that a session may use one of these roles in a study now.
 *
 * @param studyId as it came with the request; a missing study and an invalid id get the same answer
 * @throws DomainError "forbidden", "browser-only"
 */
export async function requireRoleIn<Role extends HeldRole>(
  app: Pick<App, "store">,
  { studyId, roles }: { studyId: unknown; roles: readonly Role[] },
  { account, issuer, token }: CurrentSession,
): Promise<Role> {
  const who = { accountId: account.id, issuer, isProgram: token !== undefined };
  const { role: held, refused } = await findStudyAccess(app, studyId, who);
  if (held === null) {
    if (refused === "browser-only") throw new DomainError("browser-only", t.noTokenJudges());
    throw new DomainError("forbidden", refused === "provider" ? t.signInByProvider() : t.noRoleInStudy());
  }
  const role = roles.find((one) => one === held);
  if (role !== undefined) return role;
  const words = { needed: anyOf(roles), present: roleInWords(held) };
  throw new DomainError("forbidden", t.onlyRolesOfStudy(words));
}
