import { bitText } from "./answers.ts";
import { checkHypothesis, checkPoint, type Separator } from "./class.ts";

/**
 * Constructs contexts for a class without a small separator of its own. On context j, rule h answers bit j of its
 * catalogue number. Two numbers differ in some bit, so two rules differ on some context [derived, see {@link
 * Separator}].
 *
 *   s = ⌈log2 N⌉
 *
 * @param size N >= 2
 * Source: NOTATION row "separator" [derived].
 */
export function codeSeparator(size: number): Separator {
  const bitCount = codeLength(size);
  return {
    size: bitCount,
    at(hypothesis, point) {
      checkHypothesis(hypothesis, size);
      checkPoint(point, bitCount);
      return ((hypothesis >> point) & 1) === 1 ? 1 : 0;
    },
    point(point) {
      checkPoint(point, bitCount);
      return bitText(1 << point, bitCount);
    },
  };
}

/** ⌈log2 N⌉, in integers. */
export function codeLength(size: number): number {
  let bits = 0;
  while (2 ** bits < size) bits += 1;
  return bits;
}
