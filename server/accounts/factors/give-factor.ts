import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { findPasswordHash } from "#db/queries/accounts.ts";
import { listFactors } from "#db/queries/factors.ts";
import { updateSession } from "#db/queries/sessions.ts";
import type { Tx } from "#db/store/store.ts";
import { beginAttempt } from "#server/accounts/attempts.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { findKnownDevice, rememberDevice } from "#server/accounts/devices.ts";
import { isRightPassword, requireRoomToCompare } from "#server/accounts/passwords.ts";
import { renewSession } from "#server/accounts/sessions.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { giveCode } from "./authenticators.ts";
import type { Holder } from "./holder.ts";
import { readPasskey } from "./passkeys.ts";
import { giveRecoveryCode } from "./recovery-codes.ts";
import { wrongFactor } from "./wrong-factor.ts";

/** Proof of a user's identity. The password is accepted only for accounts without a second factor. */
export type Proof =
  | { readonly kind: "passkey"; readonly response: AuthenticationResponseJSON }
  | { readonly kind: "authenticator"; readonly code: string }
  | { readonly kind: "recovery-code"; readonly code: string }
  | { readonly kind: "password"; readonly password: string };

/**
 * Completes a sign-in that needs a second factor, or confirms the user's identity before a sensitive action.
 *
 * @param device the content of this browser's cookie, if any
 * @returns the new id of a session that was waiting, for the cookie; null for a session that goes on
 * @throws DomainError "wrong-credentials", "too-many-attempts", "step-outdated"
 */
export async function giveFactor(
  app: AccountsApp,
  holder: Holder & { readonly network: string; readonly device?: string | undefined },
  proof: Proof,
): Promise<{ sessionId: string | null }> {
  const { ref, account, network, isWaiting } = holder;
  const byFactor = proof.kind !== "password";
  if (!byFactor) requireRoomToCompare();
  const device = byFactor ? await findKnownDevice(app, account.email, holder.device) : null;
  const of = byFactor ? "factor" : "present-password";
  const succeeded = await beginAttempt(app, { of, account: account.id, network, device });
  const event = { actorId: account.id, accountId: account.id };
  const use = await readProof(app, holder, proof);
  const sessionId = await app.store.tx(async (tx) => {
    if (use === undefined || !(await use(tx))) return undefined;
    await succeeded(tx);
    const now = app.now();
    await updateSession(tx, ref, { confirmedAt: now, ...(byFactor && { factorAt: now }) });
    const renewed = isWaiting ? await renewSession(tx, ref) : null;
    if (proof.kind !== "password") {
      // The sign-in is complete only now.
      if (isWaiting && holder.device !== undefined) await rememberDevice(app, tx, account.id, holder.device);
      await recordSecurity(app, tx, { kind: "factor.given", ...event, detail: { factor: proof.kind } });
    }
    return renewed;
  });
  if (sessionId !== undefined) return { sessionId };
  await app.store.tx((tx) => recordSecurity(app, tx, { kind: "factor.failed", ...event }));
  throw wrongFactor(proof.kind === "password" ? "password" : "code");
}

type Use = (tx: Tx) => Promise<boolean>;

async function readProof(app: AccountsApp, holder: Holder, proof: Proof): Promise<Use | undefined> {
  const { id } = holder.account;
  switch (proof.kind) {
    case "passkey":
      return readPasskey(app, holder, proof.response);
    case "authenticator":
      return (tx) => giveCode(app, tx, id, proof.code);
    case "recovery-code":
      return (tx) => giveRecoveryCode(app, tx, id, proof.code);
    case "password":
      return readPassword(app, id, proof.password);
  }
}

/** Checks the password as a proof. For an account with a second factor it proves nothing new. */
async function readPassword(app: AccountsApp, accountId: string, password: string): Promise<Use | undefined> {
  const hash = await app.store.read((db) => findPasswordHash(db, accountId));
  if (!(await isRightPassword(hash, password))) return undefined;
  return async (tx) =>
    (await listFactors(tx, accountId)).length === 0 && (await findPasswordHash(tx, accountId)) === hash;
}
