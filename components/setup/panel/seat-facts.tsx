import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import type { WayIn } from "#db/queries/seats.ts";
import * as t from "#messages/setupPanel.ts";
import type { Device } from "#server/studies/devices.ts";
import { DeviceList } from "./device-list.tsx";
import { wayInWords } from "./way-in.tsx";

type SeatFact = {
  readonly id: string;
  readonly wayIn: WayIn;
  readonly seatedAt: number;
  readonly devices: readonly Device[];
};

/**
 * The seats without names, how each was filled, and its devices, so that the panel can see whether one person filled it
 * alone.
 */
export function SeatFacts({ seats, ownSeat }: { seats: readonly SeatFact[]; ownSeat?: string | null }) {
  return (
    <Sheet>
      {seats.length === 0 ? (
        <SheetBody className="text-ink-2">{t.noSeats()}</SheetBody>
      ) : (
        <ul aria-label={t.seats()}>
          {seats.map(({ id, wayIn, seatedAt, devices }) => (
            <li
              key={id}
              className="grid gap-x-6 border-b border-hair px-4 py-3 text-sm last:border-b-0 md:px-6 md:grid-cols-[8rem_minmax(0,1fr)]"
            >
              <span className="font-[560]">{t.seatTitle({ seat: id, isYours: id === ownSeat })}</span>
              <div>
                <span className="text-ink-2">{wayInWords(wayIn, seatedAt)}</span>
                <DeviceList devices={devices} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
