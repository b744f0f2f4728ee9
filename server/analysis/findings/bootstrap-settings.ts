/** How an interval is drawn, said wherever it stands: anybody who takes the same gets the same. */
export const bootstrap = { resamples: 1_000, seed: 20_111, leastRounds: 5 } as const;
