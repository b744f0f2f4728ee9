import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";

/**
 * Notice that earlier verdicts are hidden after a password reset by link. It does not reveal whether there were any.
 */
export function HiddenNotice({ hiddenAt }: { hiddenAt: number }) {
  return (
    <Notice
      tone="info"
      title="What you judged earlier in this round is hidden until it closes."
      className="mb-4"
    >
      Your password was set anew by a link on <LocalTime at={hiddenAt} />, and whoever used it may not be you.
      A ballot you had sealed still counts. You may judge anew: what you seal then takes its place.
    </Notice>
  );
}
