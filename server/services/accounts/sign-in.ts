import { findCredentials, lockCredentials } from "#db/queries/accounts.ts";
import { DomainError } from "#server/errors.ts";
import type { AccountsApp } from "./context.ts";
import { isRightPassword } from "./passwords.ts";
import { prepareSession } from "./sessions.ts";
import { signInThrottle } from "./throttle.ts";

type Attempt = { email: string; password: string; network: string; userAgent: string };

/** @returns the new session's id, for the cookie only */
export async function signIn(
  app: AccountsApp,
  { email, password, network, userAgent }: Attempt,
  throttle = signInThrottle(),
): Promise<{ sessionId: string; accountId: string }> {
  const succeeded = throttle.begin(email, network, app.now());
  const found = await app.store.read((reader) => findCredentials(reader, email));
  const isRight = await isRightPassword(found?.passwordHash, password);
  if (found === undefined || !isRight) throw wrong();
  succeeded();
  const session = prepareSession(app, found.id, userAgent);
  await app.store.tx(async (tx) => {
    const now = await lockCredentials(tx, found.id);
    // The password may have been changed, or the account suspended, while this one was compared.
    if (now?.passwordHash !== found.passwordHash) throw wrong();
    if (now.suspendedAt !== null) {
      throw new DomainError("account-suspended", "This account is suspended. Ask an administrator about it.");
    }
    await session.insert(tx);
  });
  return { sessionId: session.sessionId, accountId: found.id };
}

function wrong(): DomainError {
  return new DomainError("wrong-credentials", "This e-mail address and password do not belong together.");
}
