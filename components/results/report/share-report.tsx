"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { CopyField } from "#components/ui/copy-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/reportForms.ts";

/** Makes the link at which anyone can read a study's report, and withdraws it. */
export function ShareReport({ studyId, madeAt }: { studyId: string; madeAt: number | null }) {
  const share = useChange(useTRPC().report.share);
  const withdraw = useChange(useTRPC().report.withdraw);
  const [address, setAddress] = useState<string | null>(null);
  const make = () =>
    share.mutate(
      { studyId },
      { onSuccess: ({ token }) => setAddress(`${location.origin}/reports/${token}`) },
    );
  return (
    <div className="grid max-w-measure justify-items-start gap-3">
      <p>{t.whatReadersSee()}</p>
      {madeAt === null ? (
        <Button busy={share.isPending} onClick={make}>
          {t.makeLink()}
        </Button>
      ) : (
        <>
          <p>{t.linkMade({ time: () => <LocalTime at={madeAt} /> })}</p>
          <div className="flex flex-wrap gap-2">
            <ConfirmButton act={t.renewLink()} about={t.theReport()} busy={share.isPending} onConfirm={make}>
              {t.renewNote()}
            </ConfirmButton>
            <ConfirmButton
              act={t.withdrawLink()}
              about={t.theReport()}
              busy={withdraw.isPending}
              onConfirm={() => withdraw.mutate({ studyId }, { onSuccess: () => setAddress(null) })}
            >
              {t.withdrawNote()}
            </ConfirmButton>
          </div>
        </>
      )}
      {address !== null && madeAt !== null && <CopyField label={t.link()} text={address} />}
      <ErrorNotice error={share.error ?? withdraw.error} />
    </div>
  );
}
