import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type { VerdictOrUnseen } from "#components/judging/ballots/verdict-look.tsx";
import { RoundStateTag } from "#components/rounds/round-state.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { judgingAddress, receiptAddress } from "#components/ui/study-addresses.ts";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import { formatNumber, plural } from "#server/format.ts";
import type { MyRound } from "#server/rounds/judging/read-my-rounds.ts";
import { ClockTime } from "./clock-time.tsx";
import { HiddenNotice } from "./hidden-notice.tsx";
import { minutesInWords } from "./minutes.ts";
import { countsInWords, TallyBar } from "./tally.tsx";

/** Card of the open round: what is left to do, the deadline, and a link to continue. */
export function OpenRoundCard({
  studyId,
  studyName,
  round,
}: {
  studyId: string;
  studyName: string;
  round: MyRound;
}) {
  const queue = (round.owed?.queue ?? []).map((word): VerdictOrUnseen => word ?? "unseen");
  const states = queue.slice(0, round.owed?.docketCount);
  const others = queue.slice(states.length);
  const here = judgingAddress(studyId, round.number);
  const counts = { unfair: 0, acceptable: 0, unsure: 0, unseen: 0 };
  for (const state of states) counts[state] += 1;
  return (
    <>
      {round.hiddenAt !== null && <HiddenNotice hiddenAt={round.hiddenAt} />}
      <article
        aria-labelledby="due"
        className="mb-10 grid border border-t-4 border-hair border-t-rule bg-sheet md:grid-cols-[minmax(0,1fr)_17rem]"
      >
        <div className="p-4 md:p-6">
          <div className="flex flex-wrap items-center gap-2">
            <h2 id="due">
              {studyName}, round {round.number}
            </h2>
            <RoundStateTag state={round.state} />
          </div>
          {round.state === "closing" ? (
            <BeingDrawn round={round} />
          ) : (
            <RemainingWork round={round} unseen={counts.unseen} />
          )}
          {round.state === "open" && <TallyBar states={states} counts={counts} />}
          {round.state === "open" && (
            <p className="mt-2 text-xs text-ink-3">
              {states.length === 0
                ? "No pair of this round is far enough apart."
                : `${countsInWords(counts)}.`}{" "}
              {others.length > 0 &&
                `Beside the docket: ${others.filter((state) => state !== "unseen").length} of ${others.length} other pairs looked at. `}
              {counts.unseen > 0 &&
                round.owed?.msPerPair === null &&
                "The minutes they take you show here once you have judged a few. "}
              {round.owed?.savedAt && (
                <>
                  Saved <ClockTime at={round.owed.savedAt} /> on the server.
                </>
              )}
            </p>
          )}
        </div>
        <div className="grid content-between gap-4 border-hair p-4 max-md:border-t md:border-l md:p-6">
          <div>
            <p className="text-xs text-ink-3">Closes</p>
            {round.state === "closing" ? (
              <p className="font-[620]">As soon as it is drawn</p>
            ) : round.deadlineAt === null ? (
              <p className="font-[620]">When its operator ends it</p>
            ) : (
              <>
                <p className="font-[620]">
                  <LocalTime at={round.deadlineAt} />
                </p>
                <p className="text-sm text-ink-2">
                  <RelativeTime at={round.deadlineAt} />
                  {round.closing === "deadline" ? ", by itself" : ", or later: its operator closes it"}
                </p>
              </>
            )}
          </div>
          <NextStep
            round={round}
            here={here}
            receipt={receiptAddress(studyId, round.number)}
            unseen={counts.unseen}
            states={states}
          />
        </div>
      </article>
    </>
  );
}

function RemainingWork({ round, unseen }: { round: MyRound; unseen: number }) {
  const isDone = round.sealed !== null && !round.owed?.isChangedSinceSeal;
  if (isDone) {
    return (
      <Line figure="Sealed">
        as entry {round.sealed && formatNumber(round.sealed.seq)}. You can change it until the round closes.
      </Line>
    );
  }
  if (unseen > 0 && round.sealed === null) {
    return (
      <Line figure={String(unseen)}>
        {plural(unseen, "pair")} still to look at
        {round.owed?.msPerPair && `, ${minutesInWords(unseen, round.owed.msPerPair)}`}
      </Line>
    );
  }
  return (
    <Line figure="1">
      step left:{" "}
      {round.sealed === null ? "review and seal" : "you changed verdicts after sealing, so seal again"}
    </Line>
  );
}

/** Card of a round whose ballots are frozen while its draw awaits a public number. */
function BeingDrawn({ round: { sealed } }: { round: MyRound }) {
  return (
    <>
      <Line figure="Ended">and being drawn. No ballot is taken any more.</Line>
      <p className="text-sm text-ink-2">
        {sealed === null
          ? "You had not sealed: that counts as no flags. "
          : `Your ballot is entry ${formatNumber(sealed.seq)}, and counts. `}
        The draw waits for a public number that nobody can know beforehand. The result shows here by itself,
        usually within a minute.
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

function NextStep({
  round,
  here,
  receipt,
  unseen,
  states,
}: {
  round: MyRound;
  here: string;
  receipt: string;
  unseen: number;
  states: readonly VerdictOrUnseen[];
}) {
  const isDone = round.sealed !== null && !round.owed?.isChangedSinceSeal;
  if (round.state === "closing") {
    return round.sealed === null ? null : <ButtonLink href={receipt}>Receipt</ButtonLink>;
  }
  if (!round.takesVerdicts)
    return (
      <p className="text-sm text-ink-2">
        The deadline has passed.{" "}
        {round.closing === "deadline"
          ? "The round closes by itself within a minute or two, and the result shows here."
          : "Results follow once its operator has closed the round."}
      </p>
    );
  if (isDone) {
    return (
      <div className="grid gap-2">
        <ButtonLink href={receipt}>Receipt</ButtonLink>
        <ButtonLink look="ghost" href={here}>
          Look at it again
        </ButtonLink>
      </div>
    );
  }
  const first = states.indexOf("unseen");
  const isReview = unseen === 0 || round.sealed !== null;
  return (
    <ButtonLink look="act" href={isReview ? `${here}?view=review` : here}>
      {isReview ? "Review and seal" : first === 0 ? "Begin" : `Continue at pair ${first + 1}`}
      <ArrowRight aria-hidden />
    </ButtonLink>
  );
}
