"use client";

import { useMemo } from "react";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupSettings.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { allowanceChoices } from "./guarded-words.ts";
import { certaintyWords, draftCertainty } from "./promise.ts";
import { useSettings } from "./use-settings.ts";

/** The single dial of mode `guarded`. */
export function ReportsSection() {
  const { rules } = useDraft();
  const { settings, set } = useSettings();
  const { guarded } = settings;
  const choices = useMemo(() => allowanceChoices(settings), [settings]);
  const certain = draftCertainty(settings, rules);
  return (
    <Section title={t.reports()} note={t.reportsNote()}>
      <div className="grid max-w-measure gap-3">
        <Choices
          legend={t.howManyReports()}
          value={guarded.allowance}
          choices={choices}
          onChange={(allowance) => set({ guarded: { ...guarded, allowance } })}
        />
        <p className="text-sm text-ink-2" aria-live="polite">
          {certain === null ? t.guaranteeUncut() : `${t.guaranteeHolds()} ${certaintyWords(certain)}`}
        </p>
      </div>
    </Section>
  );
}
