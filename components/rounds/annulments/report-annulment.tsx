"use client";

import { useState } from "react";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/annulments.ts";
import { type AnnulReason, annulReasons, type Report } from "#server/audit-log/annulments.ts";
import { messageKey } from "#server/locale.ts";
import type { ReportAnnulment } from "#server/rounds/read-annulments.ts";

/** What was proposed and decided about a report, and what its reader may do about it. */
export function ReportAnnulmentCell({
  studyId,
  report,
  annulment,
  mayPropose,
}: {
  studyId: string;
  report: Report;
  /** The last proposal; undefined: none. */
  annulment: ReportAnnulment | undefined;
  mayPropose: boolean;
}) {
  const withdraw = useChange(useTRPC().annulments.withdraw);
  const isOpen = annulment?.state === "waiting" || annulment?.state === "voting";
  const isFinal = annulment?.state === "annulled";
  return (
    <div className="grid justify-items-start gap-1">
      {annulment && (
        <span className={isFinal ? "font-[560]" : "text-sm text-ink-2"}>
          {t.state({ state: annulment.state, round: String(annulment.votedIn ?? 0) })}
        </span>
      )}
      {mayPropose && annulment?.state === "waiting" && annulment.isOwn && (
        <Button
          look="ghost"
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate({ studyId, ...report })}
        >
          {t.withdraw()}
        </Button>
      )}
      {mayPropose && !isOpen && !isFinal && <Propose studyId={studyId} report={report} />}
      <ErrorNotice error={withdraw.error} />
    </div>
  );
}

function Propose({ studyId, report }: { studyId: string; report: Report }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState<AnnulReason | "">("");
  const propose = useChange(useTRPC().annulments.propose);
  const pair = pairName(report.high, report.low);
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        {t.propose()}
      </Button>
      <Dialog title={t.proposeTitle({ pair })} isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen && (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (reason !== "") propose.mutate({ studyId, ...report, reason });
            }}
          >
            <p className="text-sm text-ink-2">{t.proposeNote()}</p>
            <Select
              label={t.why()}
              value={reason}
              onChange={(event) => setReason(event.target.value as AnnulReason | "")}
              options={[
                ["", t.choose()],
                ...annulReasons.map((one) => [one, t.reason({ reason: messageKey(one) })] as const),
              ]}
            />
            <Submit look="act" disabled={reason === "" || propose.isPending} act={t.propose()} />
            <ErrorNotice error={propose.error} />
          </form>
        )}
      </Dialog>
    </>
  );
}
