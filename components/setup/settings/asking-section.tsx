"use client";

import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { docketSizeOf, usualPaceMs } from "#server/study/asking.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { Choices } from "../choices.tsx";
import { modes } from "./asking-words.ts";
import { Choice } from "./choice.tsx";
import { useSettings } from "./use-settings.ts";

export function AskingSection() {
  const { settings, set, errorOf } = useSettings();
  const { asking } = settings;
  const change = (part: Partial<SettingsDraft["asking"]>) => set({ asking: { ...asking, ...part } });
  const size = docketSizeOf(asking);
  return (
    <Section
      title="What auditors are asked"
      note="Which pairs come first, and what is asked beside a verdict."
    >
      <div className="grid max-w-measure gap-5">
        <Choices
          legend="In a round the panel looks at"
          value={asking.docket}
          onChange={(docket) => change({ docket })}
          choices={[
            {
              value: "minutes",
              title: "A docket first",
              what: "A short list, the same for all: people most alike and treated most differently, and for a fifth of it others drawn at random. Every other pair stays within reach and counts.",
            },
            {
              value: "everything",
              title: "Every pair",
              what: "For small rounds. In large ones auditors stop half way, each at other pairs, and few pairs get enough flags.",
            },
          ]}
        />
        {asking.docket === "minutes" && (
          <Field
            label="Minutes a round may take an auditor"
            value={asking.minutes}
            error={errorOf("asking.minutes")}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            onChange={(event) => change({ minutes: event.target.value })}
            hint={`${size === undefined ? "" : `${size} pairs, at ${usualPaceMs / 1_000} seconds each. `}Once a round was judged you see how long your panel takes.`}
          />
        )}
        {modes.map(({ name, label, what }) => (
          <Choice key={name} label={label} isOn={asking[name]} onChange={(isOn) => change({ [name]: isOn })}>
            {what}
          </Choice>
        ))}
      </div>
    </Section>
  );
}
