import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/tolerances.ts";
import type { Board } from "#server/rounds/read-round-details.ts";
import { AskTolerances } from "./ask-tolerances.tsx";
import { ToleranceTable } from "./tolerance-table.tsx";

/** The question for tolerances of a round without pairs to judge: asked by a button, awaited, and answered. */
export function RoundTolerances({
  studyId,
  board,
  isOperator,
}: {
  studyId: string;
  board: Board;
  isOperator: boolean;
}) {
  const { round, result } = board;
  const { seatCount, neededFlags } = round;
  if (result?.tolerances && neededFlags !== null) {
    return (
      <Section title={t.tolerances()} note={t.note()}>
        <ToleranceTable
          caption={t.tolerances()}
          pairs={result.tolerances}
          panel={{ seatCount, neededFlags }}
        />
      </Section>
    );
  }
  if (round.state === "open" && round.toleranceCount !== null)
    return <Notice title={t.asked({ count: round.toleranceCount })}>{t.askedNote()}</Notice>;
  return isOperator && mayAsk(board) ? <AskTolerances studyId={studyId} round={round.number} /> : null;
}

/** Returns whether the panel of the round has nothing to do and can be asked for tolerances. */
function mayAsk({ round, panel, people }: Board): boolean {
  const isIdle = round.state === "open" && round.pairCount === 0 && round.closing !== "no-pairs";
  return isIdle && panel.every(({ sealedAt }) => sealedAt === null) && people.length > 1;
}
