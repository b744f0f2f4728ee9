import * as t from "#messages/overrides.ts";
import type { Override } from "#server/audit-log/overrides.ts";
import { messageKey } from "#server/locale.ts";

/** What a person with authority decided instead of the draw, and why. */
export function OverrideNote({ decision, reason, decidedBy }: Override & { decidedBy: string }) {
  return (
    <div className="grid gap-1">
      <span className="font-[560]">{t.overridden({ isPicked: decision === 1 })}</span>
      <span className="break-words text-sm text-ink-2">
        {t.because({ reason: t.reason({ reason: messageKey(reason) }), decidedBy })}
      </span>
    </div>
  );
}
