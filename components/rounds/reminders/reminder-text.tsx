import { controlClass } from "#components/ui/control-class.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Frame } from "#components/ui/field.tsx";
import * as t from "#messages/reminders.ts";

/** Text of the reminder, to read or copy. */
export function ReminderText({ subject, text }: { subject?: string; text: string }) {
  return (
    <div className="grid gap-3">
      {subject !== undefined && (
        <p className="text-sm">
          <span className="text-ink-3">{t.subject()}</span> <span className="break-words">{subject}</span>
        </p>
      )}
      <Frame label={t.reminder()} hint={subject === undefined ? undefined : t.beginsWithName()}>
        {(control) => (
          <textarea
            {...control}
            readOnly
            rows={text.split("\n").length + 2}
            className={`${controlClass} py-2.5 text-sm read-only:bg-sunken [overflow-wrap:anywhere]`}
            value={text}
          />
        )}
      </Frame>
      <div>
        <CopyButton text={text}>{t.copyText()}</CopyButton>
      </div>
    </div>
  );
}
