"use client";

import { Section } from "#components/ui/sheet.tsx";
import { epsPointsOf } from "#server/study/settings/settings.ts";
import { Choices } from "../choices.tsx";
import { BeaconField } from "./beacon-field.tsx";
import { MarginField } from "./margin-field.tsx";
import { useSettings } from "./use-settings.ts";

/** When a round is decided, what follows the last round, and the margin of the guarantee. */
export function DrawSection() {
  const { settings, set, isIn, isWell, errorOf } = useSettings();
  return (
    <Section title="The draw" note="One draw decides a round.">
      <div className="grid max-w-measure gap-5">
        <Choices
          legend="The draw takes place"
          value={settings.drawAt}
          onChange={(drawAt) => set({ drawAt })}
          choices={[
            {
              value: "close",
              title: "When the round closes",
              what: "Use this if decisions can wait until the panel has judged.",
            },
            {
              value: "opening",
              title: "When the round opens",
              what: "You know the decisions at once; auditors see them at the close. The log commits to the draw at the opening.",
            },
          ]}
        />
        <BeaconField />
        {settings.horizon.trim() !== "" && (
          <Choices
            legend="After the last round the study"
            value={settings.afterHorizon}
            error={errorOf("afterHorizon")}
            onChange={(afterHorizon) => set({ afterHorizon })}
            choices={[
              { value: "end", title: "Ends", what: "No further round can be opened." },
              {
                value: "anytime",
                title: "Continues",
                what: "As if the number of rounds had not been known; the log says so.",
              },
            ]}
          />
        )}
        {!isIn("guarded") && !isIn("paper") && (
          <MarginField
            hint={`Smaller: a weaker push to fairness, and more rounds before the guarantee says something.${isWell("epsPoints") && isWell("alphaPoints") ? ` The learner is compared with policies that keep flagged people within ${difference(settings.alphaPoints, epsPointsOf(settings))} points of each other.` : ""}`}
          />
        )}
      </div>
    </Section>
  );
}

function difference(alpha: string, eps: string): string {
  return String(Number((Number(alpha) - Number(eps)).toPrecision(12)));
}
