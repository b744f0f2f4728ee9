/**
 * How intervals are computed; shown next to every interval, so that a reader with the same settings gets the same ends.
 */
export const bootstrap = { resamples: 1_000, seed: 20_111, leastRounds: 5 } as const;
