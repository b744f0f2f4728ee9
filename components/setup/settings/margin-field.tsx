"use client";

import { Field } from "#components/ui/field.tsx";
import { epsPointsOf } from "#server/study/settings/settings.ts";
import { useSettings } from "./use-settings.ts";

/** @param hint describes the effect of the margin in this mode */
export function MarginField({ hint }: { hint: string }) {
  const { settings, numeral } = useSettings();
  return (
    <Field
      label="Margin of the guarantee (eps), points"
      {...numeral("epsPoints")}
      placeholder={epsPointsOf({ ...settings, epsPoints: "" })}
      hint={`More than 0 and at most ${settings.alphaPoints}. Empty: half of it. ${hint}`}
    />
  );
}
