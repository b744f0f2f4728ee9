"use client";

import { AskAgain } from "#components/ui/ask-again.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/setupRehearsal.ts";
import { rehearsalProblems } from "#server/simulation/rehearsal/settings.ts";
import { useDraft } from "../draft-context.tsx";
import { StepFrame } from "../step-frame.tsx";
import { draftPath, stepOf } from "../steps.ts";
import { AuditorsSection } from "./auditors-section.tsx";
import { OthersSection } from "./others-section.tsx";
import { OutcomeSection } from "./outcome-section.tsx";
import { Results } from "./results.tsx";
import { RunControls } from "./run-controls.tsx";
import { StrictnessSection } from "./strictness-section.tsx";
import { useRehearsal } from "./use-rehearsal.ts";

/**
 * Simulation of the study before it is published: simulated auditors with the study's own people, settings and
 * learner.
 */
export function RehearsalStep() {
  const { studyId, draft, reading, missing } = useDraft();
  const open = missing.find(({ step }) => step !== "purpose");
  const problems = rehearsalProblems(draft, reading);
  return (
    <StepFrame step="rehearsal">
      <p className="mb-6 max-w-measure text-ink-2">{t.intro()}</p>
      {open === undefined ? (
        <>
          <AuditorsSection problems={problems} />
          <StrictnessSection />
          <OutcomeSection problems={problems} />
          <OthersSection problems={problems} />
          <Stage canBegin={problems.length === 0} />
        </>
      ) : (
        <Section title={t.rehearsal()} note={t.needs()}>
          <Notice title={t.missing()}>
            <Link href={draftPath(studyId, open.step)}>{stepOf(open.step)?.word}</Link>: {open.message}
          </Notice>
        </Section>
      )}
    </StepFrame>
  );
}

function Stage({ canBegin }: { canBegin: boolean }) {
  const { data, refusal, isBusy, begin, cancel, refetch } = useRehearsal();
  const progress = data?.progress ?? null;
  return (
    <>
      <Section title={t.rehearse()} note={t.rehearseNote()}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <RunControls
            progress={progress}
            label={data?.result ? t.rehearseAgain() : t.rehearse()}
            canBegin={canBegin && data !== undefined}
            isBusy={isBusy}
            begin={() => void begin()}
            cancel={cancel}
          />
          {refusal && <AskAgain refusal={refusal} onAsk={() => void refetch()} />}
          {data?.failure && <Notice tone="bad" live title={data.failure} />}
          {data === undefined
            ? !refusal && <Skeleton className="h-40 w-full" />
            : data.result === null && progress === null && <p className="text-ink-2">{t.nothingYet()}</p>}
        </div>
      </Section>
      {data?.result && <Results result={data.result} isCurrent={data.isCurrent} />}
    </>
  );
}
