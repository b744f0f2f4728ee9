"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { ProgressBar } from "#components/ui/files/progress-bar.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as setup from "#messages/setup.ts";
import * as t from "#messages/setupReview.ts";
import type { StudyKind } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";
import { useCheck } from "../people/use-check.ts";
import { problemWords } from "../problem-words.ts";
import { StepFrame } from "../step-frame.tsx";
import { draftPath, stepsOf } from "../steps.ts";
import { PersonPreview } from "./person-preview.tsx";
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
          title={setup.step({ step })}
          note={<Link href={draftPath(studyId, step)}>{t.change()}</Link>}
        >
          <Sheet>
            <SheetBody className="grid max-w-measure gap-2">
              {sentences.map((sentence) => (
                <p key={sentence} className="break-words">
                  {sentence}
                </p>
              ))}
              {details !== undefined && (
                <Fold label={t.allSettings()}>
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
        <Section title={t.asAuditorsSee()} note={t.asAuditorsSeeNote({ kind: draft.kind })}>
          <PersonPreview reading={reading} columns={draft.people.columns} />
        </Section>
      )}
      <Section title={t.publish()} note={t.publishNote()}>
        <Publish />
      </Section>
      <div className="border-t-2 border-rule pt-5">
        <BackLink studyId={studyId} kind={draft.kind} />
      </div>
    </StepFrame>
  );
}

/** Link to the step before the review, which depends on the kind of study. */
export function BackLink({ studyId, kind }: { studyId: string; kind: StudyKind }) {
  const before = stepsOf(kind).at(-2);
  return (
    before && (
      <ButtonLink href={draftPath(studyId, before.name)}>{setup.backTo({ step: before.name })}</ButtonLink>
    )
  );
}

/** List of everything that is missing, with links. */
function Missing() {
  const { studyId, missing } = useDraft();
  return (
    <Notice tone="warn" title={t.missing({ count: missing.length })} className="mb-8">
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {missing.slice(0, 12).map(({ step, ...problem }) => (
          <li key={`${step}.${problem.field}.${problem.message}`}>
            {t.missingIn({
              step: setup.step({ step }),
              message: problemWords(problem),
              a: (text) => <Link href={draftPath(studyId, step)}>{text}</Link>,
            })}
          </li>
        ))}
        {missing.length > 12 && <li>{t.andMore({ count: missing.length - 12 })}</li>}
      </ul>
    </Notice>
  );
}

const pollMs = 400;

/** Button that publishes the study, with its progress, also after the page was reloaded meanwhile. */
function Publish() {
  const { studyId, draft, missing, flush } = useDraft();
  const { check } = useCheck();
  const trpc = useTRPC();
  const [isAsked, setAsked] = useState(false);
  const progress = useQuery({
    ...trpc.drafts.publishing.queryOptions({ studyId }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isAsked || data?.state === "running" ? pollMs : false),
  });
  const start = useMutation(trpc.drafts.publish.mutationOptions());
  const state = progress.data?.state;
  const isRunning = start.isPending || state === "running" || (isAsked && state !== "failed");

  useEffect(() => {
    // A full load: the layout of the draft has no tabs.
    if (state === "done") location.replace(`/studies/${studyId}/panel?published`);
    if (state === "failed") setAsked(false);
  }, [state, studyId]);

  async function publish() {
    const revision = await flush();
    if (revision === null) return;
    await start.mutateAsync({ studyId, revision }).then(
      async () => {
        await progress.refetch();
        setAsked(true);
      },
      () => undefined,
    );
  }

  const isReady = missing.length === 0 && check?.isReady === true;
  return (
    <div className="grid max-w-measure justify-items-start gap-4">
      <p>{t.publishText({ kind: draft.kind })}</p>
      <Button look="act" disabled={!isReady || isRunning} onClick={() => void publish()}>
        {isRunning ? t.publishing() : check?.isReady ? t.publishWith({ count: check.count }) : t.publish()}
      </Button>
      {!isReady && !isRunning && (
        <p className="text-sm text-ink-2">
          {t.notReady({ why: missing.length > 0 ? "missing" : check === null ? "checking" : "errors" })}
        </p>
      )}
      {isRunning && progress.data?.state === "running" && (
        <ProgressBar {...progress.data} what={t.peopleStored()} />
      )}
      {progress.data?.state === "failed" && !isRunning && (
        <Notice tone="bad" live title={t.failed()}>
          {progress.data.message}
        </Notice>
      )}
      <ErrorNotice error={start.error} />
    </div>
  );
}
