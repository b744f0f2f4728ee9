"use client";

import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupSettings.ts";
import { epsPointsOf } from "#server/study/settings/settings.ts";
import { Choices } from "../choices.tsx";
import { BeaconField } from "./beacon-field.tsx";
import { MarginField } from "./margin-field.tsx";
import { useSettings } from "./use-settings.ts";

/** When a round is decided, what follows the last round, and the margin of the guarantee. */
export function DrawSection() {
  const { settings, set, isIn, isWell, errorOf } = useSettings();
  const compared =
    isWell("epsPoints") &&
    isWell("alphaPoints") &&
    t.marginCompared({ points: difference(settings.alphaPoints, epsPointsOf(settings)) });
  return (
    <Section title={t.draw()} note={t.drawNote()}>
      <div className="grid max-w-measure gap-5">
        <Choices
          legend={t.drawWhen()}
          value={settings.drawAt}
          onChange={(drawAt) => set({ drawAt })}
          choices={[
            {
              value: "close",
              title: t.atClose(),
              what: t.atCloseWhat(),
            },
            {
              value: "opening",
              title: t.atOpening(),
              what: t.atOpeningWhat(),
            },
          ]}
        />
        <BeaconField />
        {settings.horizon.trim() !== "" && (
          <Choices
            legend={t.afterLast()}
            value={settings.afterHorizon}
            error={errorOf("afterHorizon")}
            onChange={(afterHorizon) => set({ afterHorizon })}
            choices={[
              { value: "end", title: t.ends(), what: t.endsWhat() },
              {
                value: "anytime",
                title: t.continues(),
                what: t.continuesWhat(),
              },
            ]}
          />
        )}
        {!isIn("guarded") && !isIn("paper") && <MarginField hint={`${t.marginHint()} ${compared || ""}`} />}
      </div>
    </Section>
  );
}

function difference(alpha: string, eps: string): string {
  return String(Number((Number(alpha) - Number(eps)).toPrecision(12)));
}
