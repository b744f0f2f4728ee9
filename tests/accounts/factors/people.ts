import { Secret, TOTP } from "otpauth";
import { addAuthenticator, offerAuthenticator } from "#server/accounts/factors/authenticators.ts";
import type { Holder } from "#server/accounts/factors/holder.ts";
import { addPasskey, offerPasskey } from "#server/accounts/factors/passkeys.ts";
import { findSessionStatus } from "#server/accounts/sessions.ts";
import { type AccountsTestApp, signInAs } from "#tests/accounts/invitations/people.ts";
import { makePasskey } from "#tests/setup/passkey.ts";

type SignedIn = Holder & { sessionId: string; network: string };

/** Signs in with the password alone. @returns the account as the HTTP layer names it */
export async function holderOf(app: AccountsTestApp, email: string): Promise<SignedIn> {
  const sessionId = await signInAs(app, { email });
  const { current, waiting } = await findSessionStatus(app, sessionId);
  const network = "192.0.2.1";
  if (current) return { sessionId, ref: current.ref, account: current.account, network, isWaiting: false };
  if (waiting) return { sessionId, ref: waiting.ref, account: waiting.holder, network, isWaiting: true };
  throw new Error("not signed in");
}

/** Simulates the app on a phone: shows the code of a moment. */
export function phoneWith(secret: string) {
  const codes = new TOTP({ secret: Secret.fromBase32(secret) });
  return (at: number) => codes.generate({ timestamp: at });
}

export async function withAuthenticator(app: AccountsTestApp, holder: Holder, name = "My phone") {
  const { secret } = await offerAuthenticator(app, holder);
  const codeAt = phoneWith(secret);
  const added = await addAuthenticator(app, holder, { code: codeAt(app.now()), name });
  return { ...added, codeAt };
}

export async function withPasskey(
  app: AccountsTestApp,
  holder: Holder,
  passkey = makePasskey(),
  name = "My key",
) {
  const { challenge } = await offerPasskey(app, holder);
  const added = await addPasskey(app, holder, { response: passkey.create(challenge), name });
  return { ...added, passkey };
}
