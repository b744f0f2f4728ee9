import { hex64Pattern } from "#server/log/hex.ts";
import type { Verdict } from "#server/log/verdicts.ts";
import type { Items } from "./device.ts";
import { type Place, placeKey } from "./verdict-storage.ts";

/** A ballot on its way into the log. The same key and nonce on every retry make it the same ballot. */
export type SealAttempt = {
  readonly idempotencyKey: string;
  /** 32 random bytes as hex: the auditor's own part in the draw. */
  readonly nonce: string;
  readonly verdicts: readonly Verdict[];
};

/**
 * The attempt to seal exactly these verdicts: the one that was begun and never acknowledged, or a new one. It is kept
 * before it is sent, so that closing the page in between does not make a second ballot of it.
 */
export function beginSeal(
  place: Place,
  verdicts: readonly Verdict[],
  items: Items,
  random: (count: number) => Uint8Array = randomBytes,
): SealAttempt {
  const begun = readAttempt(items.getItem(itemKey(place)));
  if (begun !== undefined && JSON.stringify(begun.verdicts) === JSON.stringify(verdicts)) return begun;
  const attempt = { idempotencyKey: hex(random(16)), nonce: hex(random(32)), verdicts };
  items.setItem(itemKey(place), JSON.stringify(attempt));
  return attempt;
}

/** The server acknowledged it. */
export function endSeal(place: Place, items: Items): void {
  items.removeItem(itemKey(place));
}

function itemKey(place: Place): string {
  return `evenhand/seal/${placeKey(place)}`;
}

function readAttempt(text: string | null): SealAttempt | undefined {
  if (text === null) return undefined;
  try {
    const attempt = JSON.parse(text) as Partial<SealAttempt>;
    const isWhole = typeof attempt.idempotencyKey === "string" && hex64Pattern.test(String(attempt.nonce));
    return isWhole && Array.isArray(attempt.verdicts) ? (attempt as SealAttempt) : undefined;
  } catch {
    // Damaged by hand: as if there had been none.
    return undefined;
  }
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
