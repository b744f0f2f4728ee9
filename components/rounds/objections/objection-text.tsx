import { controlClass } from "#components/ui/control-class.ts";
import { type FieldProps, Frame } from "#components/ui/field.tsx";
import { objectionLimits } from "#server/schemas/objection-limits.ts";

/** Field for the text of an objection, or for the question to the panel. */
export function ObjectionText({
  name,
  defaultValue,
  ...frame
}: FieldProps & { name: string; defaultValue?: string }) {
  return (
    <Frame {...frame}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          rows={6}
          maxLength={objectionLimits.characters}
          defaultValue={defaultValue}
          className={`${controlClass} py-2`}
        />
      )}
    </Frame>
  );
}
