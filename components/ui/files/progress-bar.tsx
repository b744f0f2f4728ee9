import { Bar } from "#components/ui/bar.tsx";
import { formatNumber } from "#server/format.ts";

/** Progress of long work that can be counted. */
export function ProgressBar({ done, total, what }: { done: number; total: number; what: string }) {
  const words = total === 0 ? "Reading the file" : `${formatNumber(done)} of ${formatNumber(total)} ${what}`;
  return <Bar label={what} done={done} total={total} words={words} isReadOut />;
}
