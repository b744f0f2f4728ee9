import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { listAuthenticators, noteFactorUse } from "#db/queries/factors.ts";
import type { Tx } from "#db/store/store.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import type { Secrets } from "#server/platform/secrets/secrets.ts";
import { addFactor, type NewFactor } from "./add-factor.ts";
import type { Holder } from "./holder.ts";
import { endPending, keepPending } from "./pending.ts";
import { openSecret, sealSecret } from "./secret-box.ts";
import { wrongFactor } from "./wrong-factor.ts";

const PERIOD = 30;

export type AuthenticatorOffer = {
  /** The secret as text, for an app that cannot scan the picture. */
  readonly secret: string;
  readonly uri: string;
  /** The same address as a QR code: one string for each row, 1 for a dark module. */
  readonly picture: readonly string[];
};

/** Makes a new secret for an authenticator app. It takes effect only after the user enters a code made from it. */
export async function offerAuthenticator(
  app: AccountsApp,
  { ref, account }: Holder,
): Promise<AuthenticatorOffer> {
  const secret = new Secret({ size: 20 }).base32;
  await keepPending(app, ref, "add-authenticator", sealSecret(app.secrets, account.id, secret));
  const uri = codes(secret, account.email).toString();
  const { data } = encode(uri, { border: 0 });
  return { secret, uri, picture: data.map((row) => row.map((dark) => (dark ? "1" : "0")).join("")) };
}

/**
 * Adds an authenticator app.
 * @throws DomainError "wrong-credentials" for a wrong code, "step-outdated" if no secret is on offer any more
 */
export async function addAuthenticator(
  app: AccountsApp,
  holder: Holder,
  { code, name }: { code: string; name: string },
): Promise<NewFactor> {
  const { account } = holder;
  const secret = await endPending(app, holder.ref, "add-authenticator");
  const step = stepOf(openSecret(app.secrets, account.id, secret), code, app.now());
  if (step === null) {
    // Keep the same secret, so that the user need not scan the picture again after a typing error.
    await keepPending(app, holder.ref, "add-authenticator", secret);
    throw wrongFactor();
  }
  return addFactor(app, holder, { kind: "authenticator", name, secret, counter: step });
}

/** Checks a code, in the transaction that acts on it. @returns whether the code is correct and was not used before */
export async function giveCode(
  app: Pick<AccountsApp, "now"> & { secrets: Secrets },
  tx: Tx,
  accountId: string,
  code: string,
): Promise<boolean> {
  const now = app.now();
  for (const { id, secret } of await listAuthenticators(tx, accountId)) {
    const step = stepOf(openSecret(app.secrets, accountId, secret), code, now);
    if (step !== null && (await noteFactorUse(tx, { id, counter: step, at: now }))) return true;
  }
  return false;
}

/**
 * Returns the 30-second step that a code belongs to: the current one, the one before or the one after, for clocks that
 * differ.
 */
function stepOf(secret: string, code: string, now: number): number | null {
  const delta = codes(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

function codes(secret: string, label?: string): TOTP {
  return new TOTP({ issuer: "Evenhand", label, period: PERIOD, secret: Secret.fromBase32(secret) });
}
