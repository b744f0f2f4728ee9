"use client";

import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupSettings.ts";
import { docketSizeOf, usualPaceMs } from "#server/study/asking.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { Choices } from "../choices.tsx";
import { modes } from "./asking-words.ts";
import { useSettings } from "./use-settings.ts";

export function AskingSection() {
  const { settings, set, errorOf } = useSettings();
  const { asking } = settings;
  const change = (part: Partial<SettingsDraft["asking"]>) => set({ asking: { ...asking, ...part } });
  const size = docketSizeOf(asking);
  return (
    <Section title={t.asking()} note={t.askingNote()}>
      <div className="grid max-w-measure gap-5">
        <Choices
          legend={t.panelLooksAt()}
          value={asking.docket}
          onChange={(docket) => change({ docket })}
          choices={[
            {
              value: "minutes",
              title: t.docketFirst(),
              what: t.docketFirstWhat(),
            },
            {
              value: "everything",
              title: t.everyPair(),
              what: t.everyPairWhat(),
            },
          ]}
        />
        {asking.docket === "minutes" && (
          <Field
            label={t.minutes()}
            value={asking.minutes}
            error={errorOf("asking.minutes")}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            onChange={(event) => change({ minutes: event.target.value })}
            hint={`${size === undefined ? "" : t.docketSize({ pairs: size, seconds: usualPaceMs / 1_000 })} ${t.paceLater()}`}
          />
        )}
        {modes.map((mode) => (
          <Choice
            key={mode}
            label={t.modeLabel({ mode })}
            checked={asking[mode]}
            onChange={(event) => change({ [mode]: event.target.checked })}
          >
            {t.modeWhat({ mode })}
          </Choice>
        ))}
      </div>
    </Section>
  );
}
