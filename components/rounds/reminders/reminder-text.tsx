import { controlClass } from "#components/ui/control-class.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Frame } from "#components/ui/field.tsx";

/** Text of the reminder, to read or copy. */
export function ReminderText({ subject, text }: { subject?: string; text: string }) {
  return (
    <div className="grid gap-3">
      {subject !== undefined && (
        <p className="text-sm">
          <span className="text-ink-3">Subject</span> <span className="break-words">{subject}</span>
        </p>
      )}
      <Frame
        label="Reminder"
        hint={subject === undefined ? undefined : "Each mail begins with the auditor's name."}
      >
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
        <CopyButton text={text}>Copy the text</CopyButton>
      </div>
    </div>
  );
}
