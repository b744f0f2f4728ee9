import { useEffect, useState } from "react";
import { asBallot } from "#components/judging/ballots/verdicts.ts";
import { Slip } from "#components/ui/live/slip.tsx";
import { ClockTime } from "#components/ui/time/clock-time.tsx";
import * as t from "#messages/judgingOffline.ts";
import { forgetRound, keepRound, keepVerdicts } from "./offline/keep-round.ts";
import type { JudgingRoom } from "./state/use-judging.ts";

/** Delay before verdicts are kept, so that quick ones are kept together. */
const PAUSE_MS = 1_000;

/** Keeps an open round on this device, deletes it once it may not be kept, and says when the network is away. */
export function RoundKeeper({
  room,
  build,
  load,
}: {
  room: JudgingRoom;
  /** Id of this page's build; null: rounds are not kept. */
  build: string | null;
  /** Fetches all parts of the page. */
  load: () => Promise<void>;
}) {
  const { judging, pairs, place, given, problem, isOffline } = room;
  const { takesVerdicts, deadlineAt } = judging.round;
  const isOwn = problem?.reason !== "signed-out" && problem?.reason !== "somebody-else";
  const mayKeep = build !== null && takesVerdicts && judging.sealed === null && isOwn;
  const [isKept, setKept] = useState(false);

  useEffect(() => {
    if (!mayKeep) void forgetRound(place).catch(() => undefined);
    else if (!isOffline && !isKept) {
      load()
        .then(() => keepRound(place, build, deadlineAt))
        // A full or refused storage: the round needs a network, as before.
        .then(setKept, () => undefined);
    }
  }, [mayKeep, isOffline, isKept, place, build, deadlineAt, load]);

  const { verdicts, save } = given;
  const savedAt = save.kind === "saved" ? save.at : null;
  useEffect(() => {
    if (!isKept || !mayKeep) return;
    const known = { savedAt, verdicts: asBallot(pairs, verdicts) };
    const timer = setTimeout(() => void keepVerdicts(place, known).catch(() => undefined), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isKept, mayKeep, place, pairs, verdicts, savedAt]);

  return <OfflineSlip room={room} />;
}

function OfflineSlip({ room: { isOffline, readAt, given } }: { room: JudgingRoom }) {
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    if (!isOffline) setDismissed(false);
  }, [isOffline]);
  return (
    <Slip tone="warn" title={isOffline && !isDismissed && t.noNetwork()} onDismiss={() => setDismissed(true)}>
      {t.asOf({ isDurable: given.isDurable, time: () => <ClockTime at={readAt} /> })}
    </Slip>
  );
}
