import { alignDecimals, parseNumber } from "#server/learner/numeric/decimal.ts";
import { drawnRange } from "./drawn-range.ts";
import type { GroupedRound } from "./grouped-rounds.ts";
import { type Member, type MemberGroup, membersByGroup } from "./members.ts";
import { outcomeRate } from "./outcome-rate.ts";
import { type Reported, reportedPeople } from "./reported-people.ts";
import { withheldGroups } from "./withheld.ts";

/** The usual number of people below which a group is withheld. */
export const usualLeast = 5;

/**
 * Computes the figures of a study's groups from its closed rounds: by column, and by each crossing of two columns.
 *
 * @param input.columns names of the group columns
 * @param input.least groups with fewer people are withheld, and others from which they would follow by subtraction
 */
export function groupFigures({
  columns,
  rounds,
  least,
}: {
  readonly columns: readonly string[];
  readonly rounds: readonly GroupedRound[];
  readonly least: number;
}) {
  const people = rounds.flatMap((round) => round.people);
  const members = membersOf(rounds);
  const groupings = withheldIn(groupingsOf(columns.length), members, least);
  const reported = reportedPeople(
    rounds,
    groupings.map(({ groups }) => ({ groupCount: groups.length, groupAt: groupFinder(groups) })),
  );
  return {
    /** `least`: groups with fewer people are withheld; `personCount`: people of closed rounds, each once. */
    ...{ columns, least, roundCount: rounds.length, personCount: people.length },
    /** Erased people have no group any more. */
    erasedCount: people.length - members.length,
    /** Reported pairs, also those that a later panel annulled. */
    reportedCount: rounds.reduce((sum, round) => sum + round.reported.length, 0),
    /** Each column, then each crossing of two. */
    groupings: groupings.map(({ places, groups, withheldCount }, index) => ({
      columns: places.map((place) => columns[place] ?? ""),
      /** Shown groups, by their cells. Groups without people are not listed. */
      groups: rowsOf(groups, rounds, reported[index] ?? []),
      withheldCount,
    })),
  };
}

export type GroupFigures = ReturnType<typeof groupFigures>;
export type Grouping = GroupFigures["groupings"][number];
export type GroupRow = Grouping["groups"][number];
export type ImpactRatio = GroupRow["expected"]["impact"];

/** Returns all members of groups, with their chances as integers on one scale. */
function membersOf(rounds: readonly GroupedRound[]): Member[] {
  const chances = rounds.flatMap(({ people }) => people.map(({ chance }) => chance));
  const [one, ...exact] = alignDecimals(["1", ...chances]);
  let place = 0;
  return rounds.flatMap(({ people }, round) =>
    people.flatMap(({ cells, ...person }, position): Member[] => {
      const share = { part: exact[place] ?? 0n, of: one };
      place += 1;
      return cells === null ? [] : [{ ...person, cells, round, position, share }];
    }),
  );
}

/** Returns the places of the columns of each grouping: each column, then each two. */
function groupingsOf(columnCount: number): number[][] {
  const places = Array.from({ length: columnCount }, (_, place) => place);
  const crossings = places.flatMap((first) => places.slice(first + 1).map((second) => [first, second]));
  return [...places.map((place) => [place]), ...crossings];
}

type ShownGrouping = {
  readonly places: readonly number[];
  readonly groups: readonly MemberGroup[];
  /** How many groups with people are withheld; null if all are. */
  readonly withheldCount: number | null;
};

/** Withholds groups: of a crossing also each whose row or column is withheld, or they would add up to it. */
function withheldIn(
  groupings: readonly number[][],
  members: readonly Member[],
  least: number,
): ShownGrouping[] {
  const shownCells = new Map<number, ReadonlySet<string | null>>();
  return groupings.map((places) => {
    const groups = membersByGroup(members, places);
    const isShown = (column: number, cell: string | null) => shownCells.get(column)?.has(cell) === true;
    const totalsOf = ({ cells }: MemberGroup): [string, string] => {
      if (places.length === 1) return ["all", "withheld"];
      const [first, second] = places.map((column, index) =>
        isShown(column, cells[index] ?? null) ? JSON.stringify([index, cells[index]]) : `withheld ${index}`,
      );
      return [first ?? "", second ?? ""];
    };
    const withheld = withheldGroups(
      groups.map((group) => ({ people: group.members.length, totals: totalsOf(group) })),
      least,
      (place) =>
        places.length > 1 &&
        places.some((column, index) => !isShown(column, groups[place]?.cells[index] ?? null)),
    );
    const shown = groups.filter((_, place) => withheld?.[place] === false);
    const [column] = places;
    if (places.length === 1 && column !== undefined) {
      shownCells.set(column, new Set(shown.map(({ cells }) => cells[0] ?? null)));
    }
    const isEmpty = shown.length === 0 && groups.length > 0;
    return { places, groups: shown, withheldCount: isEmpty ? null : groups.length - shown.length };
  });
}

function groupFinder(groups: readonly MemberGroup[]) {
  const places = new Map(
    groups.flatMap(({ members }, group) =>
      members.map(({ round, position }) => [`${round}/${position}`, group] as const),
    ),
  );
  return (round: number, position: number) => places.get(`${round}/${position}`) ?? null;
}

function rowsOf(
  groups: readonly MemberGroup[],
  rounds: readonly GroupedRound[],
  reported: readonly Reported[],
) {
  const expected = impactRatios(groups.map(({ members }) => meanShare(members)));
  const selected = groups.map(({ members }) => members.filter(({ isSelected }) => isSelected).length);
  const drawn = impactRatios(
    groups.map(({ members }, group) => ({ part: BigInt(selected[group] ?? 0), of: BigInt(members.length) })),
  );
  const hasDraws = rounds.every(({ draw }) => draw !== null);
  return groups.flatMap(({ cells, members }, group) => {
    const [chance, counted, pairs] = [expected[group], drawn[group], reported[group]];
    if (chance === undefined || counted === undefined || pairs === undefined) return [];
    const range = hasDraws ? drawnRange(inRounds(members, rounds)) : null;
    return {
      /** One for each column of the grouping; null where the cell was empty. */
      cells,
      people: members.length,
      /** Mean chance: the expected selection rate, exact from the logged chances. */
      expected: chance,
      /** The draws' result, with the range of the rate that 95 of 100 draws with these chances stay in; null in an audit. */
      drawn: range && {
        ...{ selected: selected[group] ?? 0, ...counted },
        range: { low: range.low / members.length, high: range.high / members.length },
      },
      /** null without a known outcome. */
      outcomes: outcomeRate(withTogether(members, rounds)),
      reported: pairs,
    };
  });
}

/** A share as a fraction of integers. */
type Fraction = { readonly part: bigint; readonly of: bigint };

function meanShare(members: readonly Member[]): Fraction {
  const part = members.reduce((sum, { share }) => sum + share.part, 0n);
  return { part, of: (members[0]?.share.of ?? 1n) * BigInt(members.length) };
}

/** Returns each rate as a number, and divided by the highest one, null if that is 0; compared exactly. */
function impactRatios(rates: readonly Fraction[]) {
  const highest = rates.reduce((best, rate) => (rate.part * best.of > best.part * rate.of ? rate : best), {
    part: 0n,
    of: 1n,
  });
  return rates.map(({ part, of }) => {
    const [mine, best] = [part * highest.of, highest.part * of];
    return {
      rate: quotient(part, of),
      impact: best === 0n ? null : { ratio: quotient(mine, best), isBelowFourFifths: 5n * mine < 4n * best },
    };
  });
}

const digits = 10n ** 20n;

/** Divides integers that doubles may not hold. */
function quotient(part: bigint, of: bigint): number {
  return Number((part * digits) / of) / Number(digits);
}

function inRounds(members: readonly Member[], rounds: readonly GroupedRound[]) {
  return [...Map.groupBy(members, ({ round }) => round)].map(([round, own]) => ({
    chances: (rounds[round]?.people ?? []).map(({ chance }) => parseNumber(chance)),
    members: own.map(({ position }) => position),
    order: rounds[round]?.draw?.order ?? null,
  }));
}

function withTogether(members: readonly Member[], rounds: readonly GroupedRound[]) {
  const counts = Map.groupBy(members, ({ round }) => round);
  return members.map(({ chance, isSelected, outcome, round }) => ({
    chance: parseNumber(chance),
    isSelected,
    outcome,
    together: rounds[round]?.draw?.order ? 1 : (counts.get(round)?.length ?? 1),
  }));
}
