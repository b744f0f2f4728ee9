"use client";

import { GuidelineEditor } from "#components/setup/guidelines/guideline-editor.tsx";
import { controlClass } from "#components/ui/control-class.ts";
import { Field, Frame } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { plainDecision } from "#server/study/decision.ts";
import { useDraft } from "./draft-context.tsx";
import { StepFrame } from "./step-frame.tsx";

export function PurposeStep() {
  const { draft, change } = useDraft();
  const { purpose } = draft;
  const set = (part: Partial<typeof purpose>) => change({ purpose: { ...purpose, ...part } });
  return (
    <StepFrame step="purpose">
      <Section title="Study" note="What everybody who takes part sees first.">
        <div className="grid max-w-measure gap-5">
          <Field
            label="Name"
            value={purpose.name}
            maxLength={120}
            onChange={(event) => set({ name: event.target.value })}
            hint="Such as Small loans 2026. You can change it until you publish."
          />
          <Field
            label="What is decided"
            value={purpose.decision ?? ""}
            maxLength={80}
            onChange={(event) => set({ decision: event.target.value })}
            hint={`Words that begin with “who”, such as: who gets a small loan. Auditors read them with every pair. Left empty: ${plainDecision}.`}
          />
          <Frame
            label="Purpose"
            hint="What is decided about whom, and why a panel looks at it. One or two sentences."
          >
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={2_000}
                className={`${controlClass} py-2.5`}
                value={purpose.purpose}
                onChange={(event) => set({ purpose: event.target.value })}
              />
            )}
          </Frame>
        </div>
      </Section>
      <Section
        title="Guidelines"
        note="Auditors have them beside every pair. This will be version 1; its fingerprint goes into the log, and each round names the version it was judged by."
      >
        <GuidelineEditor
          purpose={purpose.purpose}
          body={purpose.guidelines}
          version={1}
          hint="Write which differences may count and which must not."
          onChange={(guidelines) => set({ guidelines })}
        />
      </Section>
    </StepFrame>
  );
}
