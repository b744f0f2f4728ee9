import { Tick } from "#components/ui/choice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/reminders.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Missing = Outputs["reminders"]["read"]["missing"];

/** Auditors who have not sealed, and when each was reminded; with checkboxes if reminders can be sent. */
export function MissingList({
  missing,
  isChosen,
  choose,
}: {
  missing: Missing;
  isChosen?: (seatId: string) => boolean;
  choose?: (seatId: string, isChosen: boolean) => void;
}) {
  return (
    <Sheet>
      <ul aria-label={t.notSealedYet()}>
        {missing.map(({ seatId, displayName, remindedAt, againAt }) => {
          const who = <span className="min-w-0 break-words font-[560]">{displayName}</span>;
          return (
            <li
              key={seatId}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hair px-4 py-2 last:border-b-0 md:px-6"
            >
              {choose === undefined ? (
                who
              ) : (
                <Tick
                  checked={isChosen?.(seatId) ?? false}
                  disabled={againAt !== null}
                  onChange={(event) => choose(seatId, event.target.checked)}
                >
                  {who}
                </Tick>
              )}
              <span className="text-sm text-ink-2">
                {remindedAt !== null && (
                  <>
                    {t.reminded({ time: () => <RelativeTime at={remindedAt} /> })}
                    {againAt !== null && ", "}
                  </>
                )}
                {againAt !== null && t.againFrom({ time: () => <LocalTime at={againAt} /> })}
              </span>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
