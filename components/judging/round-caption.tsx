import type { ReactNode } from "react";
import { RoundStateTag } from "#components/rounds/round-state.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import type { AuditorRound } from "#server/rounds/judging/read-judging.ts";

/** Caption of every page about a round, as its auditors see it. */
export function RoundCaption({
  studyName,
  round,
  panel,
  children,
}: {
  studyName: string;
  round: AuditorRound;
  panel: { neededFlags: number; seatCount: number };
  /** Shows where the verdicts are stored. */
  children: ReactNode;
}) {
  return (
    <Caption label="The round in short">
      <CaptionBox label="Study">
        <span className="truncate">
          {studyName}, round {round.number}
        </span>
        <RoundStateTag state={round.state} />
      </CaptionBox>
      <CaptionBox label={round.closedAt === null ? "Closes" : "Ended"}>
        <span className="truncate">{endOf(round)}</span>
      </CaptionBox>
      <CaptionBox label="Needed flags" optional>
        {panel.neededFlags} of {panel.seatCount}
      </CaptionBox>
      <CaptionBox label="Your verdicts" ownRow>
        {children}
      </CaptionBox>
      <CaptionBox label="Your role" optional>
        Auditor
      </CaptionBox>
    </Caption>
  );
}

function endOf({ state, closedAt, deadlineAt }: AuditorRound): ReactNode {
  if (closedAt !== null) return <LocalTime at={closedAt} />;
  if (state === "closing") return "Being drawn";
  return deadlineAt === null ? "No deadline" : <LocalTime at={deadlineAt} relative />;
}
