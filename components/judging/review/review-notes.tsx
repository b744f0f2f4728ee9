"use client";

import { useEffect, useState } from "react";
import * as t from "#messages/judgingParts.ts";
import { type Coverage, coverageInWords, coverageOf } from "../state/docket.ts";
import { QUICK_MS, verdictTimes } from "../state/verdict-times.ts";
import { type OwnBallot, Reminder } from "./contradiction-notice.tsx";

/** Notes about the auditor's own ballot before it is sealed. */
export function ReviewNotes({ room, onGoTo }: OwnBallot) {
  const { judging, place } = room;
  const { verdicts } = room.given;
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
        {t.lookedAt({ coverage: coverageInWords(coverage) })} {leftOnDocket(coverage)}
      </p>
      {quick > 0 && (
        <p className="text-ink-2">{t.quickVerdicts({ count: quick, seconds: QUICK_MS / 1_000 })}</p>
      )}
      <Reminder room={room} onGoTo={onGoTo} />
    </div>
  );
}

/**
 * Describes what is left on the docket, in one sentence; undefined if nothing is.
 *
 * @internal
 */
export function leftOnDocket({ docket, others }: Coverage): string | undefined {
  const count = docket.count - docket.seen;
  return count === 0 ? undefined : t.leftOnDocket({ count, isAll: others.count === 0 });
}
