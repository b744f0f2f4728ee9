import { OutcomeWords } from "#components/setup/people/outcome-words.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/setupPeople.ts";
import type { Outputs } from "#server/http/outputs.ts";
import type { Column } from "#server/learner/config/spec.ts";
import type { NumberNotation } from "#server/study/cells/notation.ts";
import { examples } from "#server/study/cells/read-cell.ts";
import type { FurtherChoices } from "#server/study/files/people/further-people.ts";
import type { StudyLabels } from "#server/study/labels.ts";
import type { PeopleReading } from "#server/study/reading.ts";

/** Describes a column of the study, and how its cells must be written to be read in the same way as before. */
function hintOf({ name, type }: Column, file: StudyLabels["file"]): string {
  const notation = file.find((column) => column.name === name)?.notation;
  const example =
    notation !== undefined && notation in examples ? examples[notation as NumberNotation] : null;
  return example === null ? t.matchHint({ type }) : t.writtenLike({ example });
}

/** Choice of the file's column for each column of the study. */
export function ColumnMatches({
  reading,
  view: { columns, identifiers, groups, readAs },
  choices,
  change,
}: {
  reading: PeopleReading;
  view: Outputs["people"]["file"]["read"];
  choices: FurtherChoices;
  change: (part: Partial<FurtherChoices>) => void;
}) {
  const { outcome } = choices;
  const sealed = outcome === null ? undefined : reading.columns[outcome.source];
  const matches = (
    of: "columns" | "identifiers" | "groups",
    names: readonly (readonly [name: string, hint: string])[],
  ) =>
    names.map(([name, hint], index) => (
      <Match
        key={name}
        label={name}
        hint={hint}
        reading={reading}
        value={choices[of][index] ?? null}
        choose={(source) =>
          change({ [of]: names.map((_, each) => (each === index ? source : (choices[of][each] ?? null))) })
        }
        isNeeded={of === "columns"}
      />
    ));
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {matches(
          "columns",
          columns.map((column) => [column.name, hintOf(column, readAs)]),
        )}
        {matches(
          "identifiers",
          identifiers.map((name) => [name, t.identifierHint()]),
        )}
        {matches(
          "groups",
          groups.map((name) => [name, t.groupHint()]),
        )}
        <Match
          label={t.outcomeSealed()}
          hint={t.outcomeSealedHint()}
          reading={reading}
          value={outcome?.source ?? null}
          choose={(source) => change({ outcome: source === null ? null : { source, yes: [], no: [] } })}
        />
      </div>
      {outcome !== null && sealed !== undefined && (
        <OutcomeWords
          column={outcome}
          words={sealed.words}
          set={(part) => change({ outcome: { ...outcome, ...part } })}
        />
      )}
    </div>
  );
}

function Match({
  label,
  hint,
  reading,
  value,
  choose,
  isNeeded = false,
}: {
  label: string;
  hint: string;
  reading: PeopleReading;
  value: number | null;
  choose: (source: number | null) => void;
  isNeeded?: boolean;
}) {
  const error = isNeeded && value === null ? t.notFound() : undefined;
  return (
    <Select
      label={label}
      hint={hint}
      error={error}
      value={value ?? ""}
      onChange={(event) => choose(event.target.value === "" ? null : Number(event.target.value))}
      options={[["", t.notInFile()], ...reading.columns.map(({ name }, source) => [source, name] as const)]}
    />
  );
}
