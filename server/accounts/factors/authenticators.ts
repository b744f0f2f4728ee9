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
  /** To type into an app that cannot read the picture. */
  readonly secret: string;
  readonly uri: string;
  /** The same address as a picture, a row a line, 1 for dark. */
  readonly picture: readonly string[];
};

/** A new secret for an app that shows codes. It counts only once a code of it was given. */
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

/** @throws DomainError "wrong-credentials" for a wrong code, "step-outdated" if nothing is offered any more */
export async function addAuthenticator(
  app: AccountsApp,
  holder: Holder,
  { code, name }: { code: string; name: string },
): Promise<NewFactor> {
  const { account } = holder;
  const secret = await endPending(app, holder.ref, "add-authenticator");
  const step = stepOf(openSecret(app.secrets, account.id, secret), code, app.now());
  if (step === null) {
    // Whoever mistypes need not read the picture once more: the secret is theirs.
    await keepPending(app, holder.ref, "add-authenticator", secret);
    throw wrongFactor();
  }
  return addFactor(app, holder, { kind: "authenticator", name, secret, counter: step });
}

/** Inside the transaction that acts on it. @returns whether the code is right and was not used before */
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

/** The 30 seconds a code belongs to: these, or the ones before or after, for clocks that differ. */
function stepOf(secret: string, code: string, now: number): number | null {
  const delta = codes(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

function codes(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: "Evenhand", label, period: PERIOD, secret: Secret.fromBase32(secret) });
}
