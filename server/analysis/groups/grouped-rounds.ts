import type { Entry } from "#server/audit-log/entries.ts";
import { LatestOutcomes } from "../tables/base/latest-outcomes.ts";
import { RoundsInPlay } from "../tables/base/rounds-in-play.ts";
import type { TableSource } from "../tables/base/table.ts";

/** A person of a closed round, with the cells of the columns that are groups for reporting. */
export type GroupedPerson = {
  /** The logged decimal. */
  readonly chance: string;
  readonly isSelected: boolean;
  /** null while it is unknown, and when it stays unknown. */
  readonly outcome: "yes" | "no" | null;
  /** One for each group column, null where empty; null as a whole if the person was erased. */
  readonly cells: readonly (string | null)[] | null;
};

/** A closed round as group figures need it. */
export type GroupedRound = {
  readonly people: readonly GroupedPerson[];
  /** The order of an even draw; null where one rule decided for all people. Null as a whole in an audit, without draws. */
  readonly draw: { readonly order: readonly number[] | null } | null;
  /** Reported pairs by position, `[high, low]`, also those that a later panel annulled. */
  readonly reported: readonly (readonly [number, number])[];
};

/**
 * Reads the closed rounds of a record with the groups of their people.
 *
 * Memory: all people of closed rounds.
 */
export async function readGroupedRounds(source: TableSource): Promise<GroupedRound[]> {
  const cellsOf = new Map<string, GroupedPerson["cells"]>();
  for await (const { person, groups } of source.people()) cellsOf.set(person, groups);
  const outcomes = await LatestOutcomes.read(source);
  const open = new RoundsInPlay();
  const rounds: GroupedRound[] = [];
  for await (const entry of source.entries(["round.opened", "round.closed", "round.cancelled"])) {
    if (entry.type === "round.opened") {
      open.open(entry);
      continue;
    }
    const opening = open.end(entry.body.round);
    if (entry.type === "round.closed") rounds.push(groupedRound(entry, opening, { cellsOf, outcomes }));
  }
  return rounds;
}

function groupedRound(
  { body: { round, draw, violations } }: Entry<"round.closed">,
  { body: { people } }: Entry<"round.opened">,
  {
    cellsOf,
    outcomes,
  }: { readonly cellsOf: ReadonlyMap<string, GroupedPerson["cells"]>; readonly outcomes: LatestOutcomes },
): GroupedRound {
  return {
    people: people.map(({ person, chance }, position) => {
      const outcome = outcomes.at(round, position)?.value ?? null;
      return {
        chance,
        isSelected: draw?.decisions[position] === 1,
        outcome: outcome === "lost" ? null : outcome,
        cells: cellsOf.get(person) ?? null,
      };
    }),
    draw: draw === undefined ? null : { order: "order" in draw ? draw.order : null },
    reported: violations.map(({ high, low }) => [high, low] as const),
  };
}
