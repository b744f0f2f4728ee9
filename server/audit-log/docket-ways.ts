/** How a pair came onto the docket. */
export const docketWays = ["ranked", "random"] as const;

/** A pair of the docket, as `round.opened` has it. */
export type DocketPair = [high: number, low: number, way: (typeof docketWays)[number]];
