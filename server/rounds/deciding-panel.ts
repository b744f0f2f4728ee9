import { listRoundSeats } from "#db/queries/round-seats.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import type { RoundDecision } from "#server/audit-log/decision-rule.ts";
import { decisionOfRound } from "#server/audit-log/stored-decision.ts";

/** How the panel of a round decides. */
export type DecidingPanel = RoundDecision & {
  readonly seatCount: number;
  /** The seats by place, where the rule depends on who flags; otherwise none. */
  readonly seats: readonly string[];
};

export async function readDecidingPanel(
  db: Reader,
  studyId: string,
  round: Pick<RoundRow, "number" | "seatCount" | "neededFlags" | "decisionRule">,
): Promise<DecidingPanel> {
  const decision = decisionOfRound(round);
  const panel = decision.rule === null ? [] : await listRoundSeats(db, studyId, round.number);
  return { ...decision, seatCount: round.seatCount, seats: panel.map(({ seatId }) => seatId) };
}
