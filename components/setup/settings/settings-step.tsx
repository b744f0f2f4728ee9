"use client";

import { Fold } from "#components/ui/fold.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/setupSettings.ts";
import { StepFrame } from "../step-frame.tsx";
import { AskingSection } from "./asking-section.tsx";
import { advancedSettings } from "./defaults.ts";
import { DrawSection } from "./draw-section.tsx";
import { GuaranteeSection } from "./guarantee-section.tsx";
import { LearningSection } from "./learning-section.tsx";
import { PanelSection } from "./panel-section.tsx";
import { PicksSection } from "./picks-section.tsx";
import { QuestionsSection } from "./questions-section.tsx";
import { ReportsSection } from "./reports-section.tsx";
import { useSettings } from "./use-settings.ts";

export function SettingsStep() {
  const { settings, isAudit, isIn, errorOf } = useSettings();
  const { changed } = advancedSettings(settings, isAudit);
  return (
    <StepFrame step="settings">
      <p className="mb-6 max-w-measure text-ink-2">{t.canChange()}</p>
      {!isAudit && <PicksSection />}
      <QuestionsSection />
      {errorOf("learner") && <Notice tone="warn" title={errorOf("learner")} className="mb-4" />}
      <div className="border-t-2 border-rule py-5">
        <Fold label={t.advanced({ count: changed.length })} isOpenAtFirst={changed.length > 0} isLazy>
          <PanelSection />
          <AskingSection />
          {!isAudit && (
            <>
              <DrawSection />
              {isIn("guarded") && <ReportsSection />}
              <LearningSection />
            </>
          )}
        </Fold>
      </div>
      {!isAudit && <GuaranteeSection />}
    </StepFrame>
  );
}
