import { createPrivateKey, createPublicKey } from "node:crypto";
import { orderVerdicts } from "#server/audit-log/ballots.ts";
import type { BallotContent, DeviceKey } from "#server/audit-log/sealing.ts";
import { panelBrowser } from "#server/cli/demo/panel-browser.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { type SealInput, sealBallot } from "#server/rounds/judging/seal-ballot.ts";
import { fixedBytes } from "./app.ts";

/** The browsers of all simulated auditors: each seat has a separate key, the same one in every process and run. */
const browser = panelBrowser((studyId, seat) => fixedKey("seat key", studyId, seat));

const keys = new Map<string, Promise<DeviceKey>>();

/** Returns an Ed25519 key that is always the same for the same words; made once per process. */
export function fixedKey(...words: string[]): Promise<DeviceKey> {
  const bytes = fixedBytes(...words);
  const key = keys.get(bytes) ?? makeKey(bytes);
  keys.set(bytes, key);
  return key;
}

async function makeKey(bytes: string): Promise<DeviceKey> {
  // In the encoding of RFC 8410.
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${bytes}`, "hex");
  const publicKey = createPublicKey(createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" }));
  const spki = publicKey.export({ format: "der", type: "spki" });
  const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  return { key: spki.subarray(-32).toString("hex"), privateKey };
}

export const keyOfSeat = browser.keyOf;

type Given = BallotContent & { readonly idempotencyKey: string; readonly nonce?: string };

/** Makes a browser's HTTP request to seal, from the round data that it received. */
export function ballotOf(studyId: string, judging: Judging, given: Given) {
  return browser.ballot(studyId, judging, withBytes(given));
}

/** Earlier requests by idempotency key: a retry sends the same bytes. */
const sent = new WeakMap<App, Map<string, SealInput>>();

/** Seals like this auditor's browser: reads the round, signs, sends; a retry sends the same ballot. */
export async function sealFrom(
  app: App,
  where: { studyId: string; round: number; accountId: string },
  given: Given,
) {
  const known = sent.get(app) ?? new Map<string, SealInput>();
  sent.set(app, known);
  const place = [where.studyId, where.round, where.accountId, given.idempotencyKey].join("/");
  const before = known.get(place);
  const same = before !== undefined && textOf(before) === textOf(given);
  const input = same ? before : await browser.prepare(app, where, withBytes(given));
  known.set(place, known.get(place) ?? input);
  return sealBallot(app, input);
}

function withBytes({ nonce, ...given }: Given) {
  const words = [given.idempotencyKey, JSON.stringify(given.verdicts), ...(given.votes ?? []).map(String)];
  return { ...given, salt: fixedBytes("salt", ...words), nonce: nonce ?? fixedBytes("nonce", ...words) };
}

function textOf({ verdicts, votes }: BallotContent): string {
  return JSON.stringify([orderVerdicts(verdicts), votes ?? null]);
}
