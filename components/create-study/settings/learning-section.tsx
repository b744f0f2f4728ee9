"use client";

import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { Choices } from "../choices.tsx";
import { learners, modes, multiplierWords, pairRules } from "./learning-words.ts";
import { useSettings } from "./use-settings.ts";

export function LearningSection() {
  const { settings, set, errorOf, numeral } = useSettings();
  const isPaper = settings.mode === "paper";
  return (
    <Section
      title="Learning"
      note="The defaults are what we would take. What goes beyond the paper is marked as derived."
    >
      <div className="grid max-w-measure gap-5">
        {learners.length > 1 ? (
          <Choices
            legend="Learner"
            value={settings.learner}
            choices={learners}
            onChange={(learner) => set({ learner })}
          />
        ) : (
          <p>
            <b>{learners[0]?.title}.</b> {learners[0]?.what}
          </p>
        )}
        <Choices
          legend="How it estimates what it did not see"
          value={settings.mode}
          choices={modes}
          onChange={(mode) => set({ mode })}
        />
        {!isPaper && (
          <Field
            label="Weight of fairness against errors (multiplier of C)"
            {...numeral("multiplier")}
            hint={multiplierWords(settings.multiplier)}
          />
        )}
        <Choices
          legend="When several pairs have enough flags, the learner hears of"
          value={settings.pairRule}
          error={errorOf("pairRule")}
          choices={pairRules}
          onChange={(pairRule) => set({ pairRule })}
        />
        <Choices
          legend="People who were not picked count in the learner"
          value={settings.rejectedHalves}
          onChange={(rejectedHalves) => set({ rejectedHalves })}
          choices={[
            {
              value: "when-settled",
              title: "When the round’s last outcome is in",
              what: "Picked and not picked people enter together, so picking does not look free while outcomes are on their way.",
            },
            {
              value: "at-close",
              title: "When the round closes",
              what: "At once. Fits outcomes that come within days.",
            },
          ]}
        />
      </div>
    </Section>
  );
}
