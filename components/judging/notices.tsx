import type { VerdictSnapshot } from "#components/judging/ballots/verdict-store.ts";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { judgingAddress, receiptAddress, resultAddress } from "#components/ui/study-addresses.ts";
import { ClockTime } from "#components/ui/time/clock-time.tsx";
import * as t from "#messages/judgingParts.ts";
import { formatNumber } from "#server/format.ts";
import { HiddenNotice } from "./hidden-notice.tsx";
import type { JudgingRoom } from "./state/use-judging.ts";

const className = "mb-4";

type Props = {
  room: JudgingRoom;
  /** Whether the seat was given to another auditor. */
  isUnseated: boolean;
};

/** Notice about a problem: what went wrong, what is safe, and one thing to do. */
export function JudgingNotices({ room, isUnseated }: Props) {
  const { judging, place, given, problem } = room;
  if (isUnseated) return <UnseatedNotice number={judging.round.number} />;
  if (!judging.round.takesVerdicts) return <EndedNotice room={room} />;
  if (judging.trouble !== null) {
    return (
      <Notice tone="bad" title={t.cannotRecord()} live className={className}>
        {judging.trouble} {keptInWords(given)}
      </Notice>
    );
  }
  const hidden = judging.hiddenAt !== null && <HiddenNotice hiddenAt={judging.hiddenAt} />;
  const failure = (given.save.kind === "kept" && given.pendingCount > 0 && given.save.failure) || problem;
  if (!failure || failure.reason === "ended") return hidden || null;
  const kept = keptInWords(given);
  const back = `/sign-in?next=${encodeURIComponent(judgingAddress(place.studyId, judging.round.number))}`;
  switch (failure.reason) {
    case "signed-out":
      return (
        <Notice tone="warn" title={t.signedOut()} live className={className}>
          {kept} <a href={back}>{t.signInAgain()}</a>
        </Notice>
      );
    case "somebody-else":
      return (
        <Notice tone="warn" title={t.otherAccount()} live className={className}>
          {kept} {t.signInAsYourself()} <Link href="/account">{t.account()}</Link>
        </Notice>
      );
    case "refused":
      return (
        <Notice tone="bad" title={t.refused()} live className={className}>
          {failure.message}
        </Notice>
      );
    default:
      // Shown in the caption: a notice that comes and goes would move the table.
      return null;
  }
}

function UnseatedNotice({ number }: { number: number }) {
  return (
    <Notice tone="warn" title={t.unseated()} live className={className}>
      {t.unseatedNote({ round: number })}
    </Notice>
  );
}

function keptInWords({ pendingCount, isDurable }: VerdictSnapshot): string {
  if (pendingCount === 0) return t.nothingLost();
  return isDurable ? t.keptOnDevice({ count: pendingCount }) : t.keptInTab({ count: pendingCount });
}

function EndedNotice({ room: { judging, place, given, store } }: Pick<Props, "room">) {
  const { round, sealed, pairs } = judging;
  return (
    <Notice
      tone="warn"
      title={t.endedTitle({ state: round.state, round: round.number })}
      live
      className={className}
    >
      {given.pendingCount > 0 && t.changesNotCounted({ count: given.pendingCount })}{" "}
      {sealed === null ? (
        pairs.length > 0 && t.hadNotSealed()
      ) : (
        <>
          {t.ballotCounts({
            isCancelled: round.state === "cancelled",
            time: () => <ClockTime at={sealed.sealedAt} />,
          })}{" "}
          <Link href={receiptAddress(place.studyId, round.number)}>
            {t.receiptEntry({ entry: formatNumber(sealed.seq) })}
          </Link>
          .
        </>
      )}{" "}
      {round.state === "open" && round.closing === "deadline" && t.closesSoon()}
      {round.state === "closing" && t.drawing()}
      {round.closedSeq !== null &&
        t.endedByEntry({ state: round.state, entry: formatNumber(round.closedSeq) })}{" "}
      {round.state === "closed" && (
        <Link href={resultAddress(place.studyId, round.number)}>{t.seeResult()}</Link>
      )}
      {given.pendingCount > 0 && (
        <p className="mt-3">
          <Button small onClick={store.discard}>
            {t.removeFromDevice({ count: given.pendingCount })}
          </Button>
        </p>
      )}
    </Notice>
  );
}
