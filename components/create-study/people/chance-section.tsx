"use client";

import { controlClass, Frame } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { columnLabel, isChance } from "#server/draft/columns.ts";
import type { ColumnChoice } from "#server/draft/draft.ts";
import { numbersOf } from "#server/draft/read-columns.ts";
import type { PeopleReading } from "#server/draft/reading.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { withChance } from "./choose-chance.ts";

const units = [
  { value: "share", title: "0 to 1", what: "0.62 is: picked 62 times in 100." },
  { value: "percent", title: "0 to 100", what: "62 is: picked 62 times in 100." },
] as const;

/** Which column says what the rule in force gives everybody; only in an audit. */
export function ChanceSection({ reading }: { reading: PeopleReading }) {
  const { draft, missing, change } = useDraft();
  const { people, kind } = draft;
  if (people === null || kind !== "audit") return null;
  const { columns } = people;
  const set = (next: ColumnChoice[]) => change({ people: { ...people, columns: next } });
  const chosen = columns.find(isChance);
  const error = missing.find(({ step, field }) => step === "people" && field === "chance")?.message;
  return (
    <Section
      title="The rule in force"
      note="What is audited: the chance that everybody has today. Auditors see it beside the card, and nothing changes it."
    >
      <div className="grid max-w-measure gap-5">
        <Frame
          label="Which column holds everybody’s chance?"
          hint="Numbers, for everybody: the score of a model, or the share of such people who are picked."
          error={error}
        >
          {(control) => (
            <select
              {...control}
              className={controlClass}
              value={chosen?.source ?? ""}
              onChange={(event) => {
                const { value } = event.target;
                set(withChance(columns, value === "" ? null : Number(value), reading));
              }}
            >
              <option value="">Choose</option>
              {columns
                .filter((column) => numbersOf(reading, column) !== null || isChance(column))
                .map((column) => (
                  <option key={column.source} value={column.source}>
                    {columnLabel(column)}
                  </option>
                ))}
            </select>
          )}
        </Frame>
        {chosen && (
          <Choices
            legend="A chance is written as"
            columns={2}
            value={chosen.chanceUnit}
            choices={units}
            onChange={(chanceUnit) =>
              set(columns.map((each) => (each.source === chosen.source ? { ...each, chanceUnit } : each)))
            }
          />
        )}
      </div>
    </Section>
  );
}
