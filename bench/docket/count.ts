import type { Random } from "#server/learner/simulation/randomness.ts";
import { docketOf } from "#server/log/docket.ts";
import type { DocketPair } from "#server/log/docket-ways.ts";
import { pairKey } from "#server/log/pairs.ts";
import { queueOrder } from "#server/log/queue-order.ts";
import { halfOfFields, onlyFields, type Pair, seatCount, types, type World } from "./worlds.ts";

export const docketSize = 24;
const neededFlags = 3;
/** How many of the pairs shown an auditor looks at. */
export const looks = [4, 8, 12, 16, 19, 24, 40, Number.POSITIVE_INFINITY] as const;

export const ways = ["today", "docket", "half of the fields", "wrong fields"] as const;
export type Way = (typeof ways)[number];

/** Rounds with a violation, by how many pairs an auditor looks at: in how many of them one is reported. */
export type Found = {
  rounds: number;
  readonly reported: number[];
  /** The violations of these rounds, and how many of them are reported. */
  pairs: number;
  readonly reportedPairs: number[];
};

/** One way of asking, for violations that at least so many would flag. */
export type Counts = Found & {
  /** The same where a violation is on the docket, for those that are. */
  readonly listed: Found;
};

export function emptyCounts(): Counts {
  const empty = () => ({
    rounds: 0,
    reported: looks.map(() => 0),
    pairs: 0,
    reportedPairs: looks.map(() => 0),
  });
  return { ...empty(), listed: empty() };
}

/** Plays a round in every way and counts it. `flaggers`: so many of the seats would flag a pair for it to be a violation. */
export function countRound(
  counts: Readonly<Record<Way, Counts>>,
  world: World,
  { flaggers, random }: { flaggers: number; random: Random },
): void {
  const { pairs, flags, noiseSeed, cells, otherCells } = world;
  const seats = Array.from({ length: seatCount }, (_, seat) => seat);
  const half = halfOfFields(random);
  const violations = pairs.filter((pair) => seats.filter((seat) => flags(seat, pair)).length >= flaggers);
  if (violations.length === 0) return;
  const orders = seats.map((seat) => queueOrder(pairs, noiseSeed, `s${seat + 1}`));
  const dockets: Record<Way, DocketPair[] | null> = {
    today: null,
    docket: listOf(world, cells, types),
    "half of the fields": listOf(
      world,
      onlyFields(cells, half),
      half.map((field) => types[field] ?? "text"),
    ),
    "wrong fields": listOf(world, otherCells, types),
  };
  for (const way of ways) {
    const docket = dockets[way];
    const listed = new Set(docket?.map(([high, low]) => pairKey(high, low)));
    const isListed = ([high, low]: Pair) => listed.has(pairKey(high, low));
    // as server/log/queue-order.ts has it, with each seat's order computed once for all ways
    const queues = orders.map((order) => [
      ...order.filter(isListed),
      ...order.filter((pair) => !isListed(pair)),
    ]);
    const places = queues.map((queue) => new Map(queue.map((pair, place) => [pairKey(...pair), place])));
    const needed = violations.map((pair) => looksNeeded(pair, { seats, flags, places }));
    add(counts[way], needed);
    add(
      counts[way].listed,
      needed.filter((_, index) => isListed(violations[index] as Pair)),
    );
  }
}

function listOf(
  { pairs, chances, noiseSeed }: World,
  cells: World["cells"],
  fields: typeof types,
): DocketPair[] {
  return docketOf({ pairs, chances, cells, types: fields, noiseSeed, size: docketSize });
}

/** How many pairs everybody has to look at until enough of those who would flag this one have seen it. */
function looksNeeded(
  pair: Pair,
  {
    seats,
    flags,
    places,
  }: { seats: number[]; flags: World["flags"]; places: readonly Map<number, number>[] },
): number {
  const seen = seats
    .filter((seat) => flags(seat, pair))
    .map((seat) => (places[seat]?.get(pairKey(...pair)) ?? 0) + 1)
    .sort((a, b) => a - b);
  return seen[neededFlags - 1] ?? Number.POSITIVE_INFINITY;
}

function add(found: Found, needed: readonly number[]): void {
  if (needed.length === 0) return;
  found.rounds += 1;
  found.pairs += needed.length;
  for (const [index, look] of looks.entries()) {
    const reported = needed.filter((least) => least <= look).length;
    found.reportedPairs[index] = (found.reportedPairs[index] ?? 0) + reported;
    if (reported > 0) found.reported[index] = (found.reported[index] ?? 0) + 1;
  }
}
