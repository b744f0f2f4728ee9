import { Bar } from "#components/ui/bar.tsx";
import { formatNumber, formatSize } from "#server/format.ts";

export function VerifyProgress({
  byteCount,
  entryCount,
  total,
}: {
  byteCount: number;
  entryCount: number;
  total: number;
}) {
  const words = `${formatSize(byteCount)} of ${formatSize(total)}, ${formatNumber(entryCount)} entries`;
  return <Bar label="Verified so far" done={byteCount} total={total} words={words} />;
}
