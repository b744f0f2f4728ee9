"use client";

import { Field } from "#components/ui/field.tsx";
import * as t from "#messages/setupLearning.ts";
import { epsPointsOf } from "#server/study/settings/settings.ts";
import { typedDecimal } from "../typed-decimal.ts";
import { useSettings } from "./use-settings.ts";

/** @param hint describes the effect of the margin in this mode */
export function MarginField({ hint }: { hint: string }) {
  const { settings, numeral } = useSettings();
  return (
    <Field
      label={t.margin()}
      {...numeral("epsPoints")}
      placeholder={epsPointsOf({ ...settings, epsPoints: "" })}
      hint={`${t.marginRange({ most: typedDecimal(settings.alphaPoints) })} ${hint}`}
    />
  );
}
