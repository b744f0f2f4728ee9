import type { SaveFailure } from "#components/judging/ballots/save-failure.ts";
import type { VerdictSnapshot } from "#components/judging/ballots/verdict-store.ts";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { judgingAddress, receiptAddress, resultAddress } from "#components/ui/study-addresses.ts";
import { formatCount, formatNumber, plural } from "#server/format.ts";
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
      <Notice tone="bad" title="Nothing can be recorded just now." live className={className}>
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
        <Notice tone="warn" title="You are signed out." live className={className}>
          {kept} <a href={back}>Sign in and come back here</a>
        </Notice>
      );
    case "somebody-else":
      return (
        <Notice tone="warn" title="Somebody else is signed in in this browser." live className={className}>
          {kept} They are only ever saved for you: sign in as yourself to go on.{" "}
          <Link href="/account">Account</Link>
        </Notice>
      );
    case "refused":
      return (
        <Notice tone="bad" title="The server refused a verdict." live className={className}>
          {failure.message}
        </Notice>
      );
    default:
      // Shown in the caption: a notice that comes and goes would move the cards.
      return null;
  }
}

function UnseatedNotice({ number }: { number: number }) {
  return (
    <Notice tone="warn" title="You have no seat on this panel any more." live className={className}>
      Your verdicts in round {number} are shown here and do not count. What you sealed in closed rounds stays
      in the record.
    </Notice>
  );
}

function keptInWords({ pendingCount, isDurable }: VerdictSnapshot): string {
  if (pendingCount === 0) return "Nothing is lost.";
  const verdicts = `${formatCount(pendingCount, "verdict")} ${plural(pendingCount, "is", "are")}`;
  return isDurable
    ? `Not saved. ${verdicts} kept on this device.`
    : `Not saved. ${verdicts} in this tab only, because this browser keeps nothing: leave the tab open.`;
}

function EndedNotice({
  studyId,
  judging: { round, sealed },
  given,
  onDiscard,
}: Pick<Props, "studyId" | "judging" | "given" | "onDiscard">) {
  return (
    <Notice tone="warn" title={titleOf(round)} live className={className}>
      {given.pendingCount > 0 &&
        `${formatCount(given.pendingCount, "change")} you made ${plural(given.pendingCount, "is", "are")} shown here and not counted. `}
      {sealed === null ? (
        "You had not sealed: that counts as no flags, and the record says so. "
      ) : (
        <>
          Your ballot of <ClockTime at={sealed.sealedAt} /> counts
          {round.state === "cancelled" ? " for nothing either: it is never opened" : ""}.{" "}
          <Link href={receiptAddress(studyId, round.number)}>Receipt, entry {formatNumber(sealed.seq)}</Link>.{" "}
        </>
      )}
      {round.state === "open" &&
        round.closing === "deadline" &&
        "The round closes by itself within a minute or two. "}
      {round.state === "closing" &&
        "The round has ended and is being drawn, with a public number that is awaited. The result follows. "}
      {round.closedSeq !== null &&
        `${round.state === "cancelled" ? "Cancelled" : "Closed"} by entry ${formatNumber(round.closedSeq)} of the log. `}
      {round.state === "closed" && <Link href={resultAddress(studyId, round.number)}>See the result</Link>}
      {given.pendingCount > 0 && (
        <p className="mt-3">
          <Button small onClick={onDiscard}>
            Remove {plural(given.pendingCount, "it", "them")} from this device
          </Button>
        </p>
      )}
    </Notice>
  );
}

function titleOf({ number, state }: Judging["round"]): string {
  if (state === "closing") return `Round ${number} takes no ballots any more.`;
  if (state === "closed") return `Round ${number} is closed.`;
  if (state === "cancelled") return `Round ${number} was cancelled.`;
  return `The deadline of round ${number} has passed.`;
}
