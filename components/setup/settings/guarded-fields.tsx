"use client";

import { Field } from "#components/ui/field.tsx";
import * as t from "#messages/setupLearning.ts";
import { MarginField } from "./margin-field.tsx";
import { useSettings } from "./use-settings.ts";

const names = ["tauStart", "step", "pace", "trust", "budget", "forget"] as const;

/** Settings of mode `guarded` other than its dial. */
export function GuardedFields() {
  const { settings, set, errorOf } = useSettings();
  const { guarded } = settings;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <MarginField hint={t.marginGuarded()} />
      {names.map((name) => (
        <Field
          key={name}
          label={t.guardedLabel({ name })}
          hint={t.guardedHint({ name })}
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
