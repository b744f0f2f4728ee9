"use client";

import { Clock, EyeOff, Stamp, UsersRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { beginSeal, endSeal } from "#components/judging/ballots/seal-attempt.ts";
import { asBallot } from "#components/judging/ballots/verdicts.ts";
import { forgetRound } from "#components/judging/offline/keep-round.ts";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { deviceItems } from "#components/ui/browser-storage.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as reports from "#messages/annulments.ts";
import * as offline from "#messages/judgingOffline.ts";
import * as t from "#messages/judgingParts.ts";
import type { AnnulVote } from "#server/audit-log/annulments.ts";
import { formatNumber } from "#server/format.ts";
import { ballotLimits } from "#server/schemas/ballot-limits.ts";
import { DeviceNotice, useDevice } from "../devices/device-notice.tsx";
import { signingFailure } from "../devices/signing-failure.ts";
import type { JudgingRoom } from "../state/use-judging.ts";

const ANSWER_LIMIT_MS = 20_000;

/** Loads the hashing and signing code, which a page needs only for sealing. */
const loadSealing = () =>
  Promise.all([
    import("#components/judging/ballots/make-ballot.ts"),
    import("#components/judging/ballots/kept-receipts.ts"),
  ]);

/** Codes of refusals that a retry cannot change: the next attempt creates another ballot. */
const isFinal: ReadonlySet<string> = new Set([
  "ballot-outdated",
  "commitment-wrong",
  "key-reused",
  "key-unknown",
  "shown-wrong",
  "signature-wrong",
  "tolerance-wrong",
]);

/** Seals in one step, and shows no receipt before the server's entry exists. A retry sends the same ballot. */
export function SealBox({
  room,
  votes,
}: {
  room: JudgingRoom;
  /** On earlier reports, in the order of the page. */
  votes: readonly AnnulVote[];
}) {
  const { judging, place, given, store, client, isOffline, lookAgain } = room;
  const router = useRouter();
  const [isSealing, setSealing] = useState(false);
  const [failure, setFailure] = useState("");
  const verdicts = asBallot(judging.pairs, given.verdicts);
  const content = { verdicts, ...(votes.length > 0 && { votes: [...votes] }) };
  const device = useDevice(judging);

  async function seal() {
    setSealing(true);
    setFailure("");
    const { studyId, round } = place;
    try {
      const [{ makeBallot }, { keepReceipt }] = await loadSealing();
      const make = () => makeBallot(client, studyId, judging, content);
      const attempt = await beginSeal(place, content, deviceItems(), make);
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
      const ballot = { ...attempt, verdicts: [...attempt.verdicts] };
      const receipt = await client.ballots.seal.mutate(
        { studyId, round, seat: judging.seat, ...ballot },
        { signal },
      );
      const { idempotencyKey: _, ...own } = attempt;
      // The ballot is in the log even if the browser stores nothing.
      await keepReceipt(place, { ...own, opening: judging.opening, ...receipt, proof: null }).catch(
        () => undefined,
      );
      endSeal(place, deviceItems());
      await forgetRound(place).catch(() => undefined);
      store.forgetSteps();
      await store.flush();
      router.push(`/studies/${studyId}/receipts/${round}`);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code !== null && isFinal.has(refusal.code)) endSeal(place, deviceItems());
      setFailure(signingFailure(error));
      setSealing(false);
      void lookAgain();
    }
  }

  if (sealsLeft(room) === 0) return <NoneLeft />;
  return (
    <div className="grid gap-4">
      {failure !== "" && (
        <div role="alert" className="grid gap-3">
          <p className="text-2xl font-[640] tracking-[-0.018em]">{t.notRecorded()}</p>
          <Notice tone="bad" title={failure}>
            {t.verdictsSafe()}
          </Notice>
        </div>
      )}
      <div className="grid items-center gap-6 border-2 border-rule bg-sheet p-4 md:grid-cols-[minmax(0,1fr)_auto] md:p-6">
        <div>
          <h3>{t.recordAs({ count: verdicts.length, round: place.round })}</h3>
          {votes.length > 0 && (
            <p>
              {reports.votesGiven({
                count: votes.length,
                given: String(votes.filter((vote) => vote !== null).length),
              })}
            </p>
          )}
          <Promises room={room} />
          <p role="status" id="seal-needs" className="mt-3 font-[560] text-warn empty:hidden">
            {isOffline && offline.sealNeedsNetwork()}
          </p>
        </div>
        <Button
          look="act"
          busy={isSealing}
          aria-describedby="seal-needs"
          disabled={isOffline || device.state === "refused" || device.state === "waiting"}
          onClick={seal}
          className="min-h-14 px-8 text-lg max-md:w-full"
        >
          <Stamp aria-hidden />
          {isSealing ? t.sealing() : failure === "" ? t.sealAct({ count: verdicts.length }) : t.sealAgain()}
        </Button>
      </div>
      <DeviceNotice device={device} room={room} />
    </div>
  );
}

function sealsLeft({ judging: { sealed } }: JudgingRoom): number {
  return ballotLimits.versions - (sealed?.version ?? 0);
}

function NoneLeft() {
  return (
    <Notice tone="info" title={t.noneLeft({ count: ballotLimits.versions })}>
      {t.lastCounts()}
    </Notice>
  );
}

function Promises({ room }: { room: JudgingRoom }) {
  const { round, sealed } = room.judging;
  return (
    <ul className="mt-2 grid gap-2 text-sm text-ink-2">
      <Promised icon={<Clock />}>
        {sealed !== null && t.replaces({ entry: formatNumber(sealed.seq) })}{" "}
        {sealsLeft(room) === 1
          ? t.lastVersion({ count: ballotLimits.versions })
          : t.changeUntil({
              count: ballotLimits.versions,
              hasDeadline: round.deadlineAt !== null,
              deadline: () => round.deadlineAt !== null && <LocalTime at={round.deadlineAt} />,
            })}{" "}
        {t.lastOneCounts()}
      </Promised>
      <Promised icon={<EyeOff />}>{t.hiddenUntil({ em: (text) => <em>{text}</em> })}</Promised>
      <Promised icon={<UsersRound />}>{t.afterClosing()}</Promised>
    </ul>
  );
}

function Promised({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      <span aria-hidden className="mt-0.5 text-ink-3 [&>svg]:size-4">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  );
}
