"use client";

import { StepFrame } from "../step-frame.tsx";
import { AskingSection } from "./asking-section.tsx";
import { DifferenceSection } from "./difference-section.tsx";
import { GuaranteeSection } from "./guarantee-section.tsx";
import { LearningSection } from "./learning-section.tsx";
import { LengthSection } from "./length-section.tsx";
import { PanelSection } from "./panel-section.tsx";
import { ReportsSection } from "./reports-section.tsx";
import { RoundSection } from "./round-section.tsx";
import { useSettings } from "./use-settings.ts";

export function SettingsStep() {
  const { isAudit, isIn } = useSettings();
  return (
    <StepFrame step="settings">
      <p className="mb-6 max-w-measure text-ink-2">
        Everything here can change until you publish. Then it is frozen, before anybody judges: nobody can
        turn a knob after seeing what a panel finds.
      </p>
      <RoundSection />
      <PanelSection />
      <DifferenceSection />
      <AskingSection />
      {!isAudit && (
        <>
          <LengthSection />
          {isIn("guarded") && <ReportsSection />}
          <LearningSection />
          <GuaranteeSection />
        </>
      )}
    </StepFrame>
  );
}
