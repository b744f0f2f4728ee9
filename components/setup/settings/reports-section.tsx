"use client";

import { useMemo } from "react";
import { Section } from "#components/ui/sheet.tsx";
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
    <Section
      title="Reports"
      note="A round ends in a report when enough of the panel flag a pair. The chances of a round are kept within a limit of each other, which tightens after each report."
    >
      <div className="grid max-w-measure gap-3">
        <Choices
          legend="How many rounds may end in a report?"
          value={guarded.allowance}
          choices={choices}
          onChange={(allowance) => set({ guarded: { ...guarded, allowance } })}
        />
        <p className="text-sm text-ink-2" aria-live="polite">
          The guarantee holds whatever the panel does
          {certain === null && ", as long as no correction is cut"}.{" "}
          {certain !== null && certaintyWords(certain)}
        </p>
      </div>
    </Section>
  );
}
