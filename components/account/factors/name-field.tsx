import { Field } from "#components/ui/field.tsx";
import * as t from "#messages/factors.ts";

/** Field for the name by which a user recognises this factor among several. */
export function NameField({ example, error }: { example: string; error: string | undefined }) {
  return (
    <Field
      label={t.name()}
      name="name"
      defaultValue={example}
      maxLength={60}
      autoComplete="off"
      hint={t.nameHint()}
      error={error}
    />
  );
}
