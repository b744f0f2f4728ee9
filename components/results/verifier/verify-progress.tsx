import { Bar } from "#components/ui/bar.tsx";
import * as t from "#messages/verifier.ts";
import { formatSize } from "#server/format.ts";

export function VerifyProgress({
  byteCount,
  entryCount,
  total,
}: {
  byteCount: number;
  entryCount: number;
  total: number;
}) {
  const words = t.progress({ done: formatSize(byteCount), total: formatSize(total), entries: entryCount });
  return <Bar label={t.verifiedSoFar()} done={byteCount} total={total} words={words} />;
}
