import type { ComponentProps } from "react";
import { controlClass } from "./control-class.ts";
import { type FieldProps, Frame } from "./field.tsx";

/** Values of a choice, each with its words. */
export type OptionList = readonly (readonly [value: string | number, words: string])[];

function SelectOptions({ of }: { of: OptionList }) {
  return of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}

/** Choice from a list, named by the label around it or by `aria-label`. */
export function BareSelect({ options, ...select }: ComponentProps<"select"> & { options: OptionList }) {
  return (
    <select {...select}>
      <SelectOptions of={options} />
    </select>
  );
}

/** Field for a choice from a list; its children are options before the list, or instead of one. */
export function Select({
  label,
  hint,
  error,
  className,
  options = [],
  children,
  ...select
}: FieldProps & Omit<ComponentProps<"select">, "className"> & { options?: OptionList }) {
  return (
    <Frame {...{ label, hint, error, ...(className && { className }) }}>
      {(control) => (
        <select {...control} {...select} className={`choice ${controlClass}`}>
          {children}
          <SelectOptions of={options} />
        </select>
      )}
    </Frame>
  );
}
