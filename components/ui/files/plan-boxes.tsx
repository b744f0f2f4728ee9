import { Box, Boxes } from "#components/ui/boxes.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { formatNumber } from "#server/format.ts";

/** Counts of a preview; empty while they are being computed. */
export function PlanBoxes({ counts }: { counts: Readonly<Record<string, number | null | undefined>> }) {
  return (
    <Boxes>
      {Object.entries(counts).map(([label, count]) => (
        <Box key={label} label={label}>
          {count == null ? <Skeleton className="h-7 w-12" /> : formatNumber(count)}
        </Box>
      ))}
    </Boxes>
  );
}
