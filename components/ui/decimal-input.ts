import type { FormEvent } from "react";
import { decimalPoint } from "#server/format.ts";

/**
 * Props of a field for a decimal number. Values have a decimal point in every language; where numbers are written with a
 * comma, a comma that is typed or pasted becomes that point.
 */
export const decimalInput = {
  inputMode: "decimal",
  autoComplete: "off",
  onInput: ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
    if (decimalPoint() !== "," || !/^[-−]?\d+,\d*$/.test(field.value)) return;
    const at = field.value.indexOf(",");
    // Unlike a new value, this leaves the caret where it is.
    field.setRangeText(".", at, at + 1, "preserve");
  },
} as const;
