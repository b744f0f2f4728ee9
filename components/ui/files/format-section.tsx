import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/files.ts";
import type { FormatChoices as Format, PeopleReading } from "#server/study/reading.ts";
import { FormatFields } from "./format-choices.tsx";

/** The detected file format. A correction reads the file again. */
export function FormatSection({
  reading: { format, skippedEmptyLines, warnings },
  isRereading,
  choose,
}: {
  reading: PeopleReading;
  isRereading: boolean;
  choose: (choice: Format) => void;
}) {
  return (
    <Section title={t.format()} note={t.formatNote()}>
      <div className="grid gap-4">
        <FormatFields format={format} isBusy={isRereading} choose={choose} />
        <p className="max-w-measure text-sm text-ink-2" role="status">
          {isRereading ? t.readingAgain() : sentences(format, skippedEmptyLines)}
        </p>
        {warnings.length > 0 && (
          <Notice tone="warn" title={t.checkThese({ count: warnings.length })}>
            <ul className="mt-1 grid list-disc gap-1 ps-5">
              {warnings.slice(0, 8).map(({ kind, row, column = 0, name = "" }) => (
                <li key={`${row} ${column}`}>{t.corrected({ kind, row, column, name })}</li>
              ))}
              {warnings.length > 8 && <li>{t.andMore({ count: warnings.length - 8 })}</li>}
            </ul>
          </Notice>
        )}
      </div>
    </Section>
  );
}

function sentences({ headerReason, guesses }: PeopleReading["format"], emptyLines: number): string {
  const { why, row = 0, column = 0, cell = "" } = headerReason;
  const skipped = emptyLines === 0 ? [] : [t.emptyLines({ count: emptyLines })];
  const checks = guesses.map((guess) => t.formatGuess({ guess }));
  return [t.headerReason({ why, row, column, cell }), ...skipped, ...checks].join(" ");
}
