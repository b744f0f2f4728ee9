"use client";

import { Send } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Submit } from "#components/ui/button.tsx";
import { Tick } from "#components/ui/choice.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/reminders.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { undoMs } from "#server/schemas/durations.ts";
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

/** Auditors who have not sealed, and when each was reminded; with checkboxes if reminders can be sent. */
function MissingList({
  missing,
  isChosen,
  choose,
}: {
  missing: Reminders["missing"];
  isChosen?: (seatId: string) => boolean;
  choose?: (seatId: string, isChosen: boolean) => void;
}) {
  return (
    <Sheet>
      <ul aria-label={t.notSealedYet()}>
        {missing.map(({ seatId, displayName, remindedAt, againAt }) => {
          const who = <span className="min-w-0 break-words font-[560]">{displayName}</span>;
          return (
            <li
              key={seatId}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hair px-4 py-2 last:border-b-0 md:px-6"
            >
              {choose === undefined ? (
                who
              ) : (
                <Tick
                  checked={isChosen?.(seatId) ?? false}
                  disabled={againAt !== null}
                  onChange={(event) => choose(seatId, event.target.checked)}
                >
                  {who}
                </Tick>
              )}
              <span className="text-sm text-ink-2">
                {remindedAt !== null && (
                  <>
                    {t.reminded({ time: () => <RelativeTime at={remindedAt} /> })}
                    {againAt !== null && ", "}
                  </>
                )}
                {againAt !== null && t.againFrom({ time: () => <LocalTime at={againAt} /> })}
              </span>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
