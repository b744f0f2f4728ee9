"use client";

import * as t from "#messages/setupSettings.ts";
import { StepFrame } from "../step-frame.tsx";
import { GuaranteeSection } from "./guarantee-section.tsx";
import { SettingsSections } from "./settings-sections.tsx";
import { useSettings } from "./use-settings.ts";

export function SettingsStep() {
  const { isAudit } = useSettings();
  return (
    <StepFrame step="settings">
      <p className="mb-6 max-w-measure text-ink-2">{t.canChange()}</p>
      <SettingsSections />
      {!isAudit && <GuaranteeSection />}
    </StepFrame>
  );
}
