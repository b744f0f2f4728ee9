"use client";

import { useEffect, useState } from "react";
import { counted } from "#components/ballots/pair-words.ts";
import type { Place } from "#components/ballots/verdict-storage.ts";
import type { Verdicts } from "#components/ballots/verdicts.ts";
import type { Judging } from "#server/services/judging/read-judging.ts";
import { coverageInWords, coverageOf, leftOnDocket } from "./docket.ts";
import { Reminder } from "./reminder.tsx";
import { verdictTimes } from "./verdict-times.ts";

/** What somebody may want to know of their own ballot before it is sealed. */
export function ReviewNotes({
  judging,
  verdicts,
  place,
  onGoTo,
}: {
  judging: Judging;
  verdicts: Verdicts;
  place: Place;
  onGoTo: (index: number) => void;
}) {
  const coverage = coverageOf(judging, verdicts);
  const [quick, setQuick] = useState(0);
  // Only the device knows.
  useEffect(
    () => setQuick(verdictTimes(place).quickCount(judging.pairs, verdicts)),
    [place, judging.pairs, verdicts],
  );
  return (
    <div className="grid max-w-measure gap-3">
      <p>
        You have looked at {coverageInWords(coverage)} pairs. {leftOnDocket(coverage)}
      </p>
      {quick > 0 && (
        <p className="text-ink-2">
          {counted(quick, "verdict")} took less than 2 seconds. That is no mistake by itself.
        </p>
      )}
      <Reminder judging={judging} verdicts={verdicts} place={place} onGoTo={onGoTo} />
    </div>
  );
}
