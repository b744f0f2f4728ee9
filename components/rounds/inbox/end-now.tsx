"use client";

import { Lock } from "lucide-react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/inbox.ts";

/** Button that closes a round which accepts no more ballots or has all of them. It needs no typed confirmation. */
export function CloseNow({
  studyId,
  round,
  isFirst,
}: {
  studyId: string;
  round: number;
  /** Whether it is the main action of the page. */
  isFirst: boolean;
}) {
  const close = useChange(useTRPC().rounds.close);
  return (
    <>
      <Button
        look={isFirst ? "act" : "plain"}
        small={!isFirst}
        busy={close.isPending || close.isSuccess}
        onClick={() => close.mutate({ studyId, round })}
      >
        <Lock aria-hidden />
        {close.isPending ? t.closing({ round }) : t.roundButton({ act: "close", round })}
      </Button>
      <ErrorNotice error={close.error} />
    </>
  );
}

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
