import { Field } from "#components/ui/field.tsx";

/** Field for the name by which a user recognises this factor among several. */
export function NameField({ example, error }: { example: string; error: string | undefined }) {
  return (
    <Field
      label="Name"
      name="name"
      defaultValue={example}
      maxLength={60}
      autoComplete="off"
      hint="For you, to tell it from others."
      error={error}
    />
  );
}
