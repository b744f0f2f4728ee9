"use client";

import { type ReactNode, Suspense, useEffect, useState } from "react";
import { KeysOfAccount } from "#components/account/keys/use-keys.tsx";
import { countChanges, fromBallot } from "#components/judging/ballots/verdicts.ts";
import type { Place } from "#components/judging/ballots/verdicts-on-device.ts";
import { findCopy } from "#components/judging/offline/kept-copy.ts";
import type { News } from "#components/ui/live/news.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { judgingAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import type { JudgingKeys } from "#server/schemas/key-commands.ts";
import { JudgingArea } from "./judging-area.tsx";
import {
  announcements,
  fetchPart,
  fetchParts,
  firstViewHere,
  LazyJudgingNotices,
  LazyKeptRemarks,
  LazyLiveNews,
  LazyReviewView,
  LazyRoundKeeper,
  otherWalks,
} from "./lazy-parts.ts";
import { RoundCaption } from "./round-caption.tsx";
import { SaveStatus } from "./save-state.tsx";
import { useBallot } from "./state/use-ballot.ts";
import { type JudgingRoom as Room, useJudging } from "./state/use-judging.ts";
import { keptView, useView, type View } from "./state/use-view.ts";

/** Delay before the parts that the first pair does not need are fetched. The first key press fetches them too. */
const LATER_MS = 2_000;

/** Judging page of one round: three views of one ballot, and the review before sealing. */
export function JudgingScreen({
  initial,
  guidelineText,
  whatIsJudged,
  studyId,
  studyName,
  accountId,
  keys,
  build,
}: {
  initial: Judging;
  /** The round's guidelines, which never change while it is open. */
  guidelineText: ReactNode;
  /** Also rendered by the server: it does not change, and this page's script does not include it. */
  whatIsJudged: ReactNode;
  studyId: string;
  studyName: string;
  accountId: string;
  keys: JudgingKeys;
  /** Id of this page's build; null: the round is not kept on the device. */
  build: string | null;
}) {
  const [place] = useState<Place>({ studyId, round: initial.round.number, accountId });
  const known = useJudging(initial, place, firstViewHere);
  const [news, setNews] = useState<News | null>(null);
  const [isLater, setLater] = useState(false);
  const isUnseated = news?.kind === "unseated";
  const room = isUnseated ? withoutSeat(known) : known;
  const [said, say] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [shownPart, show] = useView();
  const view = shownPart === "review" ? "queue" : shownPart;
  const ballot = useBallot(room, view, { say, walks: otherWalks, words: announcements });
  const { judging, given, store, lookAgain } = room;
  useEffect(() => {
    // A copy says at once that it is one, and its parts are on the device.
    const isCopy = findCopy(judgingAddress(place.studyId, place.round)) !== undefined;
    const timer = setTimeout(
      () => {
        void fetchParts();
        setLater(true);
      },
      isCopy ? 0 : LATER_MS,
    );
    return () => clearTimeout(timer);
  }, [place]);
  const { sealed } = judging;
  useEffect(() => {
    if (isUnseated) store.end({ reason: "ended", message: t.noSeat(), isFinal: true });
  }, [isUnseated, store]);
  /**
   * Shows a view or the review. If its script cannot be fetched, the page stays as it is, so that its verdicts stay
   * in reach.
   */
  async function go(next: View | "review", index?: number) {
    const isHere = next === "queue" || (await fetchPart(next));
    setMissing(!isHere);
    if (!isHere) return;
    if (index !== undefined) ballot.goTo(index);
    show(next);
    if (next !== "review") say(t.viewName({ view: next }));
  }

  return (
    <KeysOfAccount value={keys}>
      {isLater && (
        <Suspense>
          <LazyLiveNews studyId={studyId} initial={initial} onNews={setNews} lookAgain={lookAgain} />
          <LazyRoundKeeper room={room} build={build} load={fetchParts} />
        </Suspense>
      )}
      <RoundCaption studyName={studyName} round={judging.round} panel={judging.panel}>
        <SaveStatus
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
        {(isUnseated || hasNotice(room)) && (
          <Suspense>
            <LazyJudgingNotices room={room} isUnseated={isUnseated} />
          </Suspense>
        )}
        {isMissing && (
          <p role="alert" className="mb-4 border-s-4 border-warn bg-sheet p-4">
            {t.partMissing()}
          </p>
        )}
        {shownPart === "review" || judging.pairs.length === 0 || judging.asksTolerances ? (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <LazyReviewView room={room} onBack={(index) => go(keptView(), index)} />
          </Suspense>
        ) : (
          <JudgingArea
            room={room}
            ballot={ballot}
            view={view}
            onView={go}
            guidelineText={guidelineText}
            isLater={isLater}
            whatIsJudged={whatIsJudged}
            onReview={() => go("review")}
          />
        )}
      </main>
      {takesRemarks(judging) && (
        <Suspense>
          <LazyKeptRemarks room={room} />
        </Suspense>
      )}
      <p role="status" aria-live="polite" className="sr-only">
        {said}
      </p>
    </KeysOfAccount>
  );
}

/** Returns whether a notice may be needed above the pairs. Connection problems are shown in the caption. */
function hasNotice({ judging, given: { save }, problem }: Room): boolean {
  const failure = save.kind === "kept" ? save.failure : problem;
  const isSaidAbove = failure !== null && failure.reason !== "unreachable" && failure.reason !== "busy";
  return !judging.round.takesVerdicts || judging.trouble !== null || judging.hiddenAt !== null || isSaidAbove;
}

function takesRemarks({ presentation: { notes, reasons, repeat }, round }: Judging): boolean {
  return (notes || reasons || repeat) && round.takesVerdicts;
}

/** Makes the room read-only for an auditor who lost the seat: the page stays visible, and nothing can be changed. */
function withoutSeat(room: Room): Room {
  const round = { ...room.judging.round, takesVerdicts: false };
  return { ...room, judging: { ...room.judging, round } };
}
