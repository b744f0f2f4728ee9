"use client";

import { useEffect, useState } from "react";
import { pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { placeKey } from "#components/judging/ballots/verdicts-on-device.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { deviceItems } from "#components/ui/browser-storage.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/judgingPair.ts";
import type { JudgingRoom } from "../state/use-judging.ts";
import { type Contradiction, contradictionsIn } from "./contradictions.ts";

export type OwnBallot = { room: JudgingRoom; onGoTo: (index: number) => void };

/**
 * Reminder of two verdicts that seem inconsistent, in one sentence. Once dismissed, it never returns on this device.
 */
export function Reminder({ room: { judging, given, place }, onGoTo }: OwnBallot) {
  const name = `evenhand/reminded/${placeKey(place)}`;
  const [putAway, setPutAway] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => setPutAway(new Set(deviceItems().getItem(name)?.split(" "))), [name]);
  if (putAway === null || !judging.round.takesVerdicts) return null;
  const found = contradictionsIn(judging, given.verdicts).find(({ id }) => !putAway.has(id));
  if (found === undefined) return null;

  function dismiss(id: string) {
    const next = new Set(putAway).add(id);
    deviceItems().setItem(name, [...next].join(" "));
    setPutAway(next);
  }

  return (
    <Notice live className="mb-5">
      {inWords(found)}
      <span className="mt-2 flex flex-wrap gap-2">
        <Button
          small
          onClick={() =>
            onGoTo(judging.pairs.findIndex((pair) => pairKeyOf(pair) === pairKeyOf(found.flagged)))
          }
        >
          {t.lookAgain()}
        </Button>
        <Button small look="ghost" onClick={() => dismiss(found.id)}>
          {t.leaveIt()}
        </Button>
      </span>
    </Notice>
  );
}

function inWords({ accepted, flagged, isLarger }: Contradiction): string {
  return t.contradiction({ accepted: pairName(...accepted), flagged: pairName(...flagged), isLarger });
}
