"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useNow, useZone } from "#components/ui/time/clock.tsx";
import * as t from "#messages/setup.ts";
import { formatMoment } from "#server/format.ts";
import { useDraft } from "./draft-context.tsx";

/** When the draft was saved, or that it is not. */
export function SaveMark() {
  const { saveState } = useDraft();
  const zone = useZone();
  const now = useNow();
  if (saveState.kind === "saved") {
    const moment = formatMoment(saveState.at, zone, now);
    const isToday = moment.split(",")[0] === formatMoment(now, zone, now).split(",")[0];
    return (
      <span className="inline-block min-w-14" suppressHydrationWarning>
        {isToday ? moment.slice(-5) : moment}
      </span>
    );
  }
  if (saveState.kind === "saving") return <span className="inline-block min-w-14">{t.saving()}</span>;
  return (
    <span className="flex items-center gap-2 text-bad">
      <CircleAlert aria-hidden className="size-4" />
      {t.notSaved()}
    </span>
  );
}

/** Explains above the form why something is not saved. */
export function SaveTrouble() {
  const { saveState, flush, reload } = useDraft();
  if (saveState.kind === "waiting") {
    return (
      <Notice tone="bad" live title={t.notSavedYet()} className="mb-6">
        {saveState.message} {t.keptOnPage()}
        <span className="mt-3 block">
          <Button small onClick={() => void flush()}>
            {t.tryNow()}
          </Button>
        </span>
      </Notice>
    );
  }
  if (saveState.kind !== "refused") return null;
  return (
    <Notice tone="bad" live title={t.notSavedFinal()} className="mb-6">
      {saveState.message}
      <span className="mt-3 block">
        <Button small onClick={() => void reload()}>
          {t.reloadDraft()}
        </Button>
      </span>
    </Notice>
  );
}
