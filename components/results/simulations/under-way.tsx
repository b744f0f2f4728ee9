"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { ProgressBar } from "#components/ui/files/progress-bar.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/simulations.ts";
import type { RunView } from "./page-state.ts";

/** The simulation in progress, with a button that cancels it. */
export function UnderWay({
  studyId,
  run,
  onCancelled,
}: {
  studyId: string;
  run: RunView;
  onCancelled: () => void;
}) {
  const cancel = useMutation(useTRPC().simulations.cancel.mutationOptions({ onSettled: onCancelled }));
  const { done, total } = run.progress ?? { done: 0, total: run.about.rounds * run.about.runs };
  return (
    <Sheet ruled>
      <SheetBody className="grid gap-3">
        <h3>{run.name}</h3>
        <ProgressBar done={done} total={Math.max(1, total)} what={t.roundsPlayed()} />
        <ErrorNotice error={cancel.error} />
        <div>
          <Button busy={cancel.isPending} onClick={() => cancel.mutate({ studyId })}>
            {t.cancel()}
          </Button>
        </div>
      </SheetBody>
    </Sheet>
  );
}
