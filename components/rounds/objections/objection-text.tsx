import type { ComponentProps } from "react";
import { TextField } from "#components/ui/field.tsx";
import { objectionLimits } from "#server/schemas/objection-limits.ts";

/** Field for the text of an objection, or for the question to the panel. */
export function ObjectionText(field: ComponentProps<typeof TextField>) {
  return <TextField {...field} rows={6} maxLength={objectionLimits.characters} />;
}
