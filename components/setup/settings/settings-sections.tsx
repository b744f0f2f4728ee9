"use client";

import dynamic from "next/dynamic";
import { Fold } from "#components/ui/fold.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/setupSettings.ts";
import { advancedSettings } from "./default-sentences.ts";
import { QuestionsSection } from "./questions-section.tsx";
import { useSettings } from "./use-settings.ts";

// With `loading`: without it the page would wait for them.
const AdvancedSettings = dynamic(async () => (await import("./advanced-settings.tsx")).AdvancedSettings, {
  loading: () => <Skeleton className="h-96" />,
});

/** The fields of all settings, of a draft or of a published study. */
export function SettingsSections() {
  const { settings, isAudit, errorOf } = useSettings();
  const { changed } = advancedSettings(settings, isAudit);
  return (
    <>
      <QuestionsSection />
      {errorOf("learner") && <Notice tone="warn" title={errorOf("learner")} className="mb-4" />}
      <div className="border-t-2 border-rule py-5">
        <Fold label={t.advanced({ count: changed.length })} isOpenAtFirst={changed.length > 0} isLazy>
          <AdvancedSettings />
        </Fold>
      </div>
    </>
  );
}
