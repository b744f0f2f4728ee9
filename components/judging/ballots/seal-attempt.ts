import { type Items, parseItem } from "#components/ui/browser-storage.ts";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import type { BallotContent, SignedBallot } from "#server/audit-log/sealing.ts";
import { type Place, placeKey } from "./verdicts-on-device.ts";

/** A ballot that is being submitted to the log. Every retry sends the same bytes, so it is the same ballot. */
export type SealAttempt = SignedBallot & { readonly idempotencyKey: string };

/**
 * Returns the attempt to seal exactly these verdicts and votes: an earlier one that was never acknowledged, or a new one. The
 * attempt is stored before it is sent, so that closing the page meanwhile does not create a second ballot.
 *
 * @param make signs a new ballot
 */
export async function beginSeal(
  place: Place,
  content: BallotContent,
  items: Items,
  make: () => Promise<SignedBallot>,
): Promise<SealAttempt> {
  const begun = readAttempt(items.getItem(itemKey(place)));
  if (begun !== undefined && textOf(begun) === textOf(content)) {
    const { votes: _, ...rest } = begun;
    return { ...rest, ...content };
  }
  const attempt = { ...(await make()), idempotencyKey: crypto.randomUUID(), ...content };
  items.setItem(itemKey(place), JSON.stringify(attempt));
  return attempt;
}

/** Removes the attempt after the server acknowledged it, or refused it for good. */
export function endSeal(place: Place, items: Items): void {
  items.removeItem(itemKey(place));
}

function textOf({ verdicts, votes }: Unvalidated): string {
  return JSON.stringify([verdicts, votes ?? null]);
}

function itemKey(place: Place): string {
  return `evenhand/seal/${placeKey(place)}`;
}

type Unvalidated = { readonly verdicts?: unknown; readonly votes?: unknown };

/** An attempt as stored. Its content is validated later, by comparing it with what is to be sealed. */
type KeptAttempt = Omit<SealAttempt, "verdicts" | "votes"> & Unvalidated;

function readAttempt(text: string | null): KeptAttempt | undefined {
  const attempt = parseItem(text);
  return isAttempt(attempt) ? attempt : undefined;
}

const texts = ["idempotencyKey", "salt", "nonce", "shown", "commitment", "key", "signature"] as const;

function isAttempt(value: unknown): value is KeptAttempt {
  if (typeof value !== "object" || value === null) return false;
  const members: Readonly<Record<string, unknown>> = { ...value };
  const areTexts = texts.every((name) => typeof members[name] === "string");
  const isNonce = areTexts && hex64Pattern.test(String(members.nonce));
  return isNonce && Number.isInteger(members.version);
}
