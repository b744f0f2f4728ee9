"use client";

import { ButtonLink } from "#components/ui/button.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { plural } from "#server/format.ts";
import type { StudyKind } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";
import { useCheck } from "../people/use-check.ts";
import { StepFrame } from "../step-frame.tsx";
import { draftPath, stepOf, stepsOf } from "../steps.ts";
import { PersonPreview } from "./person-preview.tsx";
import { Publish } from "./publish.tsx";
import { reviewSentences } from "./review-sentences.ts";

export function ReviewStep() {
  const drafting = useDraft();
  const { studyId, draft, reading, rules, missing } = drafting;
  const { check } = useCheck();
  const sections = reviewSentences(draft, reading, rules, check);
  return (
    <StepFrame step="publish">
      {missing.length > 0 && <Missing />}
      {sections.map(({ step, sentences, details }) => (
        <Section
          key={step}
          title={stepOf(step)?.word ?? step}
          note={<Link href={draftPath(studyId, step)}>Change this</Link>}
        >
          <Sheet>
            <SheetBody className="grid max-w-measure gap-2">
              {sentences.map((sentence) => (
                <p key={sentence} className="break-words">
                  {sentence}
                </p>
              ))}
              {details !== undefined && (
                <Fold label="All settings in sentences">
                  <div className="grid gap-2">
                    {details.map((sentence) => (
                      <p key={sentence}>{sentence}</p>
                    ))}
                  </div>
                </Fold>
              )}
            </SheetBody>
          </Sheet>
        </Section>
      ))}
      {draft.people !== null && reading !== null && (
        <Section
          title="As auditors see it"
          note={
            draft.kind === "audit"
              ? "The first two people of the file. Their chances stand beside the cards once a round is open."
              : "The first two people of the file. The chances of a round are computed when it opens; auditors see none before."
          }
        >
          <PersonPreview reading={reading} columns={draft.people.columns} />
        </Section>
      )}
      <Section title="Publish" note="The study’s record begins, and what stands above is frozen.">
        <Publish />
      </Section>
      <div className="border-t-2 border-rule pt-5">
        <BackLink studyId={studyId} kind={draft.kind} />
      </div>
    </StepFrame>
  );
}

/** Link to the step before the review, which depends on the kind of study. @internal */
export function BackLink({ studyId, kind }: { studyId: string; kind: StudyKind }) {
  const before = stepsOf(kind).at(-2);
  return (
    before && (
      <ButtonLink href={draftPath(studyId, before.name)}>Back to {before.word.toLowerCase()}</ButtonLink>
    )
  );
}

/** List of everything that is missing, with links. */
function Missing() {
  const { studyId, missing } = useDraft();
  return (
    <Notice
      tone="warn"
      title={plural(
        missing.length,
        "One thing is missing before it can be published.",
        `${missing.length} things are missing before it can be published.`,
      )}
      className="mb-8"
    >
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {missing.slice(0, 12).map(({ step, field, message }) => (
          <li key={`${step}.${field}.${message}`}>
            <Link href={draftPath(studyId, step)}>{stepOf(step)?.word}</Link>: {message}
          </li>
        ))}
        {missing.length > 12 && <li>and {missing.length - 12} more</li>}
      </ul>
    </Notice>
  );
}
