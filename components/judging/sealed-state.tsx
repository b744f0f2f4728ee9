import { CircleDashed, Stamp, TriangleAlert } from "lucide-react";
import { ClockTime } from "#components/ui/time/clock-time.tsx";
import * as t from "#messages/receipts.ts";

/** Whether the viewer's ballot is in the log, and whether it still says what the viewer's verdicts say. */
export function SealedState({ sealedAt, isChanged }: { sealedAt: number | null; isChanged: boolean }) {
  if (isChanged) {
    return (
      <span className="inline-flex items-center gap-1.5 text-warn max-md:whitespace-normal">
        <TriangleAlert aria-hidden className="size-4 flex-none" />
        {t.changesNotSealed()}
      </span>
    );
  }
  return sealedAt === null ? (
    <span className="inline-flex items-center gap-1.5 text-ink-2">
      <CircleDashed aria-hidden className="size-4" />
      {t.notSealed()}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-good">
      <Stamp aria-hidden className="size-4" />
      <span>
        {t.sealedAt({
          time: () => (
            <span className="max-md:hidden">
              <ClockTime at={sealedAt} />
            </span>
          ),
        })}
      </span>
    </span>
  );
}
