"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { FormatChoices } from "#components/files/format-choices.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { FormatChoices as Format, PeopleReading } from "#server/draft/reading.ts";
import { useDraft } from "../draft-context.tsx";

/** How the file is written, as it was detected; a correction reads the file again. */
export function FormatSection({ reading }: { reading: PeopleReading }) {
  const { studyId, draft, flush, reload } = useDraft();
  const reread = useMutation(useTRPC().drafts.reread.mutationOptions());
  const { format, skippedEmptyLines, warnings } = reading;
  async function correct(choice: Format) {
    const revision = await flush();
    if (revision === null) return;
    const chosen = { ...draft.people?.format, ...choice };
    // Refused too: another file may have come meanwhile, and what it brought is to be seen.
    await reread.mutateAsync({ studyId, revision, format: chosen }).then(reload, reload);
  }
  return (
    <Section title="How it is written" note="Detected. Correct it if the first rows below look wrong.">
      <div className="grid gap-4">
        <FormatChoices format={format} isBusy={reread.isPending} choose={(choice) => void correct(choice)} />
        <p className="max-w-measure text-sm text-ink-2" role="status">
          {reread.isPending ? "Reading the file again." : sentences(format, skippedEmptyLines)}
        </p>
        {reread.isError && (
          <Notice tone="bad" live title="The file could not be read that way.">
            {refusalOf(reread.error).message} It is still read as before.
          </Notice>
        )}
        {warnings.length > 0 && (
          <Notice tone="warn" title={warnings.length === 1 ? "Look at this:" : "Look at these:"}>
            <ul className="mt-1 grid list-disc gap-1 pl-5">
              {warnings.slice(0, 8).map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
              {warnings.length > 8 && <li>and {warnings.length - 8} more</li>}
            </ul>
          </Notice>
        )}
      </div>
    </Section>
  );
}

function sentences({ headerReason, notes }: PeopleReading["format"], emptyLines: number): string {
  const skipped =
    emptyLines === 0
      ? []
      : [emptyLines === 1 ? "One empty line was left out." : `${emptyLines} empty lines were left out.`];
  return [headerReason, ...skipped, ...notes].join(" ");
}
