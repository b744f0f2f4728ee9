import { findAccount, forgetAccount, lockAdministrators } from "#db/queries/accounts.ts";
import { forgetAddresses, revokeInvitations } from "#db/queries/invitations.ts";
import { listMembers } from "#db/queries/members.ts";
import { updateMembership } from "#db/queries/seats.ts";
import { listStudiesOf } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import type { AccountsApp } from "./context.ts";
import { unknownPasswordHash } from "./passwords.ts";

/**
 * Deletes an account at the request of its owner or of an administrator: name, address, password, factors, sessions,
 * tokens and devices. An empty row stays, to which seats, memberships and past work refer. Its roles as operator and
 * researcher end; its seats stay until an operator replaces them.
 *
 * @param by the account that requests it
 * @throws DomainError "role-conflict" for the last administrator, and for the only operator of a study that has not
 *   ended; "forbidden", "not-found"
 */
export async function deleteAccount(app: AccountsApp, by: string, accountId: string): Promise<void> {
  const at = app.now();
  const passwordHash = unknownPasswordHash();
  await app.store.tx(async (tx) => {
    const administrators = await lockAdministrators(tx);
    if (by !== accountId && !administrators.includes(by)) {
      throw new DomainError("forbidden", t.onlyRole({ role: t.aRole({ role: "administrator" }) }));
    }
    if ((await findAccount(tx, accountId)) === undefined)
      throw new DomainError("not-found", t.accountUnknown());
    if (administrators.length === 1 && administrators[0] === accountId) {
      throw new DomainError("role-conflict", t.lastAdministrator());
    }
    await leaveStudies(tx, accountId, at);
    await revokeInvitations(tx, { invitedBy: accountId }, at);
    await forgetAddresses(tx, accountId);
    await forgetAccount(tx, { accountId, passwordHash, at });
    await recordSecurity(app, tx, { kind: "account.deleted", actorId: by, accountId });
  });
}

/** Ends an account's roles other than an auditor's. */
async function leaveStudies(tx: Tx, accountId: string, at: number): Promise<void> {
  for (const { id: studyId, name, state, role } of await listStudiesOf(tx, accountId)) {
    if (role === "auditor") continue;
    const isOnly = role === "operator" && (await listMembers(tx, studyId, "operator")).length === 1;
    if (isOnly && state !== "ended") {
      throw new DomainError("role-conflict", t.onlyOperatorOf({ study: name }));
    }
    await updateMembership(tx, { studyId, accountId }, { endedAt: at });
  }
}
