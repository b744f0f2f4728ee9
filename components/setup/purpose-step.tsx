"use client";

import { GuidelineEditor } from "#components/setup/guidelines/guideline-editor.tsx";
import { Field, TextField } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setup.ts";
import { plainDecision } from "#server/study/decision.ts";
import { useDraft } from "./draft-context.tsx";
import { StepFrame } from "./step-frame.tsx";

export function PurposeStep() {
  const { draft, change } = useDraft();
  const { purpose } = draft;
  const set = (part: Partial<typeof purpose>) => change({ purpose: { ...purpose, ...part } });
  return (
    <StepFrame step="purpose">
      <Section title={t.study()} note={t.studyNote()}>
        <div className="grid max-w-measure gap-5">
          <Field
            label={t.name()}
            value={purpose.name}
            maxLength={120}
            onChange={(event) => set({ name: event.target.value })}
            hint={t.nameHint()}
          />
          <Field
            label={t.decision()}
            value={purpose.decision ?? ""}
            maxLength={80}
            onChange={(event) => set({ decision: event.target.value })}
            hint={t.decisionHint({ decision: plainDecision })}
          />
          <TextField
            label={t.purpose()}
            hint={t.purposeHint()}
            rows={3}
            maxLength={2_000}
            value={purpose.purpose}
            onChange={(event) => set({ purpose: event.target.value })}
          />
        </div>
      </Section>
      <Section title={t.guidelines()} note={t.guidelinesNote()}>
        <GuidelineEditor
          purpose={purpose.purpose}
          body={purpose.guidelines}
          version={1}
          hint={t.guidelinesHint()}
          onChange={(guidelines) => set({ guidelines })}
        />
      </Section>
    </StepFrame>
  );
}
