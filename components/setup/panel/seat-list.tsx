"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { decisionRuleWords } from "#components/ui/decision-rule-words.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupPanel.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { RestSeat } from "./rest-seat.tsx";
import { SeatRow } from "./seat-row.tsx";

type Panel = Outputs["panel"]["read"];

const line =
  "flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hair px-4 py-2 last:border-b-0 md:px-6";

/** The seats, how they were filled, and the people who joined by a link and wait for one. */
export function SeatList({ studyId, panel }: { studyId: string; panel: Panel }) {
  const { seat, end, error } = useSeats();
  const { seats, seatless, gamma, selection } = panel;
  const size = selection.size ?? seats.filter(({ restReason }) => restReason === null).length;
  return (
    <div className="grid gap-4">
      <Sheet>
        {seats.length + seatless.length === 0 ? (
          <SheetBody className="text-ink-2">{t.noSeatsInvite()}</SheetBody>
        ) : (
          <ul aria-label={t.seats()}>
            {seats.map((held) => (
              <li key={held.id} className={line}>
                <SeatRow
                  seat={held}
                  isOver={panel.state === "ended"}
                  busy={end.isPending}
                  onEnd={() => end.mutate({ studyId, accountId: held.accountId })}
                >
                  <RestSeat studyId={studyId} seat={held} />
                </SeatRow>
              </li>
            ))}
            {seatless.map(({ accountId, displayName }) => (
              <li key={accountId} className={line}>
                <span>
                  <span className="block font-[560]">{displayName}</span>
                  <span className="text-sm text-ink-3">{t.waitsForSeat()}</span>
                </span>
                <span className="flex flex-wrap items-center gap-2">
                  <Button
                    small
                    busy={seat.isPending}
                    aria-label={t.giveSeatTo({ name: displayName })}
                    onClick={() => seat.mutate({ studyId, accountId })}
                  >
                    {t.giveSeat()}
                  </Button>
                  <ConfirmButton
                    act={t.remove()}
                    about={displayName}
                    busy={end.isPending}
                    onConfirm={() => end.mutate({ studyId, accountId })}
                  >
                    {t.removed({ name: displayName })}
                  </ConfirmButton>
                </span>
              </li>
            ))}
          </ul>
        )}
        {seatless.length > 0 && selection.size === null && (
          <SheetFooter>{t.seatedLater({ count: gamma.denominator })}</SheetFooter>
        )}
        {panel.rule !== undefined && <SheetFooter>{decisionRuleWords(panel, size)}</SheetFooter>}
        {panel.rule === undefined && size > 0 && selection.how !== "by-operator" && (
          <SheetFooter>
            {t.neededFlags({
              needed: neededFlags(gamma, size),
              seats: size,
              isAsPlanned: size === gamma.denominator,
              planned: gamma.numerator,
              plannedSeats: gamma.denominator,
            })}
          </SheetFooter>
        )}
      </Sheet>
      <ErrorNotice error={error} />
    </div>
  );
}

function useSeats() {
  const trpc = useTRPC();
  const seat = useChange(trpc.panel.seatMember);
  const end = useChange(trpc.panel.endMembership);
  return { seat, end, error: seat.error ?? end.error };
}
