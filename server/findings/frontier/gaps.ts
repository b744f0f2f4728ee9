import { gapExceeds } from "#server/learner/numbers/decimal.ts";

/**
 * Further from alpha than this a difference of two doubles tells what the decimals say: reading a chance and alpha is off by
 * at most 2^-54 each and subtracting by 2^-53, together less than 4e-16.
 */
const safely = 1e-12;

/**
 * Whether π(high) - π(low) > α, exactly: by doubles where they can tell, by the decimals where they cannot.
 *
 * @param chances decimals in [0, 1], and the doubles nearest to them
 */
export function isBeyond(
  { texts, values }: { readonly texts: readonly string[]; readonly values: readonly number[] },
  [high, low]: readonly [number, number],
  alpha: { readonly text: string; readonly value: number },
): boolean {
  const excess = (values[high] as number) - (values[low] as number) - alpha.value;
  if (Math.abs(excess) > safely) return excess > 0;
  return gapExceeds(texts[high] as string, texts[low] as string, alpha.text);
}
