/** 97.5 % quantiles of Student's t, degrees 1 to 30; from any table. */
const table = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/**
 * Returns the 97.5 % quantile of Student's t, which limits a two-sided interval of 95 %. Beyond the table it is 1.96 +
 * 2.45/degrees, which is within 0.001.
 *
 * @param degrees whole, 1 or more
 */
export function studentQuantile(degrees: number): number {
  return table[degrees - 1] ?? 1.96 + 2.45 / degrees;
}
