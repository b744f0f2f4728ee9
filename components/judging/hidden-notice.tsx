import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/judgingParts.ts";

/**
 * Notice that earlier verdicts are hidden after a password reset by link. It does not reveal whether there were any.
 */
export function HiddenNotice({ hiddenAt }: { hiddenAt: number }) {
  return (
    <Notice tone="info" title={t.hiddenTitle()} className="mb-4">
      {t.hiddenNote({ time: () => <LocalTime at={hiddenAt} /> })}
    </Notice>
  );
}
