import { Bar } from "#components/ui/bar.tsx";
import { sizeInWords } from "#components/ui/size.ts";

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
  return <Bar label="Verified so far" done={byteCount} total={total} words={words} />;
}
