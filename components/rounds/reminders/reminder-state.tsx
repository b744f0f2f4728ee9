"use client";

import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/reminders.ts";
import { formatList } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { undoMs } from "#server/schemas/durations.ts";

type Reminder = NonNullable<Outputs["reminders"]["read"]["last"]>;

/** Milliseconds between two requests while a reminder is in progress. */
const pollEveryMs = 1_500;

/** Status of the round's last reminder. The server sends it: leaving the page does not stop it, undoing does. */
export function ReminderState({ studyId, reminder }: { studyId: string; reminder: Reminder }) {
  switch (reminder.state) {
    case "waiting":
    case "running":
      return <UnderWay studyId={studyId} reminder={reminder} />;
    case "done":
      return <Outcome reminder={reminder} />;
    case "cancelled":
      return reminder.error === null ? (
        <Notice live title={t.undone()}>
          {t.undoneNote()}
        </Notice>
      ) : (
        <Notice tone="warn" live title={t.notSent()}>
          {reminder.error}
        </Notice>
      );
    case "failed":
      return (
        <Notice tone="bad" live title={t.failed()}>
          {reminder.error}
        </Notice>
      );
    case "interrupted":
      return (
        <Notice tone="warn" live title={t.interrupted()}>
          {t.interruptedNote({ names: formatList(reminder.names) })}
        </Notice>
      );
  }
}

function UnderWay({ studyId, reminder }: { studyId: string; reminder: Reminder }) {
  const router = useRouter();
  const secondsLeft = useSecondsLeft(reminder.sendsIn);
  const undo = useChange(useTRPC().reminders.undo);
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (!isOver) return;
    const timer = setInterval(() => router.refresh(), pollEveryMs);
    return () => clearInterval(timer);
  }, [isOver, router]);
  const names = formatList(reminder.names);
  if (isOver || reminder.state === "running") {
    return (
      <Notice tone="info" live title={t.sending()}>
        {t.sendingTo({ names })}
      </Notice>
    );
  }
  return (
    <Notice tone="info" live title={t.willBeSent({ names, seconds: undoMs / 1_000 })}>
      <span className="mt-3 flex flex-wrap items-center gap-3">
        <Button busy={undo.isPending} onClick={() => undo.mutate({ studyId, reminderId: reminder.id })}>
          <Undo2 aria-hidden />
          {t.undo()}
        </Button>
        <span aria-hidden className="tabular-nums text-ink-2">
          {t.secondsLeft({ seconds: secondsLeft })}
        </span>
        {undo.error && <span className="text-bad">{refusalOf(undo.error).message}</span>}
      </span>
    </Notice>
  );
}

function Outcome({ reminder: { sent, notNeeded, failed, updatedAt } }: { reminder: Reminder }) {
  return (
    <div className="grid gap-3">
      {sent.length > 0 && (
        <Notice tone="good" live title={t.sent({ names: formatList(sent) })}>
          <LocalTime at={updatedAt} />
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice tone="bad" live title={t.someFailed()}>
          <ul>
            {failed.map(({ name, message }) => (
              <li key={name}>{t.failure({ name, message })}</li>
            ))}
          </ul>
        </Notice>
      )}
      {notNeeded.length > 0 && (
        <Notice live title={t.skipped({ names: formatList(notNeeded) })}>
          {t.skippedNote()}
        </Notice>
      )}
    </div>
  );
}

/**
 * Counts down the remaining time that the server reported, so the two clocks need not agree. @returns whole seconds,
 * 0 at the end
 */
function useSecondsLeft(milliseconds: number): number {
  const [left, setLeft] = useState(milliseconds);
  useEffect(() => {
    const end = performance.now() + milliseconds;
    const tick = () => setLeft(Math.max(0, end - performance.now()));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return Math.ceil(left / 1000);
}
