import { CircleDashed, Stamp } from "lucide-react";
import { ClockTime } from "#components/ui/time/clock-time.tsx";
import * as t from "#messages/receipts.ts";

/** Whether the viewer's ballot is in the log, for read-only pages. */
export function SealedState({ sealedAt }: { sealedAt: number | null }) {
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
