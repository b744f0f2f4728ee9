import { requireScope } from "#server/accounts/api-tokens/scopes.ts";
import { requirePlatformRole } from "#server/http/trpc/procedures.ts";
import { requireRoleIn } from "#server/http/trpc/study-role.ts";
import { callRefused } from "#server/http/trpc/trpc.ts";
import { budgetOf } from "#server/platform/limits/budgets.ts";
import { spend } from "#server/platform/limits/spend.ts";
import { declared, type Operation } from "./operation.ts";
import type { ProgramContext } from "./program-context.ts";

/**
 * Counts a call that changes a study, and checks the token's scope and its owner's role, before the idempotency key is
 * looked up: so a repeated call counts like the first, is answered only while the role lasts, and a refused call writes
 * nothing.
 *
 * @param procedure of an operation that changes a study
 * @throws TRPCError as the procedure itself would: "TOO_MANY_REQUESTS", "FORBIDDEN"
 */
export async function admitChange(
  context: ProgramContext,
  procedure: Operation["procedure"],
  studyId: unknown,
): Promise<void> {
  const { app, session, network } = context;
  const began = performance.now();
  const { role, scope } = declared(procedure).meta;
  try {
    spend(app, { accountId: session.account.id, network }, budgetOf(procedure, "mutation", true));
    requireScope(session.token, scope, studyId);
    if (typeof role === "object") await requireRoleIn(app, { studyId, roles: role.study }, session);
    else if (role === "platform-operator") requirePlatformRole(session.account, role);
    // Stryker disable next-line StringLiteral: each operation that changes something is for one of these roles
    else throw new Error(`${procedure} does not say which roles of a study it is for`);
  } catch (error) {
    throw callRefused(error, context, { procedure, began });
  }
}
