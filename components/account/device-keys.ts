import { createStore, get, set } from "idb-keyval";
import * as t from "#messages/deviceKeys.ts";
import { type DeviceKey, makeDeviceKey } from "#server/audit-log/sealing.ts";

/** Error for a browser that cannot sign. The message says why and what to do. */
export class CannotSign extends Error {
  override readonly name = "CannotSign";
}

const keys = () => createStore("evenhand-keys", "by-public-key");

/**
 * Creates a key for this device and stores it before it is sent anywhere. Its private half cannot be exported, only
 * used here.
 *
 * @throws CannotSign
 */
export async function newDeviceKey(): Promise<DeviceKey> {
  requireSecureContext();
  const made = await makeDeviceKey().catch(() => {
    throw new CannotSign(t.browserTooOld());
  });
  await set(made.key, made.privateKey, keys()).catch(throwStorageError);
  return made;
}

/** Finds the first of these keys that this device has. @throws CannotSign */
export async function findDeviceKey(known: readonly string[]): Promise<DeviceKey | undefined> {
  requireSecureContext();
  for (const key of known) {
    const privateKey = await get<CryptoKey>(key, keys()).catch(throwStorageError);
    if (privateKey !== undefined) return { key, privateKey };
  }
  return undefined;
}

/**
 * Creates a key when a link is accepted. Returns undefined if this browser cannot; the error is shown later, when
 * there is a ballot to seal.
 */
export async function keyForLink(): Promise<string | undefined> {
  try {
    return (await newDeviceKey()).key;
  } catch (error) {
    if (error instanceof CannotSign) return undefined;
    throw error;
  }
}

/** Throws unless the page is a secure context. Browsers sign nothing over plain http, except on localhost. */
function requireSecureContext(): void {
  if (isSecureContext) return;
  throw new CannotSign(t.needsHttps());
}

function throwStorageError(): never {
  throw new CannotSign(t.needsStorage());
}
