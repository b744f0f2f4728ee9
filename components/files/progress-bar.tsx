/** How far long work is: a bar, and the count in words. */
export function ProgressBar({ done, total, what }: { done: number; total: number; what: string }) {
  return (
    <div className="w-full">
      <div
        role="progressbar"
        aria-label={what}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="mb-1 h-2 w-full border border-edge bg-sunken"
      >
        <div className="h-full bg-ink" style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
      </div>
      <p role="status" className="text-sm text-ink-2 tabular-nums">
        {total === 0
          ? "Reading the file"
          : `${done.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} ${what}`}
      </p>
    </div>
  );
}
