import type { ReactNode } from "react";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as panels from "#messages/panelSelection.ts";
import * as t from "#messages/setupPanel.ts";
import { keyWords } from "#server/audit-log/receipts/fingerprint.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { messageKey } from "#server/locale.ts";
import { DeviceList } from "./device-list.tsx";
import { wayInWords } from "./way-in.tsx";

type Seat = Outputs["panel"]["read"]["seats"][number];
type Props = { seat: Seat; isOver: boolean; busy: boolean; onEnd: () => void; children?: ReactNode };

/** Row of a seat: its auditor, how that auditor joined, what else can be done with it, and a button that ends it for good. */
export function SeatRow({ seat, isOver, busy, onEnd, children }: Props) {
  const { id, displayName, wayIn, filledBy, seatedAt, hasRole, devices, waiting, restReason } = seat;
  return (
    <>
      <div className="min-w-0 md:max-w-[65%] [&_time]:whitespace-nowrap">
        <span className="block font-[560]">
          {displayName} <span className="text-sm font-normal text-ink-3">{t.seat({ seat: id })}</span>
        </span>
        <span className="block text-sm text-ink-3">{wayInWords(wayIn, seatedAt)}</span>
        {filledBy !== null && (
          <span className="block text-sm text-ink-3">{t.filledBy({ name: filledBy })}</span>
        )}
        <DeviceList devices={devices} />
        {(isOver ? [] : waiting).map(({ key, addedAt }) => (
          <details key={key} className="text-sm">
            <summary>
              {t.deviceWaits({
                numbers: keyWords(key),
                b: (text) => <b className="font-mono">{text}</b>,
                time: () => <LocalTime at={addedAt} />,
              })}
            </summary>
            <p className="mt-1 text-ink-2">{t.deviceWaitsNote({ name: displayName })}</p>
          </details>
        ))}
        {restReason !== null && (
          <span className="block text-sm">{panels.rests({ reason: messageKey(restReason) })}</span>
        )}
        {hasRole && !isOver && children}
        {!hasRole && <span className="block text-sm text-ink-3">{t.noAuditor()}</span>}
      </div>
      {hasRole && (
        <ConfirmButton
          act={isOver ? t.endRole() : t.endSeat()}
          about={t.seatOption({ name: displayName, seat: id })}
          busy={busy}
          onConfirm={onEnd}
        >
          {isOver ? t.keepsReceipts({ name: displayName }) : t.placeStaysEmpty({ name: displayName })}
        </ConfirmButton>
      )}
    </>
  );
}
