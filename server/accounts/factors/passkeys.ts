import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { listPasskeys, noteFactorUse, updateFactor } from "#db/queries/factors.ts";
import type { Tx } from "#db/store/store.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { logger } from "#server/platform/process/logger.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";
import { addFactor, type NewFactor } from "./add-factor.ts";
import type { Holder } from "./holder.ts";
import { endPending, keepPending } from "./pending.ts";
import { wrongFactor } from "./wrong-factor.ts";

/** Returns the options with which the browser makes a passkey. */
export async function offerPasskey(app: AccountsApp, { ref, account }: Holder) {
  const known = await app.store.read((db) => listPasskeys(db, account.id));
  const options = await generateRegistrationOptions({
    rpName: "Evenhand",
    rpID: relyingParty().id,
    userName: account.email,
    userDisplayName: account.displayName,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
  await keepPending(app, ref, "add-passkey", options.challenge);
  return options;
}

/**
 * Adds a passkey.
 * @throws DomainError "wrong-credentials" if it answers another challenge, or was made for another site
 */
export async function addPasskey(
  app: AccountsApp,
  holder: Holder,
  { response, name }: { response: RegistrationResponseJSON; name: string },
): Promise<NewFactor> {
  const challenge = await endPending(app, holder.ref, "add-passkey");
  const { id, origin } = relyingParty();
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    // The password was correct already, so proof of a person's presence is enough.
    requireUserVerification: false,
  }).catch(logRefused);
  if (checked?.registrationInfo === undefined) throw wrongFactor();
  const { credential } = checked.registrationInfo;
  const row = { credentialId: credential.id, publicKey: credential.publicKey, counter: credential.counter };
  return addFactor(app, holder, { kind: "passkey", name, ...row });
}

/** Returns the options with which the browser asks for one of the account's passkeys. */
export async function askForPasskey(app: AccountsApp, { ref, account }: Holder) {
  const passkeys = await app.store.read((db) => listPasskeys(db, account.id));
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    allowCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    userVerification: "preferred",
  });
  await keepPending(app, ref, "give-passkey", options.challenge);
  return options;
}

/**
 * Checks the response of a passkey. Each challenge can be answered once.
 *
 * @returns a function to call in the transaction that acts on it; undefined if the response is wrong
 */
export async function readPasskey(
  app: AccountsApp,
  { ref, account }: Holder,
  response: AuthenticationResponseJSON,
): Promise<((tx: Tx) => Promise<boolean>) | undefined> {
  const challenge = await endPending(app, ref, "give-passkey");
  const passkeys = await app.store.read((db) => listPasskeys(db, account.id));
  const passkey = passkeys.find(({ credentialId }) => credentialId === response.id);
  if (passkey === undefined) return undefined;
  const { id, credentialId, publicKey, counter } = passkey;
  const place = relyingParty();
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.id,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: false,
  }).catch(logRefused);
  if (!checked?.verified) return undefined;
  const { newCounter } = checked.authenticationInfo;
  return async (tx) => {
    const at = app.now();
    if (newCounter > 0) return noteFactorUse(tx, { id, counter: newCounter, at });
    // Passkeys that are synchronised between devices have no counter. One that was above 0 has been refused above.
    await updateFactor(tx, { id }, { lastUsedAt: at });
    return true;
  };
}

/** Logs why a passkey's response is refused, which the user does not learn. */
function logRefused(error: unknown): undefined {
  logger().debug({ err: error }, "passkey refused");
}

/** Returns the site that passkeys are bound to: the server's public address. */
function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicAddress());
  return { id: hostname, origin };
}
