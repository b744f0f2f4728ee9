import * as t from "#messages/receipts.ts";
import { formatNumber, formatSize } from "#server/format.ts";
import type { LogProgress } from "./log-check.ts";

/**
 * Progress of a log check, next to the button that started it. Single steps are not read out; the start and the
 * result are.
 */
export function LogProgressWords({ progress }: { progress: LogProgress | null }) {
  if (progress === null) return null;
  const { byteCount, entryCount, total } = progress;
  const [read = "", all = ""] = [entryCount, total].map((count) => formatNumber(count));
  return (
    <span
      role="progressbar"
      aria-label={t.readSoFar()}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={entryCount}
      className="text-sm text-ink-2 tabular-nums"
    >
      {t.entriesRead({ read, total: all, size: formatSize(byteCount) })}
    </span>
  );
}
