"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/simulations.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { runLimits } from "#server/schemas/simulations.ts";

/** Recently removed runs, each with a button that restores it. */
export function RemovedRuns({
  studyId,
  removed,
  onBroughtBack,
}: {
  studyId: string;
  removed: Outputs["simulations"]["read"]["removed"];
  onBroughtBack: () => void;
}) {
  const bringBack = useMutation(
    useTRPC().simulations.bringBack.mutationOptions({ onSettled: onBroughtBack }),
  );
  return (
    <div className="grid gap-3 [&:not(:empty)]:mb-4">
      {bringBack.error && <Notice tone="bad" live title={refusalOf(bringBack.error).message} />}
      {removed.length > 0 && (
        <Notice live title={t.removedRuns({ count: removed.length, minutes: runLimits.undo })}>
          <ul className="mt-2 grid gap-2">
            {removed.map(({ id, name }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span className="min-w-0 break-words">{name}</span>
                <Button
                  small
                  aria-label={t.bringBackNamed({ name })}
                  busy={bringBack.isPending && bringBack.variables.id === id}
                  onClick={() => bringBack.mutate({ studyId, id })}
                >
                  {t.bringBack()}
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
