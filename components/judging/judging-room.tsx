"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { Place } from "#components/ballots/verdict-storage.ts";
import { countChanges, fromBallot } from "#components/ballots/verdicts.ts";
import { NewsSlip } from "#components/live/news-slip.tsx";
import { useRoundNews } from "#components/live/use-round-news.ts";
import type { Judging } from "#server/services/judging/read-judging.ts";
import { JudgingNotices } from "./notices.tsx";
import { QueueView } from "./queue-view.tsx";
import { ReviewView } from "./review-view.tsx";
import { RoundCaption } from "./round-caption.tsx";
import { SaveState } from "./save-state.tsx";
import { type JudgingRoom as Room, useJudging } from "./use-judging.ts";
import { useQueue } from "./use-queue.ts";
import { useView } from "./use-view.ts";

/** Judging one round: the queue of pairs, and the review before sealing. */
export function JudgingRoom({
  initial,
  guidelineText,
  studyId,
  accountId,
}: {
  initial: Judging;
  /** The round's guidelines, which never change while it is open. */
  guidelineText: ReactNode;
  studyId: string;
  accountId: string;
}) {
  const [place] = useState<Place>({ studyId, round: initial.round.number, accountId });
  const known = useJudging(initial, place);
  const shown = initial.round.closedAt === null ? initial.round : undefined;
  const { news, dismiss } = useRoundNews(studyId, shown, () => void known.lookAgain());
  const isUnseated = news?.kind === "unseated";
  const room = isUnseated ? withoutSeat(known) : known;
  const [said, say] = useState("");
  const queue = useQueue(room, say);
  const [view, show] = useView();
  const { judging, given, store, problem, lookAgain } = room;
  const { sealed } = judging;
  useEffect(() => {
    if (isUnseated) store.end({ reason: "ended", message: "You have no seat on this panel.", isFinal: true });
  }, [isUnseated, store]);
  // What the notices of this page say anyway.
  const isSaid =
    isUnseated ||
    (news !== null && "round" in news && news.round === place.round && news.kind !== "deadline");
  return (
    <>
      <NewsSlip studyId={studyId} news={isSaid ? null : news} onDismiss={dismiss} />
      <RoundCaption studyName={judging.studyName} round={judging.round} panel={judging.panel}>
        <SaveState
          given={given}
          onRetry={() => {
            void store.flush();
            void lookAgain();
          }}
          sealedAt={sealed?.sealedAt ?? null}
          changedCount={sealed === null ? 0 : countChanges(fromBallot(sealed.verdicts), given.verdicts)}
        />
      </RoundCaption>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 pt-3 pb-5 outline-none md:px-6 md:pt-4"
      >
        <JudgingNotices
          studyId={studyId}
          judging={judging}
          given={given}
          problem={problem}
          isUnseated={isUnseated}
          onDiscard={store.discard}
        />
        {view === "review" || judging.pairs.length === 0 ? (
          <ReviewView
            room={room}
            place={place}
            onBack={(index) => {
              if (index !== undefined) queue.goTo(index);
              show("queue");
            }}
          />
        ) : (
          <QueueView
            room={room}
            queue={queue}
            guidelineText={guidelineText}
            onReview={() => show("review")}
          />
        )}
      </main>
      <p role="status" aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}

/** Whoever lost the seat keeps what is on the page in sight, and can change none of it. */
function withoutSeat(room: Room): Room {
  const round = { ...room.judging.round, takesVerdicts: false };
  return { ...room, judging: { ...room.judging, round } };
}
