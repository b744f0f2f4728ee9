"use client";

import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Fold } from "#components/ui/fold.tsx";

export type ChoiceOption<Value extends string> = {
  readonly value: Value;
  readonly title: string;
  readonly what: string;
  /** An example of the choice. */
  readonly example?: string;
};

/** A few options, each with the sentence that explains it. */
export function Choices<Value extends string>({
  legend,
  name,
  value,
  choices,
  error,
  columns = 1,
  more,
  onChange,
}: {
  legend: string;
  /** Name of the field in the form's schema, if the form is submitted. */
  name?: string;
  value: Value;
  choices: readonly ChoiceOption<Value>[];
  error?: string | undefined;
  columns?: 1 | 2;
  /** Less common options, folded unless one of them is already chosen. */
  more?: {
    readonly label: string;
    readonly choices: readonly ChoiceOption<Value>[];
    readonly below?: ReactNode;
  };
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-[560]">{legend}</legend>
      <ChoiceGrid {...{ name: name ?? id, value, choices, columns, onChange }} />
      {more !== undefined && (
        <div className="mt-2">
          <Fold label={more.label} isOpenAtFirst={more.choices.some((choice) => choice.value === value)}>
            <ChoiceGrid {...{ name: name ?? id, value, choices: more.choices, columns, onChange }} />
            {more.below && <p className="mt-2">{more.below}</p>}
          </Fold>
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-sm font-[560] text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

function ChoiceGrid<Value extends string>({
  name,
  value,
  choices,
  columns,
  onChange,
}: {
  name: string;
  value: Value;
  choices: readonly ChoiceOption<Value>[];
  columns: 1 | 2;
  onChange: (value: Value) => void;
}) {
  return (
    <div className={classNames("grid gap-2", columns === 2 && "md:grid-cols-2")}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex cursor-pointer items-start gap-3 rounded-sm border border-edge bg-sheet px-4 py-3 hover:border-ink-2 has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            className="mt-0.5 size-[1.125rem] flex-none accent-accent outline-none"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span className="min-w-0">
            <span className="block font-[560]">{choice.title}</span>
            <span className="block text-sm text-ink-2">{choice.what}</span>
            {choice.example !== undefined && (
              <span className="mt-1 block text-sm break-words text-ink-3">{choice.example}</span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
