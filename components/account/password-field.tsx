import { Field } from "#components/ui/field.tsx";
import { passwordLength } from "#server/schemas/password-length.ts";

/** Field for choosing a new password. */
export function NewPasswordField({
  name,
  label = "Password",
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
      hint={`At least ${passwordLength.min} characters. Paste from a password manager if you like.`}
      error={error}
    />
  );
}
