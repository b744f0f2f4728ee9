"use client";

import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { formatNumber } from "#server/format.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { useSettings } from "./use-settings.ts";

export function LengthSection() {
  const { reading } = useDraft();
  const { settings, set, errorOf, numeral } = useSettings();
  const isGuarded = settings.mode === "guarded";
  const k = Number(settings.roundSize);
  const enough = reading === null || !(k >= 1) ? null : Math.floor(reading.rowCount / k);
  return (
    <Section
      title="Length"
      note={
        isGuarded
          ? "Nothing is learned differently for it: the promise below is stated for so many rounds."
          : "The learner takes larger steps if it knows that rounds are few."
      }
    >
      <div className="grid max-w-measure gap-5">
        <Choices
          legend="The number of rounds (T) is"
          value={settings.isHorizonKnown ? "known" : "unknown"}
          error={settings.isHorizonKnown ? undefined : errorOf("horizon")}
          onChange={(value) => set({ isHorizonKnown: value === "known" })}
          choices={[
            {
              value: "unknown",
              title: "Not known",
              what: isGuarded
                ? "The promise is stated for the first 50 rounds, and holds on."
                : "The steps shrink as rounds go by. Costs a constant factor in the guarantee.",
            },
            {
              value: "known",
              title: isGuarded ? "Planned" : "Known",
              what: isGuarded
                ? "The promise is stated for so many rounds, and the study may end there."
                : "The steps are set for exactly so many rounds.",
            },
          ]}
        />
        {settings.isHorizonKnown && (
          <>
            <Field
              label="Rounds (T)"
              {...numeral("horizon")}
              hint={
                enough === null
                  ? "Cancelled rounds are not counted."
                  : `Cancelled rounds are not counted. The file has people for ${formatNumber(enough)} rounds of ${k}.`
              }
            />
            <Choices
              legend="After the last of them the study"
              value={settings.afterHorizon}
              error={errorOf("afterHorizon")}
              onChange={(afterHorizon) => set({ afterHorizon })}
              choices={[
                { value: "end", title: "Ends", what: "No round can be opened after round T." },
                {
                  value: "anytime",
                  title: "Goes on",
                  what: isGuarded
                    ? "The promise goes on, with more rounds that may end in a report."
                    : "As if the number had not been known; the log says so.",
                },
              ]}
            />
          </>
        )}
      </div>
    </Section>
  );
}
