import { Download } from "lucide-react";
import { GuardedDownload } from "#components/step-up/guarded-download.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";

/** The two files with which anybody can recompute every number of the study. */
export function Downloads({ studyId, head }: { studyId: string; head: { seq: number; hash: string } }) {
  return (
    <Sheet>
      <SheetBody className="grid gap-4">
        <p className="max-w-measure">
          Two files hold all that is needed to recompute every chance, decision and draw: the log, which knows
          people by pseudonyms, and their features. Ballots of an open round are in it as sealed commitments
          only.
        </p>
        <div className="flex flex-wrap gap-2">
          <a className={buttonClass()} href={`/api/studies/${studyId}/log?upTo=${head.seq}`} download>
            <Download aria-hidden /> Log, {head.seq.toLocaleString("en-GB")} entries
          </a>
          <GuardedDownload href={`/api/studies/${studyId}/features?upTo=${head.seq}`}>
            Features
          </GuardedDownload>
        </div>
      </SheetBody>
      <SheetFooter>
        <span className="break-all">
          Last entry {head.seq.toLocaleString("en-GB")},{" "}
          <span className="font-mono text-xs">{head.hash}</span>
        </span>
      </SheetFooter>
    </Sheet>
  );
}
