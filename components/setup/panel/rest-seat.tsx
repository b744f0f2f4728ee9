"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/panelSelection.ts";
import { type RestReason, restReasons } from "#server/audit-log/panel-ways.ts";
import { messageKey } from "#server/locale.ts";

type Props = {
  readonly studyId: string;
  readonly seat: {
    readonly id: string;
    readonly displayName: string;
    readonly restReason: RestReason | null;
  };
};

/** Lets an auditor rest for one of the logged reasons, or ends the rest. */
export function RestSeat({ studyId, seat: { id: seatId, displayName: name, restReason } }: Props) {
  const trpc = useTRPC();
  const rest = useChange(trpc.panel.restSeat);
  const end = useChange(trpc.panel.returnSeat);
  const isBusy = rest.isPending || end.isPending;
  return (
    <>
      {restReason === null ? (
        <details className="text-sm open:mb-4">
          <summary className="min-h-9 w-fit cursor-pointer py-1.5 font-[560]">{t.letRest({ name })}</summary>
          <p className="max-w-measure text-ink-2">{t.restNote()}</p>
          <span className="mt-2 flex flex-wrap gap-2">
            {restReasons.map((reason) => (
              <Button
                small
                key={reason}
                busy={isBusy}
                onClick={() => rest.mutate({ studyId, seatId, reason })}
              >
                {t.restBecause({ reason: messageKey(reason) })}
              </Button>
            ))}
          </span>
        </details>
      ) : (
        <Button small busy={isBusy} onClick={() => end.mutate({ studyId, seatId })}>
          {t.endRest({ name })}
        </Button>
      )}
      <ErrorNotice error={rest.error ?? end.error} />
    </>
  );
}
