import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import type { Outputs } from "#server/http/outputs.ts";
import { endingWords } from "./ending-words.ts";
import { wayInWords } from "./way-in.ts";

type Seat = Outputs["panel"]["read"]["seats"][number];
type Props = { seat: Seat; isOver: boolean; busy: boolean; onEnd: () => void };

/** Row of a seat: its auditor, how that auditor joined, and a button that ends the seat for good. */
export function SeatRow({ seat, isOver, busy, onEnd }: Props) {
  const { id, displayName, wayIn, filledBy, seatedAt, hasRole } = seat;
  return (
    <>
      <span className="min-w-0 md:max-w-[65%]">
        <span className="block font-[560]">
          {displayName} <span className="text-sm font-normal text-ink-3">seat {id}</span>
        </span>
        <span className="block text-sm text-ink-3">
          {wayInWords(wayIn)}
          {filledBy !== null && `; filled by ${filledBy}`}, <LocalTime at={seatedAt} />
          {!hasRole && "; no auditor of this study any more"}
        </span>
      </span>
      {hasRole && (
        <ConfirmButton
          act={isOver ? "End the role" : "End the seat"}
          about={`${displayName}, seat ${id}`}
          busy={busy}
          onConfirm={onEnd}
        >
          {endingWords(displayName, isOver)}
        </ConfirmButton>
      )}
    </>
  );
}
