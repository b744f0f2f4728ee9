/**
 * What a docket finds beside today's order: `npm run bench -- docket [rounds]` (10000 for each number of people). Made-up people
 * with four numbers and two words each (bench/docket/worlds.ts), k = 6, 12, 20; five auditors, three flags report a pair;
 * either weigh all fields, each in an own way, or all one and the same number, which the ranking does not know;
 * everybody looks at the first q of what is shown: of a random order of their own of all pairs ("today"), or of the docket of
 * 24 in such an order and then of the rest. A violation is a pair that all five would flag, or at least three. The docket is
 * ranked by all fields, by a random half of them, or by cells that have nothing to do with anybody's. The seed is 14 for every
 * k, so that the rounds are the same in each way. Exits with 1 if, with q = 19 and violations that all five would flag and
 * that are on the docket, one is reported in fewer than nine rounds of ten.
 */

import { textTable } from "#server/cli/simulate/text-table.ts";
import { openRandom, withRandom } from "#server/learner/simulation/randomness.ts";
import {
  type Counts,
  countRound,
  docketSize,
  emptyCounts,
  type Found,
  looks,
  type Way,
} from "./docket/count.ts";
import { makeWorld, type Panel, panels, seatCount } from "./docket/worlds.ts";

const [rounds = 10_000] = process.argv.slice(2).map(Number);
const seed = 14;
const sizes = [6, 12, 20];
const demanded = { look: 19, share: 0.9 };

const kinds = [
  { name: "all five would flag", flaggers: seatCount },
  { name: "three of five would flag", flaggers: 3 },
] as const;

type Counted = { readonly byKind: readonly Record<Way, Counts>[]; readonly pairCount: number };

function count(k: number, panel: Panel): Counted {
  const byKind = kinds.map(() => ({
    today: emptyCounts(),
    docket: emptyCounts(),
    "half of the fields": emptyCounts(),
    "wrong fields": emptyCounts(),
  }));
  let pairCount = 0;
  withRandom(openRandom(seed, "world"), (random) => {
    for (let round = 0; round < rounds; round += 1) {
      const world = makeWorld(random, k, panel);
      pairCount += world.pairs.length;
      for (const [kind, { flaggers }] of kinds.entries()) {
        countRound(byKind[kind] as Record<Way, Counts>, world, { flaggers, random });
      }
    }
  });
  return { byKind, pairCount: pairCount / rounds };
}

const header = ["", "rounds", "pairs", ...looks.map((look) => (Number.isFinite(look) ? `q ${look}` : "all"))];

function print({ byKind }: Counted): void {
  for (const [kind, { name }] of kinds.entries()) {
    const counts = Object.entries(byKind[kind] as Record<Way, Counts>);
    const listed = counts.filter(([way]) => way !== "today");
    const rows = (of: (found: Found) => { counts: readonly number[]; total: number }) => [
      ...counts.map(([way, own]) => row(way, own, of)),
      ...listed.map(([way, own]) => row(`${way}, and on it`, own.listed, of)),
    ];
    console.log(`  ${name}: share of the rounds with such a pair in which one is reported`);
    console.log(
      textTable(
        header,
        rows(({ reported, rounds: total }) => ({ counts: reported, total })),
      ),
    );
    console.log(`  ${name}: share of such pairs that are reported`);
    console.log(
      textTable(
        header,
        rows(({ reportedPairs, pairs: total }) => ({ counts: reportedPairs, total })),
      ),
    );
  }
}

function row(
  words: string,
  found: Found,
  of: (found: Found) => { counts: readonly number[]; total: number },
): string[] {
  const { counts, total } = of(found);
  const shares = counts.map((count) => (total === 0 ? "" : (count / total).toFixed(3)));
  return [words, String(found.rounds), String(found.pairs), ...shares];
}

/** Binomial: at least three of five auditors who each see 19 of 24. */
const ceiling = [3, 4, 5].reduce((sum, seen) => {
  const p = demanded.look / docketSize;
  return sum + ([0, 0, 0, 10, 5, 1][seen] ?? 0) * p ** seen * (1 - p) ** (seatCount - seen);
}, 0);

console.log(
  `A single pair on a whole docket is reported with ${ceiling.toFixed(3)} at q = ${demanded.look}.\n`,
);
for (const panel of panels) {
  for (const k of sizes) {
    const counted = count(k, panel);
    const pairs = counted.pairCount.toFixed(1);
    console.log(`k = ${k}, ${panel}: ${rounds} rounds, ${pairs} pairs a round that can be judged\n`);
    print(counted);
    const listed = counted.byKind[0]?.docket.listed ?? emptyCounts().listed;
    const share = (listed.reported[looks.indexOf(demanded.look)] ?? 0) / listed.rounds;
    if (share >= demanded.share) continue;
    console.log(`k = ${k}: ${share.toFixed(3)} is less than the ${demanded.share} that is asked for.`);
    process.exitCode = 1;
  }
}
