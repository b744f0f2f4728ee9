import { RecordLinks } from "#components/ui/downloads/record-links.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import { formatNumber } from "#server/format.ts";

/** Downloads of the record, from which anyone can recompute every number of the study. */
export function Downloads({ studyId, head }: { studyId: string; head: { seq: number; hash: string } }) {
  return (
    <Sheet>
      <SheetBody className="grid gap-4">
        <RecordLinks studyId={studyId} entryCount={head.seq} />
      </SheetBody>
      <SheetFooter>
        <span className="break-all">
          Last entry {formatNumber(head.seq)}, <span className="font-mono text-xs">{head.hash}</span>
        </span>
      </SheetFooter>
    </Sheet>
  );
}
