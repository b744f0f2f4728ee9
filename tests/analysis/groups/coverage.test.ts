import { expect, it } from "vitest";
import type { GroupedPerson, GroupedRound } from "#server/analysis/groups/grouped-rounds.ts";
import { groupFigures } from "#server/analysis/groups/groups.ts";
import { openRandom, type Random, withRandom } from "#server/learner/numeric/randomness.ts";
import { evenDraw } from "#server/learner/policy/even-draw.ts";

/**
 * Simulated studies of 8 rounds of 10 people whose chances depend on earlier draws, with two groups. The true value
 * must lie in its range in at least 95 of 100 studies. Of 2,000, a share of exactly 95 % is below 94 % by chance once in 40.
 */
const studyCount = 2_000;
const roundCount = 8;
const size = 10;

type Study = { readonly rounds: GroupedRound[]; readonly yes: ReadonlyMap<GroupedPerson, boolean> };

function simulate(random: Random, draw: "even" | "one rule"): Study {
  const yes = new Map<GroupedPerson, boolean>();
  let selectedBefore = 0.5;
  const rounds = Array.from({ length: roundCount }, (_, round): GroupedRound => {
    const made = Array.from({ length: size }, () => {
      const isInA = random.uniform() < 0.4;
      const chance = (0.1 + 0.8 * random.uniform()) * (0.5 + selectedBefore / 2);
      return { isInA, chance: chance.toFixed(4), isYes: random.uniform() < (isInA ? 0.7 : 0.4) };
    });
    const chances = made.map(({ chance }) => chance);
    const order = shuffled([...made.keys()], random);
    const u = random.uniform();
    const decisions =
      draw === "even" ? evenDraw(chances, order, u) : chances.map((chance) => Number(u < Number(chance)));
    const people = made.map(({ isInA, chance, isYes }, position): GroupedPerson => {
      const isSelected = decisions[position] === 1;
      const isLost = random.uniform() < 0.1;
      const outcome = isSelected && !isLost ? (isYes ? "yes" : "no") : null;
      const person = { cells: [isInA ? "A" : "B"], chance, isSelected, outcome } as const;
      yes.set(person, isYes);
      return person;
    });
    selectedBefore = people.filter(({ isSelected }) => isSelected).length / size;
    const reported = round % 2 === 0 ? [[random.below(5), 5 + random.below(5)] as const] : [];
    return { people, draw: { order: draw === "even" ? order : null }, reported };
  });
  return { rounds, yes };
}

function shuffled(items: number[], random: Random): number[] {
  for (let place = items.length - 1; place > 0; place -= 1) {
    const other = random.below(place + 1);
    [items[place], items[other]] = [items[other] ?? 0, items[place] ?? 0];
  }
  return items;
}

it.each(["even", "one rule"] as const)(
  "ranges contain the true value in at least 95 of 100 studies: %s",
  (draw) => {
    const inside = { realised: 0, outcomes: 0, higher: 0, lower: 0 };
    let width = 0;
    withRandom(openRandom(36, "world"), (random) => {
      for (let study = 0; study < studyCount; study += 1) {
        const { rounds, yes } = simulate(random, draw);
        const row = groupFigures({ columns: ["group"], rounds, least: 1 }).groupings[0]?.groups[0];
        if (row?.drawn == null) throw new Error("a study without a draw");
        const members = rounds.flatMap(({ people }) => people).filter(({ cells }) => cells?.[0] === "A");
        const share = members.filter((person) => yes.get(person)).length / members.length;
        const has = ({ low, high }: { low: number; high: number }, value: number) =>
          Number(low - 1e-9 <= value && value <= high + 1e-9);
        inside.realised += has(row.drawn.range, row.drawn.rate);
        // Without a known outcome nothing is stated.
        inside.outcomes += row.outcomes === null ? 1 : has(row.outcomes.range, share);
        if (row.outcomes)
          expect(has(row.outcomes.range, row.outcomes.rate), "the estimate is in its interval").toBe(1);
        inside.higher += has(row.reported.higher.range, row.reported.higher.count);
        inside.lower += has(row.reported.lower.range, row.reported.lower.count);
        width += (row.drawn.range.high - row.drawn.range.low) / studyCount;
      }
    });
    console.info(`${draw}, of ${studyCount}:`, inside, `mean width of the realised rate ${width.toFixed(2)}`);
    for (const count of Object.values(inside)) expect(count).toBeGreaterThanOrEqual(0.94 * studyCount);
  },
);
