"use client";

import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
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
    <Section title="Closing a round" note="With how many ballots, and when.">
      <div className="grid max-w-measure gap-5">
        <Field
          label="Quorum"
          {...numeral("quorum")}
          hint="You are warned before you close a round with fewer ballots."
        />
        <Choice
          label="Close a round at once if it has no pair to judge"
          isOn={settings.closesWithoutPairs}
          onChange={(closesWithoutPairs) => set({ closesWithoutPairs })}
        >
          No two chances differ enough, so auditors have nothing to do.
        </Choice>
        <Choice
          label="Close rounds automatically"
          isOn={settings.closesAtDeadline}
          onChange={(closesAtDeadline) => set({ closesAtDeadline })}
        >
          One minute after the deadline, or ten minutes after the last auditor has sealed. Otherwise you close
          each round. You can extend the deadline until it is closed.
        </Choice>
        {isWell("seats") && isWell("neededFlags") && (
          <p className="text-sm text-ink-2">
            Auditors who do not seal a ballot count as having flagged no pair. The study stores the share{" "}
            {needed}/{seats}; every share {gammaInterval(needed, seats)} means the same for {seats} auditors.
            With another number of auditors the share decides:{" "}
            {otherPanels(seats)
              .map((m) => `${neededFlags({ numerator: needed, denominator: seats }, m)} of ${m}`)
              .join(", ")}
            .
          </p>
        )}
      </div>
    </Section>
  );
}
