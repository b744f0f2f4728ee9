"use client";

import { MessageCircleQuestionMark } from "lucide-react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/tolerances.ts";

/** Button that asks the panel of a round without pairs to judge for tolerances. */
export function AskTolerances({ studyId, round }: { studyId: string; round: number }) {
  const ask = useChange(useTRPC().rounds.askTolerances);
  return (
    <div className="grid gap-3">
      <p className="max-w-measure text-sm text-ink-2">{t.askNote()}</p>
      <div>
        <Button disabled={ask.isPending || ask.isSuccess} onClick={() => ask.mutate({ studyId, round })}>
          <MessageCircleQuestionMark aria-hidden />
          {ask.isPending ? t.asking() : t.ask()}
        </Button>
      </div>
      <ErrorNotice error={ask.error} />
    </div>
  );
}
