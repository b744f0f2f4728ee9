import type { ReactNode } from "react";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { neededInWords } from "#components/ui/decision-words.ts";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/judging.ts";
import type { DecidingPanel } from "#server/rounds/deciding-panel.ts";
import type { AuditorRound } from "#server/rounds/judging/read-judging.ts";

/** Caption of every page about a round, as its auditors see it. */
export function RoundCaption({
  studyName,
  round,
  panel,
  tag,
  children,
}: {
  studyName: string;
  round: AuditorRound;
  panel: DecidingPanel;
  /** State of the round, where its pairs do not show it. */
  tag?: ReactNode;
  /** Shows where the verdicts are stored. */
  children: ReactNode;
}) {
  return (
    <Caption label={t.roundInShort()} oneLine>
      <CaptionBox label={common.study()}>
        <span className="truncate max-md:hidden">
          {t.studyAndRound({ study: studyName, round: round.number })}
        </span>
        <span className="truncate md:hidden">{t.round({ round: round.number })}</span>
        <span className="max-md:hidden">{tag}</span>
      </CaptionBox>
      <CaptionBox label={round.closedAt === null ? t.closes() : t.ended()}>
        <span className="max-md:whitespace-normal md:truncate max-md:[&_time>span]:hidden">
          {endOf(round)}
        </span>
      </CaptionBox>
      <CaptionBox label={t.neededFlags()} optional>
        {neededInWords(panel)}
      </CaptionBox>
      <CaptionBox label={t.yourVerdicts()}>{children}</CaptionBox>
      <CaptionBox label={common.yourRole()} optional>
        {common.role({ role: "auditor" })}
      </CaptionBox>
    </Caption>
  );
}

function endOf({ state, closedAt, deadlineAt }: AuditorRound): ReactNode {
  if (closedAt !== null) return <LocalTime at={closedAt} />;
  if (state === "closing") return t.beingDrawn();
  return deadlineAt === null ? t.noDeadline() : <LocalTime at={deadlineAt} relative />;
}
