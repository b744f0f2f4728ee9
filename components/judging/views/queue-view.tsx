import { PairTable } from "../pair/pair-table.tsx";
import { noPerson } from "../pair/rows.ts";
import type { Ballot } from "../state/use-ballot.ts";
import type { JudgingRoom } from "../state/use-judging.ts";

/** Props that every view of the pairs has. */
export type ViewProps = {
  room: JudgingRoom;
  ballot: Ballot;
  showsAll: boolean;
  onToggleAll: () => void;
};

/** Props of a view from which a pair opens in the queue. */
export type LeadingProps = ViewProps & { onOpen: () => void };

/** View of one pair at a time. While people come before their chances, the chances are hidden. */
export function QueueView({ room: { judging, pairs }, ballot, showsAll, onToggleAll }: ViewProps) {
  const pair = pairs[ballot.index];
  if (pair === undefined) return null;
  const isHidden = ballot.showChances !== undefined;
  // The lower number first, so that the order reveals nothing.
  const [high = noPerson, low = noPerson] = (isHidden ? pair.toSorted((a, b) => a - b) : pair).map(
    (position) => judging.people[position],
  );
  return (
    <PairTable
      high={high}
      low={low}
      fields={judging.fields}
      alpha={isHidden ? undefined : judging.alpha}
      showsAll={showsAll}
      onToggleAll={onToggleAll}
    />
  );
}
