"use client";

import { useMutation } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { formatList } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { undoMs } from "#server/schemas/durations.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";

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
        <Notice live title="The reminder was undone.">
          Nobody got it.
        </Notice>
      ) : (
        <Notice tone="warn" live title="The reminder was not sent.">
          {reminder.error}
        </Notice>
      );
    case "failed":
      return (
        <Notice tone="bad" live title="The reminder could not be sent: copy the text above.">
          {reminder.error}
        </Notice>
      );
    case "interrupted":
      return (
        <Notice tone="warn" live title="The server stopped while it sent the reminder.">
          It is not known who of {formatList(reminder.names)} got it.
        </Notice>
      );
  }
}

function UnderWay({ studyId, reminder }: { studyId: string; reminder: Reminder }) {
  const router = useRouter();
  const secondsLeft = useSecondsLeft(reminder.sendsIn);
  const undo = useMutation(useTRPC().reminders.undo.mutationOptions({ onSettled: () => router.refresh() }));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (!isOver) return;
    const timer = setInterval(() => router.refresh(), pollEveryMs);
    return () => clearInterval(timer);
  }, [isOver, router]);
  const whom = formatList(reminder.names);
  if (isOver || reminder.state === "running") {
    return (
      <Notice tone="info" live title="The reminder is going out.">
        To {whom}.
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      live
      title={`The reminder to ${whom} goes out within ${undoMs / 1_000} seconds, also if you leave this page.`}
    >
      <span className="mt-3 flex flex-wrap items-center gap-3">
        <Button busy={undo.isPending} onClick={() => undo.mutate({ studyId, reminderId: reminder.id })}>
          <Undo2 aria-hidden />
          Undo
        </Button>
        <span aria-hidden className="tabular-nums text-ink-2">
          {secondsLeft} s left
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
        <Notice tone="good" live title={`The reminder was sent to ${formatList(sent)}.`}>
          <LocalTime at={updatedAt} />
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice tone="bad" live title="Some could not be sent: copy the text above.">
          <ul>
            {failed.map(({ name, message }) => (
              <li key={name}>
                {name}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {notNeeded.length > 0 && (
        <Notice live title={`It was not sent to ${formatList(notNeeded)}.`}>
          They sealed or left before it went out, or cannot judge now.
        </Notice>
      )}
    </div>
  );
}
