import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { plural } from "#server/format.ts";
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
    <Section title="How it is written" note="Detected. Correct it if what is below looks wrong.">
      <div className="grid gap-4">
        <FormatFields format={format} isBusy={isRereading} choose={choose} />
        <p className="max-w-measure text-sm text-ink-2" role="status">
          {isRereading ? "Reading the file again." : sentences(format, skippedEmptyLines)}
        </p>
        {warnings.length > 0 && (
          <Notice tone="warn" title={plural(warnings.length, "Look at this:", "Look at these:")}>
            <ul className="mt-1 grid list-disc gap-1 ps-5">
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
      : [plural(emptyLines, "One empty line was left out.", `${emptyLines} empty lines were left out.`)];
  return [headerReason, ...skipped, ...notes].join(" ");
}
