"use client";

import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { VerdictName, verdictOrder } from "#components/judging/ballots/verdict-look.tsx";
import { countVerdicts, nextUnseen } from "#components/judging/ballots/verdicts.ts";
import { limitInWords } from "#components/rounds/people/chance-words.ts";
import { Box, Boxes } from "#components/ui/boxes.tsx";
import { neededInWords } from "#components/ui/decision-words.ts";
import { KeyCap } from "#components/ui/key-cap.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as pairWords from "#messages/judgingPair.ts";
import * as t from "#messages/judgingParts.ts";
import * as tolerances from "#messages/tolerances.ts";
import { Unsaved } from "../pair/remarks-bar.tsx";
import { ObjectionQuestions } from "../questions/objection-questions.tsx";
import { ReportsAgain } from "../questions/reports-again.tsx";
import { ToleranceQuestions } from "../questions/tolerance-questions.tsx";
import { useReportVotes } from "../questions/use-report-votes.ts";
import { agreementInWords, agreementOf } from "../state/agreement.ts";
import type { JudgingRoom } from "../state/use-judging.ts";
import { useRemarks } from "../state/use-remarks.ts";
import { FlagList } from "./flag-list.tsx";
import { ReviewNotes } from "./review-notes.tsx";
import { SealBox } from "./seal-box.tsx";

type Props = { room: JudgingRoom; onBack: (index?: number) => void };

/** Review of the ballot in words before it is sealed. */
export function ReviewView({ room, onBack }: Props) {
  const { judging, given } = room;
  const { round, panel, asksTolerances } = judging;
  const pairs = asksTolerances ? [] : judging.pairs;
  const counts = countVerdicts(pairs, given.verdicts);
  const unseen = nextUnseen(pairs, given.verdicts, -1, judging.docketCount);
  const reports = useReportVotes(room);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from anywhere on this sheet
    <div onKeyDown={(event) => event.key === "Escape" && pairs.length > 0 && onBack()}>
      {pairs.length > 0 && (
        <p className="mb-2 flex items-center gap-2">
          <button
            type="button"
            onClick={() => onBack()}
            className="inline-flex min-h-9 items-center gap-2 text-sm text-accent underline underline-offset-3 hover:text-accent-hover"
          >
            <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
            {pairWords.backToPairs()}
          </button>
          <span className="max-md:hidden">
            <KeyCap>Esc</KeyCap>
          </span>
        </p>
      )}
      <h1 ref={title} tabIndex={-1} className="outline-none">
        {asksTolerances ? tolerances.title() : round.takesVerdicts ? t.reviewTitle() : t.yourVerdicts()}
      </h1>
      <div className="mt-6 mb-10">
        {asksTolerances ? (
          <ToleranceQuestions room={room} />
        ) : pairs.length === 0 ? (
          <Notice title={t.noPairDiffers({ limit: limitInWords(judging.alpha) })}>
            {t.nothingToJudge({ maySeal: round.takesVerdicts })}
          </Notice>
        ) : (
          <Boxes>
            {verdictOrder.map((state) => (
              <Box
                key={state}
                label={<VerdictName state={state} />}
                unit={
                  state === "unseen" && unseen !== undefined && round.takesVerdicts ? (
                    <button
                      type="button"
                      onClick={() => onBack(unseen)}
                      className="text-accent underline underline-offset-3 hover:text-accent-hover"
                    >
                      {t.goToThem()}
                    </button>
                  ) : undefined
                }
              >
                {counts[state]}
              </Box>
            ))}
          </Boxes>
        )}
      </div>
      {pairs.length > 0 && (
        <Section title={t.flagsInWords()} note={t.onlyTheseCount({ needed: neededInWords(panel) })}>
          <FlagList room={room} onChange={onBack} />
        </Section>
      )}
      {judging.reportsAgain.length > 0 && <ReportsAgain judging={judging} {...reports} />}
      {judging.objections.length > 0 && <ObjectionQuestions room={room} />}
      {round.takesVerdicts && !asksTolerances && (
        <Section title={t.beforeSealing()} note={t.forYouAlone()}>
          <ReviewNotes room={room} onGoTo={onBack} />
        </Section>
      )}
      {judging.repeatCount > 0 && (
        <Section title={t.secondTime()} note={t.secondTimeNote()}>
          <AgreementNote room={room} />
        </Section>
      )}
      {round.takesVerdicts && (
        <Section title={t.seal()} note={t.sealNote()}>
          <SealBox room={room} votes={reports.votes} />
        </Section>
      )}
    </div>
  );
}

/** Note before sealing: how often the auditor gave the same answer twice. */
function AgreementNote({ room }: { room: JudgingRoom }) {
  const remarks = useRemarks(room);
  if (!remarks.isHere) return <p className="text-ink-2">{t.secondAnswersLater()}</p>;
  const agreement = agreementOf(room.judging, room.given.verdicts, (pair) => remarks.of(pair).again);
  return (
    <div className="grid max-w-measure gap-2">
      {agreement.answered > 0 && (
        <p>
          {agreementInWords(agreement)} {t.bothMayBeRight()}
        </p>
      )}
      {agreement.open.length > 0 && (
        <p className="text-ink-2">{t.openAgain({ count: agreement.open.length })}</p>
      )}
      <Unsaved remarks={remarks} />
    </div>
  );
}
