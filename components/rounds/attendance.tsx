import { CircleDashed, EyeOff, Stamp, UserX } from "lucide-react";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";

type Place = { seatId: string; sealedAt: number | null; hasEnded: boolean };

/**
 * Which seats have sealed, without their verdicts; nothing for a round without a pair to judge, in which no auditor is
 * asked. The panel page shows who has which seat.
 */
export function Attendance({ panel, pairCount }: { panel: readonly Place[]; pairCount: number }) {
  if (pairCount === 0) return null;
  const head = (
    <tr>
      <HeaderCell>Seat</HeaderCell>
      <HeaderCell>State</HeaderCell>
      <HeaderCell>When</HeaderCell>
    </tr>
  );
  return (
    <Sheet ruled>
      <SheetHeader>
        <h2>Attendance</h2>
        <span className="flex items-center gap-2 text-sm text-ink-2">
          <EyeOff aria-hidden className="size-4" /> Which seats have sealed, never what
        </span>
      </SheetHeader>
      <Table caption="Seats that have sealed a ballot" head={head} fold>
        {panel.map(({ seatId, sealedAt, hasEnded }) => (
          <Row key={seatId}>
            <RowHead>Seat {seatId}</RowHead>
            <Cell label="State">
              <span>
                <SealState isSealed={sealedAt !== null} hasEnded={hasEnded} />
              </span>
            </Cell>
            <Cell label="When">{sealedAt === null ? "–" : <LocalTime at={sealedAt} />}</Cell>
          </Row>
        ))}
      </Table>
      <SheetFooter>
        A seat that never seals counts as having flagged nothing, and the record says so.
      </SheetFooter>
    </Sheet>
  );
}

function SealState({ isSealed, hasEnded }: { isSealed: boolean; hasEnded: boolean }) {
  if (isSealed) {
    return (
      <Tag tone="good" icon={Stamp}>
        Sealed
      </Tag>
    );
  }
  return (
    <Tag tone="unseen" icon={hasEnded ? UserX : CircleDashed}>
      {hasEnded ? "Seat has ended" : "Not sealed"}
    </Tag>
  );
}
