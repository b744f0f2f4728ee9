import { type OptionList, Select } from "#components/ui/select.tsx";
import * as t from "#messages/outcomes.ts";
import type { OutcomesChoices } from "#server/study/files/outcomes/outcomes-file.ts";
import { guessMeanings } from "#server/study/outcome-words.ts";
import type { PeopleReading } from "#server/study/reading.ts";

/** Choice of the column that identifies the person, the kind of identifier, and the column with the outcome. */
export function ColumnChoices({
  reading: { columns },
  identifiers,
  choices: { person, outcome },
  change,
}: {
  reading: PeopleReading;
  identifiers: readonly (string | null)[];
  choices: OutcomesChoices;
  change: (part: Partial<OutcomesChoices>) => void;
}) {
  const options: OptionList = columns.map(({ name }, source) => [source, name]);
  const keys: OptionList = [
    ["pseudonym", t.pseudonym()],
    ...identifiers.map(
      (name, index) => [index, name === null ? t.rowOfFile() : t.identifier({ name })] as const,
    ),
  ];
  const identifier = person?.identifier ?? null;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Choice
        label={t.personColumn()}
        value={person === null ? "" : String(person.source)}
        options={options}
        choose={(value) => change({ person: { source: Number(value), identifier } })}
      />
      <Choice
        label={t.itHolds()}
        value={person === null ? "" : identifier === null ? "pseudonym" : String(identifier)}
        options={keys}
        choose={(value) =>
          change({
            person: { source: person?.source ?? 0, identifier: value === "pseudonym" ? null : Number(value) },
          })
        }
      />
      <Choice
        label={t.outcomeColumn()}
        value={outcome === null ? "" : String(outcome)}
        options={options}
        choose={(value) =>
          change({
            outcome: Number(value),
            meanings: guessMeanings(columns[Number(value)]?.words ?? []),
          })
        }
      />
    </div>
  );
}

function Choice({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string;
  options: OptionList;
  choose: (value: string) => void;
}) {
  return (
    <Select
      label={label}
      error={value === "" ? t.unclear() : undefined}
      value={value}
      onChange={(event) => choose(event.target.value)}
      options={options}
    >
      {value === "" && (
        <option value="" disabled>
          {t.choose()}
        </option>
      )}
    </Select>
  );
}
