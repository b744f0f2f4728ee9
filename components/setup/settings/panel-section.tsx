"use client";

import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupSettings.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { Choice } from "./choice.tsx";
import { gammaInterval, otherPanels } from "./needed.ts";
import { useSettings } from "./use-settings.ts";

/** When a round closes, and what the number of agreeing auditors means for other panels. */
export function PanelSection() {
  const { settings, set, isWell, numeral } = useSettings();
  const seats = Number(settings.seats);
  const needed = Number(settings.neededFlags);
  return (
    <Section title={t.closing()} note={t.closingNote()}>
      <div className="grid max-w-measure gap-5">
        <Field label={t.quorum()} {...numeral("quorum")} hint={t.quorumHint()} />
        <Choice
          label={t.closeEmpty()}
          isOn={settings.closesWithoutPairs}
          onChange={(closesWithoutPairs) => set({ closesWithoutPairs })}
        >
          {t.closeEmptyWhy()}
        </Choice>
        <Choice
          label={t.closeAutomatically()}
          isOn={settings.closesAtDeadline}
          onChange={(closesAtDeadline) => set({ closesAtDeadline })}
        >
          {t.closeAutomaticallyWhy()}
        </Choice>
        {isWell("seats") && isWell("neededFlags") && (
          <p className="text-sm text-ink-2">
            {t.noBallot()}{" "}
            {t.storedShare({
              needed,
              seats,
              ...gammaInterval(needed, seats),
              others: otherPanels(seats)
                .map((m) =>
                  t.agreeOption({
                    needed: neededFlags({ numerator: needed, denominator: seats }, m),
                    seats: m,
                  }),
                )
                .join(", "),
            })}
          </p>
        )}
      </div>
    </Section>
  );
}
