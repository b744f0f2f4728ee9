import { findCredentials, lockAccount } from "#db/queries/accounts.ts";
import { listFactors } from "#db/queries/factors.ts";
import { lockSecurityHead } from "#db/queries/security.ts";
import * as t from "#messages/refusals.ts";
import { emptySecurityHead } from "#server/audit-log/security/entry.ts";
import { DomainError } from "#server/errors.ts";
import { noteRefusal } from "#server/platform/security-log/note-refusal.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { beginAttempt } from "./attempts.ts";
import type { AccountsApp } from "./context.ts";
import { deviceTokenFor, findKnownDevice, rememberDevice } from "./devices.ts";
import { isRightPassword, requireRoomToCompare } from "./passwords.ts";
import { prepareSession } from "./sessions.ts";

type Attempt = {
  readonly email: string;
  readonly password: string;
  readonly network: string;
  readonly userAgent: string;
  /** Content of this browser's device cookie, if any. */
  readonly device?: string | undefined;
};

/** Values for cookies: the new session's id, and the token that makes this browser a known device. */
type SignedIn = { readonly sessionId: string; readonly accountId: string; readonly device: string };

/**
 * Signs a user in by password. If the account needs a second factor, the session waits for it (`findSession`), and this
 * browser does not become a known device yet. Otherwise an attacker who has only the password could start a fresh
 * counter as often as they like.
 */
export async function signIn(
  app: AccountsApp,
  { email, password, network, userAgent, device }: Attempt,
): Promise<SignedIn> {
  requireRoomToCompare();
  const known = await findKnownDevice(app, email, device);
  const succeeded = await beginAttempt(app, { of: "password", account: email, network, device: known });
  const found = await app.store.read((reader) => findCredentials(reader, email));
  const isRight = await isRightPassword(found?.passwordHash, password);
  if (found === undefined) {
    // Takes the same lock and commit as below, so that a quick response does not reveal a name without an account.
    await app.store.tx((tx) => lockSecurityHead(tx, emptySecurityHead));
    noteRefusal(app, { kind: "sign-in.unknown", accountId: null });
    throw wrong();
  }
  const event = { actorId: null, accountId: found.id };
  if (!isRight) {
    await app.store.tx((tx) => recordSecurity(app, tx, { kind: "sign-in.failed", ...event }));
    throw wrong();
  }
  const session = prepareSession(app, found.id, userAgent);
  const token = await deviceTokenFor(app, device);
  await app.store.tx(async (tx) => {
    const now = await lockAccount(tx, found.id);
    // The password may have been changed, or the account suspended, during the comparison.
    if (now?.passwordHash !== found.passwordHash) throw wrong();
    if (now.suspendedAt !== null) {
      throw new DomainError("account-suspended", t.accountSuspended());
    }
    await succeeded(tx);
    await session.insert(tx);
    const isWhole = known !== null || (await listFactors(tx, found.id)).length === 0;
    if (isWhole) await rememberDevice(app, tx, found.id, token);
    await recordSecurity(app, tx, { kind: "sign-in.succeeded", ...event, actorId: found.id });
  });
  return { sessionId: session.sessionId, accountId: found.id, device: token };
}

function wrong(): DomainError {
  return new DomainError("wrong-credentials", t.wrongSignIn());
}
