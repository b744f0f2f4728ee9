"use client";

import { Choice } from "#components/ui/choice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupSettings.ts";
import { epsPointsOf } from "#server/study/settings/settings.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { typedDecimal } from "../typed-decimal.ts";
import { MarginField } from "./margin-field.tsx";
import { useSettings } from "./use-settings.ts";

/** When a round is decided, what follows the last round, and the margin of the guarantee. */
export function DrawSection() {
  const { hasBeacon } = useDraft();
  const { settings, set, isIn, isWell, errorOf } = useSettings();
  const compared =
    isWell("epsPoints") &&
    isWell("alphaPoints") &&
    t.marginCompared({ points: typedDecimal(difference(settings.alphaPoints, epsPointsOf(settings))) });
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
        {hasBeacon !== null && <BeaconField hasBeacon={hasBeacon} />}
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

/** Setting for whether draws use a public number, if the server has a beacon. */
function BeaconField({ hasBeacon }: { hasBeacon: boolean }) {
  const { settings, set, errorOf } = useSettings();
  const error = errorOf("restsOnBeacon");
  return (
    <div>
      <Choice
        label={t.beacon()}
        checked={settings.restsOnBeacon}
        disabled={!hasBeacon && !settings.restsOnBeacon}
        onChange={(event) => set({ restsOnBeacon: event.target.checked })}
      >
        {hasBeacon ? t.hasBeacon() : t.noBeacon()}
      </Choice>
      {error && (
        <p role="alert" className="mt-1 text-sm font-[560] text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
