"use client";

import { useEffect, useState } from "react";
import { formatCount } from "#server/format.ts";
import { coverageInWords, coverageOf, leftOnDocket } from "./docket.ts";
import { type OwnBallot, Reminder } from "./reminder.tsx";
import { QUICK_MS, verdictTimes } from "./verdict-times.ts";

/** Notes about the auditor's own ballot before it is sealed. */
export function ReviewNotes({ judging, verdicts, place, onGoTo }: OwnBallot) {
  const coverage = coverageOf(judging, verdicts);
  const [quick, setQuick] = useState(0);
  // Only the device has this.
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
          {formatCount(quick, "verdict")} took less than {QUICK_MS / 1_000} seconds. That is no mistake by
          itself.
        </p>
      )}
      <Reminder judging={judging} verdicts={verdicts} place={place} onGoTo={onGoTo} />
    </div>
  );
}
