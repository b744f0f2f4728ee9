"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/inbox.ts";

const dayLength = 86_400_000;

/** Button that gives a round whose deadline is over a new one, some days from now. */
export function ExtendNow({ studyId, round, days }: { studyId: string; round: number; days: number }) {
  const extend = useChange(useTRPC().rounds.extend);
  return (
    <>
      <Button
        look="act"
        busy={extend.isPending || extend.isSuccess}
        onClick={() => extend.mutate({ studyId, round, deadlineAt: Date.now() + days * dayLength })}
      >
        {extend.isPending ? t.extending({ round }) : t.extendBy({ count: days })}
      </Button>
      <ErrorNotice error={extend.error} />
    </>
  );
}
