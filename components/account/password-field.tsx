import { Field } from "#components/ui/field.tsx";
import * as t from "#messages/invitations.ts";
import { passwordLength } from "#server/schemas/password-length.ts";

export function NewPasswordField({
  name,
  label = t.password(),
  error,
}: {
  name: string;
  label?: string;
  error: string | undefined;
}) {
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={passwordLength.min}
      maxLength={passwordLength.max}
      hint={t.passwordHint({ count: passwordLength.min })}
      error={error}
    />
  );
}
