/** How a pair came onto the docket: by rank or by random draw. */
export const docketWays = ["ranked", "random"] as const;

/** A pair of the docket, as `round.opened` holds it. */
export type DocketPair = [high: number, low: number, way: (typeof docketWays)[number]];
