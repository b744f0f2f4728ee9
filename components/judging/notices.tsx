import type { SaveFailure } from "#components/judging/ballots/save-failure.ts";
import type { VerdictSnapshot } from "#components/judging/ballots/verdict-store.ts";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { judgingAddress, receiptAddress, resultAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/judgingParts.ts";
import { formatNumber } from "#server/format.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { ClockTime } from "./clock-time.tsx";
import { HiddenNotice } from "./hidden-notice.tsx";

const className = "mb-4";

type Props = {
  studyId: string;
  judging: Judging;
  given: VerdictSnapshot;
  problem: SaveFailure | null;
  /** Whether the seat was given to another auditor. */
  isUnseated: boolean;
  onDiscard: () => void;
};

/** Notice about a problem: what went wrong, what is safe, and one thing to do. */
export function JudgingNotices({ studyId, judging, given, problem, isUnseated, onDiscard }: Props) {
  if (isUnseated) return <UnseatedNotice number={judging.round.number} />;
  if (!judging.round.takesVerdicts) {
    return <EndedNotice studyId={studyId} judging={judging} given={given} onDiscard={onDiscard} />;
  }
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
  const back = `/sign-in?next=${encodeURIComponent(judgingAddress(studyId, judging.round.number))}`;
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

function EndedNotice({
  studyId,
  judging: { round, sealed, pairs },
  given,
  onDiscard,
}: Pick<Props, "studyId" | "judging" | "given" | "onDiscard">) {
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
          <Link href={receiptAddress(studyId, round.number)}>
            {t.receiptEntry({ entry: formatNumber(sealed.seq) })}
          </Link>
          .
        </>
      )}{" "}
      {round.state === "open" && round.closing === "deadline" && t.closesSoon()}
      {round.state === "closing" && t.drawing()}
      {round.closedSeq !== null &&
        t.endedByEntry({ state: round.state, entry: formatNumber(round.closedSeq) })}{" "}
      {round.state === "closed" && <Link href={resultAddress(studyId, round.number)}>{t.seeResult()}</Link>}
      {given.pendingCount > 0 && (
        <p className="mt-3">
          <Button small onClick={onDiscard}>
            {t.removeFromDevice({ count: given.pendingCount })}
          </Button>
        </p>
      )}
    </Notice>
  );
}
