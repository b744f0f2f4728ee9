"use client";

import { Field } from "#components/ui/field.tsx";
import { guardedFields } from "./guarded-words.ts";
import { MarginField } from "./margin-field.tsx";
import { useSettings } from "./use-settings.ts";

/** Settings of mode `guarded` other than its dial. */
export function GuardedFields() {
  const { settings, set, errorOf } = useSettings();
  const { guarded } = settings;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <MarginField hint="How much closer than what was rejected a remembered pair is kept, and the margin of the bound on errors. A quarter or all of alpha made hardly a difference in our simulations." />
      {guardedFields.map(({ name, label, hint }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          value={guarded[name]}
          error={errorOf(`guarded.${name}`)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          onChange={(event) => set({ guarded: { ...guarded, [name]: event.target.value } })}
        />
      ))}
    </div>
  );
}
