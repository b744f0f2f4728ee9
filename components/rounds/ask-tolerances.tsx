"use client";

import { useMutation } from "@tanstack/react-query";
import { MessageCircleQuestionMark } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/tolerances.ts";

/** Button that asks the panel of a round without pairs to judge for tolerances. */
export function AskTolerances({ studyId, round }: { studyId: string; round: number }) {
  const router = useRouter();
  const ask = useMutation(
    useTRPC().rounds.askTolerances.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  return (
    <div className="grid gap-3">
      <p className="max-w-measure text-sm text-ink-2">{t.askNote()}</p>
      <div>
        <Button disabled={ask.isPending || ask.isSuccess} onClick={() => ask.mutate({ studyId, round })}>
          <MessageCircleQuestionMark aria-hidden />
          {ask.isPending ? t.asking() : t.ask()}
        </Button>
      </div>
      {ask.error && <Notice tone="bad" live title={refusalOf(ask.error).message} />}
    </div>
  );
}
