import { CircleDashed, EyeOff, Stamp, UserX } from "lucide-react";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/rounds.ts";

type Place = { seatId: string; sealedAt: number | null; hasEnded: boolean };

/**
 * Which seats have sealed, without their verdicts; nothing for a round without a pair to judge, in which no auditor is
 * asked. The panel page shows who has which seat.
 */
export function Attendance({ panel, pairCount }: { panel: readonly Place[]; pairCount: number }) {
  if (pairCount === 0) return null;
  return (
    <Sheet ruled>
      <SheetHeader>
        <h2>{t.attendance()}</h2>
        <span className="flex items-center gap-2 text-sm text-ink-2">
          <EyeOff aria-hidden className="size-4" /> {t.attendanceNote()}
        </span>
      </SheetHeader>
      <DataTable
        caption={t.attendanceTable()}
        fold
        rows={panel}
        keyOf={({ seatId }) => seatId}
        columns={[
          [t.seat(), ({ seatId }) => t.seatName({ seat: seatId })],
          [
            t.state(),
            ({ sealedAt, hasEnded }) => (
              <span>
                <SealState isSealed={sealedAt !== null} hasEnded={hasEnded} />
              </span>
            ),
          ],
          [t.when(), ({ sealedAt }) => (sealedAt === null ? "–" : <LocalTime at={sealedAt} />)],
        ]}
      />
      <SheetFooter>{t.attendanceRule()}</SheetFooter>
    </Sheet>
  );
}

function SealState({ isSealed, hasEnded }: { isSealed: boolean; hasEnded: boolean }) {
  if (isSealed) {
    return (
      <Tag tone="good" icon={Stamp}>
        {t.sealState({ state: "sealed" })}
      </Tag>
    );
  }
  return (
    <Tag tone="unseen" icon={hasEnded ? UserX : CircleDashed}>
      {t.sealState({ state: hasEnded ? "ended" : "open" })}
    </Tag>
  );
}
