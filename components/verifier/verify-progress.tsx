import { sizeInWords } from "#components/ui/size.ts";

/** Not read out at each step: that it began and what came of it is. */
export function VerifyProgress({
  byteCount,
  entryCount,
  total,
}: {
  byteCount: number;
  entryCount: number;
  total: number;
}) {
  const words = `${sizeInWords(byteCount)} of ${sizeInWords(total)}, ${entryCount.toLocaleString("en-GB")} entries`;
  return (
    <div className="w-full">
      <div
        role="progressbar"
        aria-label="Verified so far"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={byteCount}
        aria-valuetext={words}
        className="mb-1 h-2 w-full border border-edge bg-sunken"
      >
        <div className="h-full bg-ink" style={{ width: `${total === 0 ? 0 : (100 * byteCount) / total}%` }} />
      </div>
      <p className="text-sm text-ink-2 tabular-nums">{words}</p>
    </div>
  );
}
