"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";

/** The seats, and those who joined by a link and wait for one. */
export function SeatList({ studyId, panel }: { studyId: string; panel: Outputs["panel"]["read"] }) {
  const router = useRouter();
  const seat = useMutation(useTRPC().panel.seatMember.mutationOptions({ onSettled: () => router.refresh() }));
  const { seats, seatless, gamma } = panel;
  const line =
    "flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hair px-4 py-2 last:border-b-0 md:px-6";
  return (
    <div className="grid gap-4">
      <Sheet>
        {seats.length + seatless.length === 0 ? (
          <SheetBody className="text-ink-2">Nobody sits here yet. Seat or invite somebody below.</SheetBody>
        ) : (
          <ul>
            {seats.map(({ id, displayName }) => (
              <li key={id} className={line}>
                <span className="font-[560]">{displayName}</span>
                <span className="text-sm text-ink-3">seat {id}</span>
              </li>
            ))}
            {seatless.map(({ accountId, displayName }) => (
              <li key={accountId} className={line}>
                <span className="font-[560]">{displayName}</span>
                <span className="flex items-center gap-3 text-sm text-ink-3">
                  joined, no seat yet
                  <Button
                    small
                    disabled={seat.isPending}
                    aria-label={`Give ${displayName} a seat`}
                    onClick={() => seat.mutate({ studyId, accountId })}
                  >
                    Give a seat
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
        {seatless.length > 0 && (
          <SheetFooter>
            Whoever joins by a link is seated at once while one of the {gamma.denominator} planned seats is
            free and no round is open. The others wait for you; they judge from the next opening on.
          </SheetFooter>
        )}
        {seats.length > 0 && (
          <SheetFooter>
            Needed flags: {neededFlags(gamma, seats.length)} of {seats.length}
            {seats.length !== gamma.denominator &&
              `. Planned were ${gamma.numerator} of ${gamma.denominator}.`}
          </SheetFooter>
        )}
      </Sheet>
      {seat.isError && <Notice tone="bad" live title={refusalOf(seat.error).message} />}
    </div>
  );
}
