"use client";

import { ArrowRight, Check, CircleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main } from "#components/ui/page.tsx";
import { ClockTime } from "#components/ui/time/clock-time.tsx";
import * as t from "#messages/setup.ts";
import type { StepName } from "#server/study/draft.ts";
import { useDraft } from "./draft-context.tsx";
import { MissingProblems } from "./missing-problems.tsx";
import { markSeen, useSeenSteps } from "./seen-steps.ts";
import { draftPath, stepsOf } from "./steps.ts";
import { TypingArea } from "./typing-area.tsx";

/** Frame of all steps: title, steps, save state, missing values, navigation. */
export function StepFrame({ step: name, children }: { step: StepName; children: ReactNode }) {
  const { studyId, draft, shown, flush } = useDraft();
  const router = useRouter();
  const steps = stepsOf(draft.kind);
  const index = steps.findIndex((step) => step.name === name);
  const [before, after] = [steps[index - 1], steps[index + 1]];
  const here = shown.filter((problem) => problem.step === name);
  useEffect(() => markSeen(studyId, name), [studyId, name]);
  return (
    <>
      <DraftCaption />
      <Main>
        <p className="mb-2 text-sm">
          <Link href="/studies/new">{t.newStudy()}</Link>
        </p>
        <h1 className="mb-4">{steps[index]?.title}</h1>
        <StepList current={name} />
        <SaveTrouble />
        <TypingArea>{children}</TypingArea>
        {name !== "publish" && (
          <div className="grid gap-5 border-t-2 border-rule pt-5">
            {here.length > 0 && (
              <MissingProblems title={t.missingInStep({ count: here.length })} problems={here} />
            )}
            <div className="flex flex-wrap items-center justify-between gap-3 max-md:[&>*]:flex-auto">
              {before === undefined ? (
                <ButtonLink href="/studies/new">{t.leaveForNow()}</ButtonLink>
              ) : (
                <ButtonLink href={draftPath(studyId, before.name)}>
                  {t.backTo({ step: before.name })}
                </ButtonLink>
              )}
              {after !== undefined && (
                <Button
                  look="act"
                  onClick={() => {
                    void flush();
                    router.push(draftPath(studyId, after.name));
                  }}
                >
                  {t.goOnTo({ step: after.name })}
                  <ArrowRight aria-hidden />
                </Button>
              )}
            </div>
          </div>
        )}
      </Main>
    </>
  );
}

function DraftCaption() {
  const { draft } = useDraft();
  return (
    <Caption label={t.draftInShort()}>
      <CaptionBox label={t.study()}>
        <span className="truncate">{draft.purpose.name.trim() || t.untitledStudy()}</span>
      </CaptionBox>
      <CaptionBox label={t.state()}>{t.draft()}</CaptionBox>
      <CaptionBox label={t.yourRole()}>{t.operator()}</CaptionBox>
      <CaptionBox label={t.saved()}>
        <SaveMark />
      </CaptionBox>
    </Caption>
  );
}

/** List of the steps: the current one, those that were opened and are complete, and a link to each. */
function StepList({ current }: { current: StepName }) {
  const { studyId, draft, missing } = useDraft();
  const seen = useSeenSteps(studyId);
  return (
    <nav aria-label={t.steps()} className="mb-8">
      <ol className="flex flex-wrap gap-x-6 gap-y-2 text-sm max-lg:gap-x-4 max-md:gap-x-2">
        {stepsOf(draft.kind).map(({ name, word }, index) => {
          const isNow = name === current;
          // A rehearsal needs every step before it.
          const isMissing =
            name === "rehearsal" ? missing.length > 0 : missing.some(({ step }) => step === name);
          const isDone = name !== "publish" && seen.includes(name) && !isMissing;
          return (
            <li key={name}>
              <Link
                href={draftPath(studyId, name)}
                aria-current={isNow ? "step" : undefined}
                className={classNames(
                  "flex min-h-9 items-center gap-2 no-underline",
                  isNow ? "font-[620] text-ink hover:text-ink" : "text-ink-2 hover:text-ink",
                )}
              >
                <span
                  className={classNames(
                    "grid size-7 place-items-center rounded-sm border-[1.5px] font-[620]",
                    isNow ? "border-ink bg-ink text-on-ink" : isDone ? "border-ink-2" : "border-edge",
                  )}
                >
                  {isDone && !isNow ? <Check aria-hidden className="size-4" /> : index + 1}
                </span>
                <span className={isNow ? "" : "max-md:sr-only"}>{word}</span>
                {isDone && <span className="sr-only">{t.complete()}</span>}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** When the draft was saved, or that it is not. */
function SaveMark() {
  const { saveState } = useDraft();
  if (saveState.kind === "saved") {
    return (
      <span className="inline-block min-w-14">
        <ClockTime at={saveState.at} />
      </span>
    );
  }
  if (saveState.kind === "saving") return <span className="inline-block min-w-14">{t.saving()}</span>;
  return (
    <span className="flex items-center gap-2 text-bad">
      <CircleAlert aria-hidden className="size-4" />
      {t.notSaved()}
    </span>
  );
}

/** Explains above the form why something is not saved. */
function SaveTrouble() {
  const { saveState, flush, reload } = useDraft();
  if (saveState.kind === "waiting") {
    return (
      <Notice tone="bad" live title={t.notSavedYet()} className="mb-6">
        {saveState.message} {t.keptOnPage()}
        <span className="mt-3 block">
          <Button small onClick={() => void flush()}>
            {t.tryNow()}
          </Button>
        </span>
      </Notice>
    );
  }
  if (saveState.kind !== "refused") return null;
  return (
    <Notice tone="bad" live title={t.notSavedFinal()} className="mb-6">
      {saveState.message}
      <span className="mt-3 block">
        <Button small onClick={() => void reload()}>
          {t.reloadDraft()}
        </Button>
      </span>
    </Notice>
  );
}
