import { createStore, get, set } from "idb-keyval";
import { type DeviceKey, makeDeviceKey } from "#server/audit-log/sealing.ts";

/** Why this browser cannot sign, in a sentence that says what to do. */
export class CannotSign extends Error {
  override readonly name = "CannotSign";
}

const keys = () => createStore("evenhand-keys", "by-public-key");

/**
 * A new key of this device, kept before anybody hears of it. Its private half cannot be read, only used here.
 *
 * @throws CannotSign
 */
export async function newDeviceKey(): Promise<DeviceKey> {
  requireSecureContext();
  const made = await makeDeviceKey().catch(() => {
    throw new CannotSign(
      "This browser is too old to sign a ballot. Update it, or use Chrome, Edge, Firefox or Safari as they are today.",
    );
  });
  await set(made.key, made.privateKey, keys()).catch(refuseToKeep);
  return made;
}

/** The first of these keys that this device has. @throws CannotSign */
export async function findDeviceKey(known: readonly string[]): Promise<DeviceKey | undefined> {
  requireSecureContext();
  for (const key of known) {
    const privateKey = await get<CryptoKey>(key, keys()).catch(refuseToKeep);
    if (privateKey !== undefined) return { key, privateKey };
  }
  return undefined;
}

/** For taking a link: undefined where this browser makes no key, which is said when there is something to seal. */
export async function keyForLink(): Promise<string | undefined> {
  try {
    return (await newDeviceKey()).key;
  } catch (error) {
    if (error instanceof CannotSign) return undefined;
    throw error;
  }
}

/** Over plain http, elsewhere than on the server's own machine, browsers sign nothing. */
function requireSecureContext(): void {
  if (isSecureContext) return;
  throw new CannotSign(
    "This page came over plain http, and there a browser signs no ballot. Open it with https in the address; if that does not work, ask whoever runs this server for it.",
  );
}

function refuseToKeep(): never {
  throw new CannotSign(
    "This browser keeps nothing for this page, so the key of your seat would be lost. Allow it to keep site data, or leave the private window.",
  );
}
