import { deleteDevicesOf } from "#db/queries/devices.ts";
import { deleteFactorsOf, replaceRecoveryCodes } from "#db/queries/factors.ts";
import { revokeInvitations } from "#db/queries/invitations.ts";
import { deleteTokensOf } from "#db/queries/programs.ts";
import { revokeSessions } from "#db/queries/sessions.ts";
import type { Tx } from "#db/store/store.ts";

/**
 * Ends every way into an account except its password and its second factors: sessions, API tokens, open links for a
 * new password or address, and known devices.
 *
 * @param except the session that continues
 */
export async function endAccountAccess(
  tx: Tx,
  accountId: string,
  { at, except = null }: { at: number; except?: string | null },
): Promise<void> {
  await revokeSessions(tx, { accountId }, { except, at });
  await deleteTokensOf(tx, { accountId });
  await revokeInvitations(tx, { accountId }, at);
  await deleteDevicesOf(tx, { accountId });
}

/** Removes an account's second factors and recovery codes. */
export async function removeFactors(tx: Tx, accountId: string, at: number): Promise<void> {
  await deleteFactorsOf(tx, { accountId });
  await replaceRecoveryCodes(tx, { accountId, codeHashes: [], at });
}
