"use client";

import { Tick } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/simulations.ts";
import { type RunsPageState, type RunView, runColumnNames } from "./page-state.ts";

/** Filter for the listed runs and columns. Its values are kept in the address. */
export function RunFilter({
  runs,
  state,
  change,
}: {
  runs: readonly RunView[];
  state: RunsPageState;
  change: (part: Partial<RunsPageState>) => void;
}) {
  const { text, learner, world, columns } = state;
  return (
    <search className="grid gap-3">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field
          label={t.find()}
          type="search"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <Choice
          label={t.column({ column: "learner" })}
          value={learner}
          values={runs.map(({ about }) => about.learner)}
          onChoose={(next) => change({ learner: next })}
        />
        <Choice
          label={t.column({ column: "world" })}
          value={world}
          values={runs.map(({ about }) => about.world)}
          onChoose={(next) => change({ world: next })}
        />
      </div>
      <Fold label={t.columns()}>
        <fieldset>
          <legend className="sr-only">{t.columnsShown()}</legend>
          <div className="flex flex-wrap gap-x-5">
            {runColumnNames.map((name) => (
              <Tick
                key={name}
                className="text-sm"
                checked={columns.includes(name)}
                onChange={(event) =>
                  change({
                    columns: runColumnNames.filter((each) =>
                      each === name ? event.target.checked : columns.includes(each),
                    ),
                  })
                }
              >
                {t.column({ column: name })}
              </Tick>
            ))}
          </div>
        </fieldset>
      </Fold>
    </search>
  );
}

function Choice({
  label,
  value,
  values,
  onChoose,
}: {
  label: string;
  value: string;
  values: readonly string[];
  onChoose: (value: string) => void;
}) {
  const known = [...new Set([...values, ...(value === "" ? [] : [value])])].sort();
  return (
    <Select
      label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      options={[["", t.any()], ...known.map((each) => [each, each] as const)]}
    />
  );
}
