import type { OutcomeValue } from "#server/learner/interface/learner.ts";
import { LatestOutcomes } from "./latest-outcomes.ts";
import { RoundsInPlay, standingAt } from "./rounds-in-play.ts";
import type { TableSource } from "./table.ts";

/** What the draw of a closed round decided about one person, and what is known of it. */
export type Decided = {
  readonly seq: number;
  readonly round: number;
  readonly position: number;
  readonly person: string;
  /** The published chance, a decimal as logged. */
  readonly chance: string;
  readonly isSelected: boolean;
  /** `pending`: selected and not recorded yet; `not_selected`: nobody will ever know. */
  readonly outcome: OutcomeValue | "pending" | "not_selected";
  readonly outcomeSeq: number | null;
};

/**
 * Every decision of every closed round that drew, in the order of the log.
 *
 * Memory beside one round: one number an outcome.
 */
export async function* decidedIn(source: TableSource): AsyncGenerator<Decided> {
  const outcomes = await LatestOutcomes.read(source);
  const open = new RoundsInPlay();
  for await (const entry of source.entries(["round.opened", "round.closed", "round.cancelled"])) {
    if (entry.type === "round.opened") {
      open.open(entry);
      continue;
    }
    const { round } = entry.body;
    const opening = open.end(round);
    if (entry.type === "round.cancelled") continue;
    for (const [position, decision] of (entry.body.draw?.decisions ?? []).entries()) {
      const { person, chance } = standingAt(opening, position);
      const known = outcomes.at(round, position);
      const isSelected = decision === 1;
      yield {
        ...{ seq: entry.seq, round, position, person, chance, isSelected },
        outcome: known?.value ?? (isSelected ? "pending" : "not_selected"),
        outcomeSeq: known?.seq ?? null,
      };
    }
  }
}
