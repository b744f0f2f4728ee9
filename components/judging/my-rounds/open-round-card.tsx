import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type { VerdictOrUnseen } from "#components/judging/ballots/verdict-look.tsx";
import { countStates } from "#components/judging/ballots/verdicts.ts";
import { RoundStateTag } from "#components/rounds/round-state.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { judgingAddress, receiptAddress } from "#components/ui/study-addresses.ts";
import { ClockTime } from "#components/ui/time/clock-time.tsx";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import * as judging from "#messages/judging.ts";
import * as t from "#messages/myRounds.ts";
import * as tolerances from "#messages/tolerances.ts";
import { formatDuration, formatNumber } from "#server/format.ts";
import type { MyRound } from "#server/rounds/judging/read-my-rounds.ts";
import { HiddenNotice } from "../hidden-notice.tsx";
import { TallyBar } from "../tally.tsx";

/** Card of an open round: what is left to do, the deadline, and a link to continue. */
export function OpenRoundCard({
  studyId,
  studyName,
  round,
}: {
  studyId: string;
  studyName: string;
  round: MyRound;
}) {
  const { deadlineAt } = round;
  const savedAt = round.owed?.savedAt;
  const queue = (round.owed?.queue ?? []).map((word): VerdictOrUnseen => word ?? "unseen");
  const states = queue.slice(0, round.owed?.docketCount);
  const others = queue.slice(states.length);
  const counts = countStates(states);
  return (
    <>
      {round.hiddenAt !== null && <HiddenNotice hiddenAt={round.hiddenAt} />}
      <article
        aria-labelledby={`due-${round.number}`}
        className="mb-10 grid border border-t-4 border-hair border-t-rule bg-sheet md:grid-cols-[minmax(0,1fr)_17rem]"
      >
        <div className="p-4 md:p-6">
          <div className="flex flex-wrap items-center gap-2">
            <h2 id={`due-${round.number}`}>
              {judging.studyAndRound({ study: studyName, round: round.number })}
            </h2>
            <RoundStateTag state={round.state} />
          </div>
          {round.state === "closing" ? (
            <BeingDrawn round={round} />
          ) : (
            <RemainingWork round={round} unseen={counts.unseen} />
          )}
          {round.state === "open" && !round.asksTolerances && <TallyBar states={states} counts={counts} />}
          {round.state === "open" && round.asksTolerances && (
            <p className="mt-2 text-sm text-ink-2">{tolerances.title()}</p>
          )}
          {round.state === "open" && !round.asksTolerances && (
            <p className="mt-2 text-xs text-ink-3">
              {states.length === 0
                ? t.noPairFarEnough()
                : t.countsSentence({ counts: judging.counts(counts) })}{" "}
              {others.length > 0 &&
                t.notOnDocket({
                  seen: others.filter((state) => state !== "unseen").length,
                  count: others.length,
                })}{" "}
              {counts.unseen > 0 && round.owed?.msPerPair === null && t.timeLater()}{" "}
              {savedAt && t.savedOnServer({ time: () => <ClockTime at={savedAt} /> })}
            </p>
          )}
        </div>
        <div className="grid content-between gap-4 border-hair p-4 max-md:border-t md:border-s md:p-6">
          <div>
            <p className="text-xs text-ink-3">{t.closes()}</p>
            {round.state === "closing" ? (
              <p className="font-[620]">{t.whenDrawn()}</p>
            ) : deadlineAt === null ? (
              <p className="font-[620]">{t.whenOperatorEnds()}</p>
            ) : (
              <>
                <p className="font-[620]">
                  <LocalTime at={deadlineAt} />
                </p>
                <p className="text-sm text-ink-2">
                  {t.closesHow({
                    isAtDeadline: round.closing === "deadline",
                    time: () => <RelativeTime at={deadlineAt} />,
                  })}
                </p>
              </>
            )}
          </div>
          <NextStep {...{ studyId, round }} first={states.indexOf("unseen")} />
        </div>
      </article>
    </>
  );
}

function RemainingWork({ round, unseen }: { round: MyRound; unseen: number }) {
  const isDone = round.sealed !== null && !round.owed?.isChangedSinceSeal;
  if (isDone) {
    return (
      <Line figure={t.sealedFigure()}>{t.sealedAs({ entry: formatNumber(round.sealed?.seq ?? 0) })}</Line>
    );
  }
  if (unseen > 0 && round.sealed === null) {
    return (
      <Line figure={String(unseen)}>
        {round.owed?.msPerPair
          ? t.toLookAtIn({ count: unseen, time: formatDuration((unseen * round.owed.msPerPair) / 60_000) })
          : t.toLookAt({ count: unseen })}
      </Line>
    );
  }
  return <Line figure="1">{t.stepLeft({ isSealed: round.sealed !== null })}</Line>;
}

/** Card of a round whose ballots are frozen while its draw awaits a public number. */
function BeingDrawn({ round: { sealed } }: { round: MyRound }) {
  return (
    <>
      <Line figure={t.endedFigure()}>{t.beingDrawn()}</Line>
      <p className="text-sm text-ink-2">
        {t.drawWaits({ isSealed: sealed !== null, entry: formatNumber(sealed?.seq ?? 0) })}
      </p>
    </>
  );
}

function Line({ figure, children }: { figure: string; children: ReactNode }) {
  return (
    <p className="mt-4 mb-2 flex flex-wrap items-baseline gap-x-3">
      <b className="text-3xl font-semibold tracking-[-0.03em]">{figure}</b>
      <span className="text-lg text-ink-2">{children}</span>
    </p>
  );
}

/** @param first the place of the first pair of the docket that was not looked at; -1 if there is none */
function NextStep({ studyId, round, first }: { studyId: string; round: MyRound; first: number }) {
  const here = judgingAddress(studyId, round.number);
  const receipt = receiptAddress(studyId, round.number);
  const isDone = round.sealed !== null && !round.owed?.isChangedSinceSeal;
  if (round.state === "closing") {
    return round.sealed === null ? null : <ButtonLink href={receipt}>{t.receipt()}</ButtonLink>;
  }
  if (!round.takesVerdicts)
    return (
      <p className="text-sm text-ink-2">{t.deadlinePassed({ isAtDeadline: round.closing === "deadline" })}</p>
    );
  if (isDone) {
    return (
      <div className="grid gap-2">
        <ButtonLink href={receipt}>{t.receipt()}</ButtonLink>
        <ButtonLink look="ghost" href={here}>
          {t.lookAtItAgain()}
        </ButtonLink>
      </div>
    );
  }
  const isReview = first === -1 || round.sealed !== null;
  return (
    <ButtonLink look="act" href={isReview ? `${here}?view=review` : here}>
      {isReview ? judging.reviewAndSeal() : first === 0 ? t.begin() : t.continueAt({ place: first + 1 })}
      <ArrowRight aria-hidden className="rtl:-scale-x-100" />
    </ButtonLink>
  );
}
