"use client";

import { Send } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Submit } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TextField } from "#components/ui/field.tsx";
import * as t from "#messages/reminders.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { undoMs } from "#server/schemas/durations.ts";
import { MissingList } from "./missing-list.tsx";
import { ReminderState } from "./reminder-state.tsx";

type Reminders = Outputs["reminders"]["read"];
type RoundRef = { studyId: string; round: number };

/** Reminder for auditors who have not sealed: a text to copy and, if mail is set up, a button that sends it. */
export function Remind({ studyId, round, reminders }: RoundRef & { reminders: Reminders }) {
  const { missing, mailIsOn, takesVerdicts, last, subject, text } = reminders;
  const state = last && <ReminderState key={last.id} studyId={studyId} reminder={last} />;
  if (missing.length === 0) {
    return (
      <div className="grid gap-4">
        <p className="text-ink-2">{t.noneMissing()}</p>
        {state}
      </div>
    );
  }
  if (!takesVerdicts) {
    return <p className="text-ink-2">{t.deadlinePassed()}</p>;
  }
  return (
    <div className="grid gap-5">
      {mailIsOn ? (
        <SendReminder studyId={studyId} round={round} missing={missing}>
          <ReminderText subject={subject} text={text} />
        </SendReminder>
      ) : (
        <>
          <MissingList missing={missing} />
          <ReminderText text={text} />
          <p className="text-sm text-ink-2">{t.noMail()}</p>
        </>
      )}
      {state}
    </div>
  );
}

function SendReminder({
  studyId,
  round,
  missing,
  children,
}: RoundRef & { missing: Reminders["missing"]; children: ReactNode }) {
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const send = useChange(useTRPC().reminders.send);
  const chosen = missing.filter(({ seatId, againAt }) => againAt === null && !leftOut.includes(seatId));
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    send.mutate({ studyId, round, seatIds: chosen.map(({ seatId }) => seatId) });
  }
  return (
    <form className="grid gap-5" onSubmit={onSubmit}>
      <MissingList
        missing={missing}
        isChosen={(seatId) => chosen.some((seat) => seat.seatId === seatId)}
        choose={(seatId, isChosen) =>
          setLeftOut((before) =>
            isChosen ? before.filter((other) => other !== seatId) : [...before, seatId],
          )
        }
      />
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Submit busy={send.isPending} disabled={chosen.length === 0} act={t.send({ count: chosen.length })}>
          <Send aria-hidden />
        </Submit>
        <span className="text-sm text-ink-2">{t.undoNote({ seconds: undoMs / 1_000 })}</span>
      </div>
      <ErrorNotice error={send.error} />
    </form>
  );
}

/** Text of the reminder, to read or copy. */
function ReminderText({ subject, text }: { subject?: string; text: string }) {
  return (
    <div className="grid gap-3">
      {subject !== undefined && (
        <p className="text-sm">
          <span className="text-ink-3">{t.subject()}</span> <span className="break-words">{subject}</span>
        </p>
      )}
      <TextField
        label={t.reminder()}
        hint={subject === undefined ? undefined : t.beginsWithName()}
        readOnly
        rows={text.split("\n").length + 2}
        look="text-sm read-only:bg-sunken [overflow-wrap:anywhere]"
        value={text}
      />
      <div>
        <CopyButton text={text}>{t.copyText()}</CopyButton>
      </div>
    </div>
  );
}
