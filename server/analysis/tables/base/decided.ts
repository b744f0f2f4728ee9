import type { OverrideReason } from "#server/audit-log/overrides.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { LatestOutcomes } from "./latest-outcomes.ts";
import { personInRound, RoundsInPlay } from "./rounds-in-play.ts";
import type { TableSource } from "./table.ts";

/** The decision of a closed round's draw about one person, and the known outcome. */
export type Decided = {
  readonly seq: number;
  readonly round: number;
  readonly position: number;
  readonly person: string;
  /** The published chance, a decimal as logged. */
  readonly chance: string;
  readonly isSelected: boolean;
  /** `pending`: selected and not recorded yet; `not_selected`: the outcome can never be known. */
  readonly outcome: OutcomeValue | "pending" | "not_selected";
  readonly outcomeSeq: number | null;
  /** null: the draw's decision holds. */
  readonly override: { readonly seq: number; readonly reason: OverrideReason } | null;
};

/**
 * Yields every decision of every closed round with a draw, in log order.
 *
 * Memory: one round, one number for each outcome, and a few words for each override.
 */
export async function* decidedIn(source: TableSource): AsyncGenerator<Decided> {
  const outcomes = await LatestOutcomes.read(source);
  const overrides = new Map<string, Decided["override"]>();
  for await (const { seq, body } of source.entries(["decision.overridden"])) {
    overrides.set(`${body.round}/${body.position}`, { seq, reason: body.reason });
  }
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
      const { person, chance } = personInRound(opening, position);
      const known = outcomes.at(round, position);
      const isSelected = decision === 1;
      yield {
        ...{ seq: entry.seq, round, position, person, chance, isSelected },
        outcome: known?.value ?? (isSelected ? "pending" : "not_selected"),
        outcomeSeq: known?.seq ?? null,
        override: overrides.get(`${round}/${position}`) ?? null,
      };
    }
  }
}
