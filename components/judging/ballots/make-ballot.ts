import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import { CannotSign, findDeviceKey, newDeviceKey } from "#components/account/device-keys.ts";
import type { useTRPCClient } from "#components/ui/api/provider.tsx";
import * as t from "#messages/deviceKeys.ts";
import { type BallotContent, roundToSeal, sealedBallot, vouchedKey } from "#server/audit-log/sealing.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import type { SeatKey } from "#server/rounds/judging/seat-keys.ts";

type Client = ReturnType<typeof useTRPCClient>;

/**
 * Creates and signs a ballot over what this page showed. A device without a key for the seat creates one first; only
 * the server can attribute such a key to this auditor.
 *
 * @throws CannotSign
 */
export async function makeBallot(client: Client, studyId: string, judging: Judging, content: BallotContent) {
  const key = (await findDeviceKey(provenFirst(judging))) ?? (await addDevice(client, studyId, judging.seat));
  const random = { salt: bytesToHex(randomBytes(32)), nonce: bytesToHex(randomBytes(32)) };
  return sealedBallot(roundToSeal(studyId, judging), content, random, key);
}

/** Finds the key in the record that this device has; null if there is none. @throws CannotSign */
export async function readDevice({ keys }: { keys: readonly SeatKey[] }) {
  const found = await findDeviceKey(provenFirst({ keys }));
  return keys.find(({ key }) => key === found?.key) ?? null;
}

/** Signs the key of another device, of the own or of another seat, with one that is in the record. @throws CannotSign */
export async function vouchFor(
  client: Client,
  { studyId, keys }: { studyId: string; keys: readonly SeatKey[] },
  { seat, key }: { seat: string; key: string },
): Promise<void> {
  const device = await findDeviceKey(provenFirst({ keys }));
  if (device === undefined) throw new CannotSign(t.noKey());
  const by = await vouchedKey({ study: studyId, seat, key }, device);
  await client.ballots.addKey.mutate({ studyId, seat, key, by });
}

function provenFirst({ keys }: { keys: readonly SeatKey[] }): string[] {
  return [...keys].sort((a, b) => Number(b.isProven) - Number(a.isProven)).map(({ key }) => key);
}

/**
 * Creates a key on this device and adds it to the seat, where another device or auditor can confirm it.
 *
 * @throws CannotSign
 */
export async function addDevice(client: Client, studyId: string, seat: string) {
  const made = await newDeviceKey();
  await client.ballots.addKey.mutate({ studyId, seat, key: made.key, by: null });
  return made;
}
